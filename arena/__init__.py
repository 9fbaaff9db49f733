"""The shared rules core of Nile Arena: games, referee, sandbox, replays and ratings, without Django."""

"""The phases of Cleopatra, in modules as the rulebook groups them."""

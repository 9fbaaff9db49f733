"""The replays that the site keeps."""

"""The rules of the game, told as sentences."""

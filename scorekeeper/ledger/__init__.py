"""What happened at the table: entries, the game folded from them, its score sheet and its file. Pure; imports `rules` only."""

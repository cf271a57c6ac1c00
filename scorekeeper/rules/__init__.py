"""How the game is played, as pure values: no tables, pages or databases here, and nothing but the standard library."""

"""Games on disk: tables, the way to append one entry, lists of games, migrations. What an entry means is the ledger's business.

`games` is what the rest of the program uses; `schema` makes the tables.
"""

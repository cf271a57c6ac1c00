"""A score sheet as files for elsewhere: CSV and spreadsheet. Pure; what people typed is text there, never a formula."""

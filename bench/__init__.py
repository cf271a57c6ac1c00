"""What the program costs, each figure beside what it is judged by: `python -m bench`, or parts of it: `--only cpu,statements`."""

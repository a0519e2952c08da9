"""The ladder of house bots: played by and by (`playing.py`), and shown on a page (`page.py`)."""

"""How strong house bots are: bars that they have to clear, played (`playing.py`) and shown (`page.py`)."""

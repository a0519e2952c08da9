"""Statistics: figures from datasets of ended games, as files of JSON that the table shows."""

"""Statistics: what datasets of ended games tell, as files of JSON that the table shows."""

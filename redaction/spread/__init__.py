"""Where the costly work on single screenshots is done: in processes of this machine, or on a Ray cluster."""

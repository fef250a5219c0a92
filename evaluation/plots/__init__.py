"""Pictures of an evaluation, drawn with matplotlib: one file a picture, each giving the bytes of a PNG."""

"""What is known of words: dictionaries, names, languages, scripts, label words, shapes, and how spellings fold."""

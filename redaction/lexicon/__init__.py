"""What is known of words: dictionaries, names, languages, scripts, labels and their values, and how spellings fold."""

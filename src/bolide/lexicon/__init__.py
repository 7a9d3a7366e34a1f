"""What is known of words: stems, WordNet's base forms and synsets, function words, paraphrases."""

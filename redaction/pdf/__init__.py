"""PDFs: the texts on their pages, and the same pages made anew with others."""

"""The six tasks over demonstrations, after WONDERBREAD (Wornow et al., NeurIPS 2024): samples, answers, scores."""

"""The neural nets for screens: weights, devices, batches."""

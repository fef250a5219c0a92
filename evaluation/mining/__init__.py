"""What process miners read: event logs of the released rows, and pictures of what follows what."""

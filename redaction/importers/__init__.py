"""What other recorders wrote, turned into capture batches: one file a recorder behind one interface."""

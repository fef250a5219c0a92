"""Publishing: targets, staging, receipts."""

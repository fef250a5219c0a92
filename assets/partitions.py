"""One partition is one capture batch, never a screenshot: Dagster stalls at about 90k partitions of an asset."""

import dagster as dg

capture_batches = dg.DynamicPartitionsDefinition(name="capture_batches")

#: every partitioned asset shares it, else models would be loaded anew for each partition
one_run_per_batch = dg.BackfillPolicy.multi_run(max_partitions_per_run=1)

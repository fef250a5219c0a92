"""What is materialized for itself: a capture batch, and a release.

One partition is one batch, never a screenshot: Dagster stalls at about 90k partitions of an asset. A release is one by
its version, so that each version has a line of history of its own.
"""

import dagster as dg

capture_batches = dg.DynamicPartitionsDefinition(name="capture_batches")
releases = dg.DynamicPartitionsDefinition(name="releases")
NEXT = "next"
"""The release whose version follows from what changed: nobody knows it before it is built."""

#: a release is made of all batches
from_all_batches = dg.AllPartitionMapping()

#: every partitioned asset shares it, else models would be loaded anew for each partition
one_run_per_batch = dg.BackfillPolicy.multi_run(max_partitions_per_run=1)

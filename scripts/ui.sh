#!/bin/sh
# The Dagster UI on this machine only. Its storage lives in out/dagster; nothing captured is ever put there.
set -eu
cd "$(dirname "$0")/.."
export DAGSTER_HOME="${DAGSTER_HOME:-$PWD/out/dagster}"
mkdir -p -m 700 "$DAGSTER_HOME"
[ -f "$DAGSTER_HOME/dagster.yaml" ] || cp pipeline/dagster.yaml "$DAGSTER_HOME/dagster.yaml"
echo "Dagster UI: http://127.0.0.1:${PORT:-3000} (Ctrl+C ends it)"
exec .venv/bin/dagster dev --host 127.0.0.1 --port "${PORT:-3000}"

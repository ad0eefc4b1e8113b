#!/bin/sh
# A backup of today, read back to be sure, its copy and that of the seals' notes elsewhere; files older than KEEP_DAYS go.
# A code other than 0 means that there is no backup of today: the timer's unit then shows as failed, and the alert comes after 36 hours.
set -eu
backups="${OPS_BACKUPS:?OPS_BACKUPS must name the folder of the backups}"
keep="${KEEP_DAYS:-30}"
day=$(date +%F)

node ops.mjs backup "$backups/$day.backup" --keys "$backups/$day.keys"
if [ -n "${COPY_TO:-}" ]; then
  rsync -a "$backups/$day.backup" "$backups/$day.keys" "${OPS_SEAL_NOTES:-$OPS_DATA/seals.notes}" "$COPY_TO/"
fi
find "$backups" -maxdepth 1 -name '*.backup' -mtime "+$keep" -delete
find "$backups" -maxdepth 1 -name '*.keys' -mtime "+$keep" -delete

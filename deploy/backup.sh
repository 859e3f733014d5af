#!/bin/sh
# Dumps PostgreSQL every BACKUP_HOURS into /backups, and deletes dumps that are older than BACKUP_DAYS. The newest dump stays in any case.
# A dump has its final name only after pg_restore has read it, so every .dump file is complete. `sh backup.sh once` makes one dump.
# The address of the database is in the variables of libpq: PGHOST, PGUSER, PGPASSWORD, PGDATABASE.
set -eu
umask 077
folder=${BACKUP_FOLDER:-/backups}

back_up() {
  partial="$folder/.partial"
  file="$folder/keyward-$(date -u +%Y%m%dT%H%M%SZ).dump"
  pg_dump --format=custom --no-owner --file="$partial"
  pg_restore --list "$partial" >/dev/null
  mv "$partial" "$file"
  echo "wrote $file"
  find "$folder" -name 'keyward-*.dump' ! -path "$file" -mtime "+$((${BACKUP_DAYS:-14} - 1))" -print -delete
}

if [ "${1:-}" = once ]; then
  back_up
  exit
fi

trap 'exit 0' TERM INT
while true; do
  # A failed dump is tried again soon. The alert KeywardBackupOld fires if it keeps failing.
  if (back_up); then pause=$((${BACKUP_HOURS:-24} * 3600)); else pause=300; fi
  sleep "$pause" &
  wait $!
done

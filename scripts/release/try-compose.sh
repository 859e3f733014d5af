#!/usr/bin/env bash
# Starts deploy/compose.yaml, verifies a key through Caddy, makes a backup, and removes everything again.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
chmod 755 "$folder"
operator_key=$(openssl rand -hex 24)
sed "s|^POSTGRES_PASSWORD=.*|POSTGRES_PASSWORD=$(openssl rand -hex 24)|
s|^KEYWARD_OPERATOR_KEY=.*|KEYWARD_OPERATOR_KEY=$operator_key|
s|^KEYWARD_ENCRYPTION_KEY=.*|KEYWARD_ENCRYPTION_KEY=$(openssl rand -base64 32)|
s|^BACKUP_FOLDER=.*|BACKUP_FOLDER=$folder/backups|" deploy/.env.example >"$folder/env"

compose() { docker compose --project-name keyward-try --env-file "$folder/env" --file deploy/compose.yaml "$@"; }
clean_up() {
  compose logs --tail 50 || true
  compose down --volumes || true
  rm -rf "$folder" || true
}
trap clean_up EXIT

keyward() { compose exec -T --env "KEYWARD_KEY=$key_to_call_with" keyward keyward "$@"; }

compose up --build --detach --wait
key_to_call_with=$operator_key
root_key=$(keyward workspaces create Try --only rootKey)
key_to_call_with=$root_key
api=$(keyward apis create Try --only apiId)
key=$(keyward keys create "$api" --only key)
# Caddy has a certificate of its own for localhost.
verdict=$(curl --fail --silent --show-error --insecure https://localhost/v2/keys.verifyKey --header "Authorization: Bearer $root_key" \
  --header "Content-Type: application/json" --data "{\"key\":\"$key\"}")
grep --fixed-strings '"code":"VALID"' <<<"$verdict"
[ "$(curl --silent --insecure --output /dev/null --write-out '%{http_code}' https://localhost/metrics)" = 404 ]

compose exec -T backup sh /backup.sh once
compose exec -T keyward keyward setup-link
compose exec -T keyward keyward audit verify
echo "The compose file works."

#!/usr/bin/env bash
# Builds the image with Docker and checks it: it becomes healthy, serves its pages, verifies a key, keeps its volume over a restart, and
# refuses a volume that it may not write to. test/deploy/image.test.ts checks the same without Docker.
set -euo pipefail
cd "$(dirname "$0")/../.."
name=keyward-try-$$
port=${KEYWARD_TRY_PORT:-8080}

clean_up() {
  docker logs "$name" || true
  docker rm --force "$name" || true
  docker volume rm --force "$name" || true
}
trap clean_up EXIT

wait_until_healthy() {
  for _ in $(seq 120); do
    if [ "$(docker inspect --format '{{.State.Health.Status}}' "$name")" = healthy ]; then return; fi
    sleep 1
  done
  echo "The container is not healthy after two minutes." >&2
  exit 1
}

keyward() { docker exec --env KEYWARD_KEY "$name" keyward "$@"; }

docker build --file deploy/Dockerfile --tag keyward:try .

if output=$(docker run --rm --tmpfs /data:mode=0755 keyward:try 2>&1); then
  echo "The image started on a volume that it may not write to." >&2
  exit 1
fi
grep --fixed-strings "user 1000 may not write to it" <<<"$output"

docker run --detach --name "$name" --stop-timeout 20 --volume "$name:/data" --publish "127.0.0.1:$port:8080" \
  --read-only --cap-drop ALL --security-opt no-new-privileges --env "KEYWARD_PUBLIC_URL=http://localhost:$port" keyward:try
wait_until_healthy
curl --fail --silent --show-error --output /dev/null --header "Accept: text/html" "http://localhost:$port/sign-in"
curl --fail --silent --show-error --output /dev/null "http://localhost:$port/docs"

KEYWARD_KEY=$(docker exec "$name" grep --only-matching --extended-regexp 'kw_root_\w+' /data/first-start.txt)
export KEYWARD_KEY
api=$(keyward apis create Try --only apiId)
key=$(keyward keys create "$api" --only key)
[ "$(keyward keys verify --key "$key" --only code)" = VALID ]

docker stop "$name"
docker start "$name"
wait_until_healthy
[ "$(keyward keys verify --key "$key" --only code)" = VALID ]
echo "The image works."

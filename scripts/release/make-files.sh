#!/usr/bin/env bash
# Makes the files of a release in dist/release: the packages of the server and of the client, an executable per platform, and their
# checksums. Usage: bash scripts/release/make-files.sh v0.2.0 [TARGET]...
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=$1
shift
targets=("$@")
if [ $# = 0 ]; then targets=(linux-x64 linux-x64-musl linux-arm64 linux-arm64-musl darwin-x64 darwin-arm64); fi

for manifest in package.json sdk/package.json; do
  version=$(node -p "require('./$manifest').version")
  if [ "v$version" != "$tag" ]; then
    echo "The tag is $tag, but the version in $manifest is $version." >&2
    exit 1
  fi
done

node scripts/install-missing.mjs
folder=$PWD/dist/release
rm -rf "$folder"
mkdir -p "$folder"
npm pack --pack-destination "$folder"
npm pack --workspace sdk --pack-destination "$folder"
for target in "${targets[@]}"; do
  npm run build -- --target "$target"
  mv "dist/keyward-$target" "$folder"
done
cd "$folder"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS

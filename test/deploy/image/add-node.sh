# Adds to the stand-in for debian:bookworm-slim what node:24-bookworm-slim has: Node and npm, those of this machine, and the way to its
# registry. Usage: add-node.sh FOLDER
set -eu
cd "$1"
node=$(node -p process.execPath)
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p usr/local/bin usr/local/etc usr/local/lib/node_modules
cp "$node" usr/local/bin/node
cp -R "$npm" usr/local/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm
ldd "$node" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | while read -r library; do
  [ -e ".$library" ] || cp --dereference "$library" ".$library"
done
# The tarballs of an earlier install are in the cache of this machine, which the build mounts.
echo "prefer-offline=true" >usr/local/etc/npmrc
echo "registry=$(npm config get registry)" >>usr/local/etc/npmrc
certificates=/etc/ssl/certs/ca-certificates.crt
if [ -e "$certificates" ]; then
  mkdir -p etc/ssl/certs
  cp --dereference "$certificates" ".$certificates"
  echo "cafile=$certificates" >>usr/local/etc/npmrc
fi

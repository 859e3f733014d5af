# Starts a command in the folder of an image as `docker run --read-only --cap-drop ALL --security-opt no-new-privileges` does, without Docker.
# Needs namespaces of its own: unshare --mount --pid --fork. Usage: start.sh ROOT VOLUME USER NAME=value... COMMAND...
set -eu
root=$1 volume=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all env -i "$@"

# Makes a folder that stands in for debian:bookworm-slim, from the installed files of this machine: the essential packages, passwd and what
# they depend on. Usage: make-base.sh FOLDER
set -eu
cd "$1"
for name in bin lib lib64 sbin; do
  mkdir -p "usr/$name"
  ln -s "usr/$name" "$name"
done
mkdir -p -m 1777 tmp
mkdir -p dev proc sys etc
essential=$(dpkg-query --show --showformat '${Package} ${Essential}\n' | sed -n 's/ yes$//p')
apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
  $essential passwd | grep --invert-match '^[ <]' | sort --unique >packages
xargs dpkg-query --show --showformat '${db:Status-Abbrev} ${binary:Package}\n' <packages 2>/dev/null | sed -n 's/^ii *//p' |
  xargs dpkg-query --listfiles |
  sed -n 's,^/\(.\),\1,p' | grep --invert-match '^usr/share/\(doc\|man\|locale\|info\|lintian\)/' | sort --unique >files
rm packages
tar --create --no-recursion --directory=/ --ignore-failed-read --warning=no-failed-read --files-from="$PWD/files" |
  tar --extract --keep-directory-symlink
rm files
# The installation of base-passwd copies these.
cp usr/share/base-passwd/passwd.master etc/passwd
cp usr/share/base-passwd/group.master etc/group

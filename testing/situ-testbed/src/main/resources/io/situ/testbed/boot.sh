#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a host does when it starts, as process 1 of its own namespaces: makes the machine's file
# system look like a host of its own, then waits and collects the children that no other process does.
# Arguments: the testbed's directory, this host's name, the names of the other hosts.
set -euo pipefail
dir=$1 name=$2
shift 2

echo "$name" >/proc/sys/kernel/hostname
echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6 2>/dev/null || true

while mountpoint -q "$dir/vol"; do umount -l "$dir/vol"; done

mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/lock /run/gluster
mount --bind "$dir/$name" "$dir/local"
mount --bind "$dir/$name/log" /var/log
mount --bind "$dir/etc/hosts" /etc/hosts
mount --bind "$dir/etc/nsswitch.conf" /etc/nsswitch.conf
if [ -d /var/lib/glusterd ]; then
  mkdir -p "$dir/$name/glusterd"
  mount --bind "$dir/$name/glusterd" /var/lib/glusterd
fi
for other in "$@"; do
  mount -t tmpfs -o ro tmpfs "$dir/$other"
done

: >"$dir/$name/booted"
trap : TERM INT HUP
while [ -e "$dir/$name/booted" ]; do # a host whose disk was deleted by hand ends itself
  sleep 5 &
  wait || true
done

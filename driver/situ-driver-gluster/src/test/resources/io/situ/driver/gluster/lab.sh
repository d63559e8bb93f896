# SPDX-License-Identifier: Apache-2.0
# A GlusterFS server and its volumes, alone in namespaces of its own; then the program given as
# arguments runs in them. What is made lies in the current directory and in namespaces and tmpfs
# that end with this shell. The shell stays, for it buries the daemons that are killed.
set -eu
mount --make-rprivate /
hostname lab
ip link set lo up
LAB=$PWD
for dir in /run /var/log/glusterfs /var/lib/glusterd; do
  mount -t tmpfs none "$dir"
done
mkdir -p /run/gluster "$LAB/mnt" "$LAB/tmp"
# Of its own as a whole: a program that replaces the machine's /etc/hosts takes away what is mounted on it.
cp -a /etc /run/etc
echo '127.0.0.1 localhost lab h1 h2 h3 h4 h5 h6 node1 node2 node3 node4 node5 node6' > /run/etc/hosts
mount --bind /run/etc /etc
exec 3>&1 4>&2 > "$LAB/log" 2>&1
trap 'cat "$LAB/log" >&3' EXIT

volume() {
  gluster --mode=script volume "$@"
}

# create NAME BRICKS [KIND...]: brick N is on host hN; the volume is mounted at mnt/NAME.
create() {
  local name=$1 count=$2 n bricks=
  shift 2
  for n in $(seq "$count"); do
    mkdir -p "$LAB/brick/$n"
    bricks="$bricks h$n:$LAB/brick/$n/$name"
  done
  volume create "$name" "$@" $bricks force
}

# mounted VOLUME DIRECTORY: a client gives up where no brick answers soon, as on a busy machine.
mounted() {
  local n
  for n in $(seq 20); do
    if mount -t glusterfs -o acl "h1:/$1" "$2"; then return; fi
    sleep 1
  done
  return 1
}

# connected DIRECTORY: a client reads from whichever brick it has reached first.
connected() {
  local n client
  for n in $(seq 200); do
    for client in "$1"/.meta/graphs/active/*-client-*/private; do
      if ! grep -q '^connected = 1' "$client"; then
        sleep 0.1
        continue 2
      fi
    done
    return
  done
  return 1
}

start() {
  volume start "$1"
  mkdir -p "$LAB/mnt/$1"
  mounted "$1" "$LAB/mnt/$1"
  connected "$LAB/mnt/$1"
}

glusterd -p /run/glusterd.pid
for _ in $(seq 100); do
  if gluster volume list; then break; fi
  sleep 0.1
done
create rep 4 replica 2
create three 3 replica 3
create arb 6 replica 3 arbiter 1
create disp 3 disperse 3 redundancy 1
create shard 4 replica 2
create plain 2
volume set shard features.shard on
volume set shard features.shard-block-size 4MB
volume set three cluster.choose-local off
volume set three cluster.read-subvolume-index 1
volume set arb geo-replication.indexing on
for heal in self-heal-daemon data-self-heal metadata-self-heal entry-self-heal; do
  volume set rep "cluster.$heal" off
done
for name in rep three arb disp shard plain; do
  start $name
done
mkdir -p mnt/rep/below mnt/sub mnt/shard-admin mnt/arb-admin
mounted rep/below "$LAB/mnt/sub"
for name in shard arb; do
  glusterfs --volfile-server=h1 --volfile-id=$name --client-pid=-1 "$LAB/mnt/$name-admin"
done
trap - EXIT
"$@" >&3 2>&4
exit $?

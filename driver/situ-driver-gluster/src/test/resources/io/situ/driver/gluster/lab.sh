# A GlusterFS server and its volumes, alone in namespaces of its own; then the program given as
# arguments runs in them. All that is made lies in namespaces and tmpfs, so it ends with this shell.
set -eu
mount --make-rprivate /
hostname lab
ip link set lo up
for dir in /run /var/log/glusterfs /var/lib/glusterd; do
  mount -t tmpfs none "$dir"
done
B=/run/lab/brick
M=/run/lab/mnt
mkdir -p /run/gluster /run/lab/tmp $M $B/1 $B/2 $B/3 $B/4 $B/5 $B/6
echo '127.0.0.1 localhost lab h1 h2 h3 h4 h5 h6' > /run/lab/hosts
mount --bind /run/lab/hosts /etc/hosts
exec 3>&1 4>&2 > /run/lab/log 2>&1
trap 'cat /run/lab/log >&3' EXIT

volume() {
  gluster --mode=script volume "$@"
}

create() {
  volume create "$@" force
  case "$1" in
    shard)
      volume set shard features.shard on
      volume set shard features.shard-block-size 4MB
      ;;
    rep)
      for heal in self-heal-daemon data-self-heal metadata-self-heal entry-self-heal; do
        volume set rep "cluster.$heal" off
      done
      ;;
  esac
  volume start "$1"
  mkdir -p "$M/$1"
  mount -t glusterfs "h1:/$1" "$M/$1"
}

glusterd -p /run/glusterd.pid
for _ in $(seq 50); do
  if gluster volume list; then break; fi
  sleep 0.2
done
create rep replica 2 h1:$B/1/rep h2:$B/2/rep h3:$B/3/rep h4:$B/4/rep
create arb replica 3 arbiter 1 \
  h1:$B/1/arb h2:$B/2/arb h3:$B/3/arb h4:$B/4/arb h5:$B/5/arb h6:$B/6/arb
create disp disperse 3 redundancy 1 h1:$B/1/disp h2:$B/2/disp h3:$B/3/disp
create shard replica 2 h1:$B/1/shard h2:$B/2/shard h3:$B/3/shard h4:$B/4/shard
create plain h1:$B/1/plain h2:$B/2/plain
mkdir -p "$M/rep/below" "$M/sub" "$M/shards"
mount -t glusterfs h1:/rep/below "$M/sub"
glusterfs --volfile-server=h1 --volfile-id=shard --client-pid=-1 "$M/shards"
trap - EXIT
exec "$@" >&3 2>&4

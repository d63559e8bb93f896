# SPDX-License-Identifier: Apache-2.0
# Namespaces of their own for a Ceph cluster and Spark; the Java program given as arguments runs in
# them. The shell stays, for it buries the daemons that are killed.
set -eu
mount --make-rprivate /
hostname node1
ip link set lo up
mkdir -p tmp mnt
java=$1
shift
"$java" -Dsitu.single.user=true $SPARK_JAVA_OPTIONS "$@"
exit $?

// SPDX-License-Identifier: Apache-2.0
// Reads a file of CephFS in order and prints the seconds that took: CONF USER PATH BUFFER_BYTES.
// The declarations are those of libcephfs.h, so that its package need not be there.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct ceph_mount_info;
int ceph_create(struct ceph_mount_info **mount, const char *user);
int ceph_conf_read_file(struct ceph_mount_info *mount, const char *file);
int ceph_mount(struct ceph_mount_info *mount, const char *root);
int ceph_open(struct ceph_mount_info *mount, const char *path, int flags, unsigned int mode);
int ceph_read(struct ceph_mount_info *mount, int file, char *buffer, int64_t size, int64_t offset);
int ceph_close(struct ceph_mount_info *mount, int file);
int ceph_unmount(struct ceph_mount_info *mount);

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **words) {
  struct ceph_mount_info *mount;
  int size = count == 5 ? atoi(words[4]) : 0;
  char *buffer = malloc(size);
  if (size < 1 || ceph_create(&mount, words[2]) || ceph_conf_read_file(mount, words[1]) ||
      ceph_mount(mount, "/")) {
    fprintf(stderr, "not mounted\n");
    return 1;
  }
  double start = now();
  int file = ceph_open(mount, words[3], O_RDONLY, 0);
  int64_t total = 0;
  int got = file;
  while (file >= 0 && (got = ceph_read(mount, file, buffer, size, -1)) > 0) {
    total += got;
  }
  double seconds = now() - start;
  if (got < 0) {
    fprintf(stderr, "not read: error %d\n", -got);
    return 1;
  }
  ceph_close(mount, file);
  ceph_unmount(mount);
  printf("%lld %f\n", (long long)total, seconds);
  return 0;
}

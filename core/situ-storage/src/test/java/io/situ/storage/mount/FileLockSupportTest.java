// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StorePath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileLockSupportTest {

  private static Mount mount(String type, String source, String options) {
    return new Mount(1, StorePath.of("/mnt/x"), type, source, options.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({
    "lustre, 10.0.0.1@tcp:/fs, rw;flock;user_xattr",
    "ext4, /dev/sda1, rw",
    "fuse.glusterfs, server:/vol, rw",
    "ceph, a@b.c=/, rw",
    "nfs4, server:/x, rw;local_lock=none",
    "nfs, server:/x, rw;local_lock=flock"
  })
  void reachOtherHosts(String type, String source, String options) {
    assertThat(FileLockSupport.fault(mount(type, source, options))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "lustre, 10.0.0.1@tcp:/fs, rw;localflock, mount it with the option flock",
    "lustre, 10.0.0.1@tcp:/fs, rw;noflock, mount it with the option flock",
    "lustre, 10.0.0.1@tcp:/fs, rw, mount it with the option flock",
    "pvfs2, tcp://node1:3373/orangefs, rw, OrangeFS has none between hosts",
    "fuse, pvfs2fuse#tcp://node1:3373/orangefs, rw, OrangeFS has none between hosts",
    "nfs, server:/x, rw;nolock, mount it without nolock and local_lock",
    "nfs4, server:/x, rw;local_lock=posix, mount it without nolock and local_lock"
  })
  void holdOnOneHostOnly(String type, String source, String options, String remedy) {
    assertThat(FileLockSupport.fault(mount(type, source, options)).orElseThrow())
        .startsWith("locks on the " + type + " at /mnt/x do not reach other hosts")
        .endsWith(remedy);
  }
}

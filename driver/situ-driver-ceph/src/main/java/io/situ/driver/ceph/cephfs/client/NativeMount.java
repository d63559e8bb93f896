// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Native;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.mounted.nativelib.Errno;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Configures clients of libcephfs and has them mount a file system. */
final class NativeMount {

  /** A name that no server of names has to know. */
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private static final String LOG_LEVEL = "debug_client";
  private static final String USUAL_LOG = "0/5";

  /** So that monitors that are away cost a task half a minute and not five. */
  private static final String MOUNT_SECONDS = "30";

  private NativeMount() {}

  /**
   * Mounts a file system for a session.
   *
   * @return the address of the client's {@code ceph_mount_info}
   * @throws IOException with one sentence, if the cluster or the key is not there
   */
  static long open(NativeSessions.Key key) throws IOException {
    long[] made = new long[1];
    check(LibCephFs.ceph_create(made, key.cluster().user()), "a client cannot be made");
    try {
      configure(made[0], key);
      mount(made[0], key);
    } catch (IOException | RuntimeException e) {
      LibCephFs.ceph_release(made[0]);
      throw e;
    }
    LibCephFs.ceph_localize_reads(made[0], 1);
    return made[0];
  }

  private static void configure(long mount, NativeSessions.Key key) throws IOException {
    CephClusterConfig cluster = key.cluster();
    // An absent file means Ceph's own search for one.
    check(
        LibCephFs.ceph_conf_read_file(mount, cluster.conf().orElse(null)),
        "Ceph's configuration cannot be read");
    forgetCalls(mount);
    set(mount, "keyring", cluster.keyring());
    set(mount, "client_mount_timeout", Optional.of(MOUNT_SECONDS));
    // Who calls is compared with permissions here, and not by a kernel above.
    set(mount, "client_permissions", Optional.of("true"));
    set(mount, "fuse_default_permissions", Optional.of("false"));
    // With it the library reads up to four objects ahead, which may be on any host, and takes 200
    // MB.
    set(mount, "client_oc", Optional.of(Boolean.toString(key.cached())));
    set(mount, "crush_location", Optional.of("root=default host=" + hostName()));
    if (cluster.fileSystem().isPresent()) {
      check(
          LibCephFs.ceph_select_filesystem(mount, cluster.fileSystem().get()),
          "there is no file system " + cluster.fileSystem().get());
    }
  }

  /**
   * Unless configured otherwise the library remembers each call for what it prints when it fails,
   * which takes a fifth of the processor time of a scan (bench/result/cephscan.md).
   */
  private static void forgetCalls(long mount) throws IOException {
    byte[] level = new byte[USUAL_LOG.length() + 1];
    if (LibCephFs.ceph_conf_get(mount, LOG_LEVEL, level, level.length) >= 0
        && Native.toString(level, StandardCharsets.US_ASCII).equals(USUAL_LOG)) {
      set(mount, LOG_LEVEL, Optional.of("0/0"));
    }
  }

  private static void set(long mount, String option, Optional<String> value) throws IOException {
    if (value.isPresent()) {
      check(LibCephFs.ceph_conf_set(mount, option, value.get()), option + " is not taken");
    }
  }

  /** As CRUSH calls this host unless configured otherwise: the name up to the first dot. */
  private static String hostName() throws IOException {
    return Files.readString(HOST_NAME).strip().replaceFirst("\\..*", "");
  }

  private static void mount(long made, NativeSessions.Key key) throws StoreException {
    String user = "client." + key.cluster().user();
    int result = LibCephFs.ceph_init(made);
    if (result == -Errno.ENOENT) {
      // There is no keyring at all.
      result = -Errno.EACCES;
    }
    if (result >= 0) {
      result = LibCephFs.ceph_mount(made, key.root());
    }
    if (result >= 0) {
      return;
    }
    throw switch (-result) {
      case Errno.EACCES, Errno.EPERM, Errno.EINVAL ->
          new StoreException(
              Kind.PERMISSION_DENIED,
              null,
              "Ceph refuses "
                  + user
                  + ": its key is missing or wrong, or may not use this directory; see the keys"
                  + " 'user' and 'keyring'");
      case Errno.ENOENT, Errno.ENOTDIR ->
          new StoreException(
              Kind.NOT_FOUND,
              null,
              "there is no directory " + key.root() + " in " + key.cluster().fileSystemText());
      default ->
          new StoreException(
              Kind.UNAVAILABLE,
              null,
              key.cluster().fileSystemText()
                  + " cannot be reached as "
                  + user
                  + ": Ceph's monitors or metadata servers do not answer (error "
                  + -result
                  + ")");
    };
  }

  static void check(int result, String sentence) throws IOException {
    if (result < 0) {
      throw new IOException(sentence + " (error " + -result + ")");
    }
  }
}

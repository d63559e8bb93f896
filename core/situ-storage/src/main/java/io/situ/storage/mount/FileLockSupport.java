// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mount;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Whether a file lock on a mounted file system keeps other hosts out. */
public final class FileLockSupport {

  private FileLockSupport() {}

  /**
   * Returns why a lock on this mount holds on this host only, or is not available, with the way
   * out, as a clause.
   *
   * @return empty if nothing is known that would make it so
   */
  public static Optional<String> fault(Mount mount) {
    List<String> options = Arrays.asList(mount.options().split(","));
    boolean lustre = mount.type().equals("lustre") && !options.contains("flock");
    boolean orange =
        mount.type().equals("pvfs2")
            || mount.type().startsWith("fuse") && mount.source().startsWith("pvfs2fuse")
            || mount.type().equals("fuse.pvfs2fuse");
    boolean nfs =
        mount.type().startsWith("nfs")
            && (options.contains("nolock")
                || options.contains("local_lock=posix")
                || options.contains("local_lock=all"));
    if (lustre) {
      return Optional.of(reach(mount) + ": mount it with the option flock");
    }
    if (orange) {
      return Optional.of(reach(mount) + ", for OrangeFS has none between hosts");
    }
    return nfs
        ? Optional.of(reach(mount) + ": mount it without nolock and local_lock")
        : Optional.empty();
  }

  private static String reach(Mount mount) {
    return "locks on the " + mount.type() + " at " + mount.point() + " do not reach other hosts";
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.process.Commands;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testing.ceph.CephCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the machine must have before a testbed can be made on it. */
final class Requirements {

  private static final Map<String, String> PACKAGE_OF =
      new TreeMap<>(
          Map.of(
              "ip", "iproute2",
              "tc", "iproute2",
              "unshare", "util-linux",
              "nsenter", "util-linux",
              "mount", "mount",
              "bash", "bash"));
  private static final Map<String, String> GLUSTER_PACKAGE_OF =
      Map.of(
          "gluster", "glusterfs-server",
          "glusterd", "glusterfs-server",
          "glusterfs", "glusterfs-client",
          "mount.glusterfs", "glusterfs-client",
          "getfattr", "attr");
  private static final List<String> FOLDERS =
      List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

  private final TestbedOptions options;

  Requirements(TestbedOptions options) {
    this.options = options;
  }

  /** Sentences that each name a thing that is missing and the way to it; empty if all is there. */
  List<String> missing() {
    List<String> sentences = new ArrayList<>();
    if (!isRoot()) {
      sentences.add("the testbed makes network and mount namespaces, so it must run as root");
    }
    List<String> packages = missingPackages();
    if (!packages.isEmpty()) {
      sentences.add(
          "these Debian packages are missing: "
              + String.join(" ", packages)
              + "; install them with apt-get, or let \"bin/dev testbed up --install\" do it");
    }
    if (isRoot() && options.store().kind() != TestbedOptions.StoreKind.POSIX && !fuse()) {
      sentences.add("/dev/fuse is missing and cannot be made: this kernel has no FUSE");
    }
    return sentences;
  }

  void require() {
    List<String> missing = missing();
    if (!missing.isEmpty()) {
      throw new TestbedException(String.join("; ", missing));
    }
  }

  /** Installs what is missing with apt-get, its words on this terminal. */
  void install() {
    List<String> packages = missingPackages();
    if (packages.isEmpty()) {
      return;
    }
    List<String> install =
        new ArrayList<>(
            List.of("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-q"));
    install.add("--no-install-recommends");
    install.addAll(packages);
    if (Commands.foreground(List.of("apt-get", "update", "-q")) != 0
        || Commands.foreground(install) != 0) {
      throw new TestbedException("apt-get could not install " + String.join(" ", packages));
    }
  }

  List<String> missingPackages() {
    Map<String, String> needed = new TreeMap<>(PACKAGE_OF);
    if (options.store().kind() == TestbedOptions.StoreKind.GLUSTER) {
      needed.putAll(GLUSTER_PACKAGE_OF);
    }
    if (options.store().kind() == TestbedOptions.StoreKind.CEPH) {
      CephCluster.PROGRAMS.forEach(program -> needed.put(program.get(0), program.get(1)));
    }
    if (options.store().rgw()) {
      CephCluster.S3_PROGRAMS.forEach(program -> needed.put(program.get(0), program.get(1)));
    }
    TreeSet<String> packages = new TreeSet<>();
    needed.forEach(
        (program, name) -> {
          if (FOLDERS.stream().noneMatch(folder -> Files.exists(Path.of(folder, program)))) {
            packages.add(name);
          }
        });
    return List.copyOf(packages);
  }

  private static boolean isRoot() {
    return new com.sun.security.auth.module.UnixSystem().getUid() == 0;
  }

  /** Documentation/filesystems/fuse of the kernel: the device is character 10, 229. */
  private static boolean fuse() {
    return Files.exists(Path.of("/dev/fuse"))
        || Commands.tryRun("mknod", "-m", "666", "/dev/fuse", "c", "10", "229");
  }
}

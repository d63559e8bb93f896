// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.driver.ceph.cephfs.CephProvider;
import io.situ.storage.Store;
import io.situ.storage.config.StoreConfig;
import io.situ.testing.ceph.CephCluster;
import io.situ.testing.ceph.CephPlan;
import io.situ.testing.ceph.LoopbackHosts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The cluster of this process: three hosts in one network namespace, and a mount. */
public final class CephTestCluster {

  public static final Path HERE = Path.of("").toAbsolutePath();
  private static final Path MOUNT = HERE.resolve("mnt");
  private static final long CLEAN_SECONDS = 90;

  /** For how long stores use one reading of the mount table. */
  private static final long MOUNT_TABLE_MILLIS = 1100;

  private static final Pattern STATE = Pattern.compile("<state>([a-z+_]*)</state>");
  private static final LoopbackHosts HOSTS = new LoopbackHosts(HERE);

  public static final CephCluster CLUSTER = new CephCluster(HOSTS.plan(1), HOSTS);

  private CephTestCluster() {}

  /** Starts the cluster, mounts it, and adds an erasure-coded pool. */
  static void start() throws IOException, InterruptedException {
    CLUSTER.create();
    CLUSTER.ceph(
        List.of(
            "osd erasure-code-profile set k2m1 k=2 m=1 crush-failure-domain=host",
            "osd pool create parts 8 8 erasure k2m1",
            "osd pool set parts allow_ec_overwrites true",
            "fs add_data_pool cephfs parts"));
    HOSTS.mount("fuse", CLUSTER.mounting(MOUNT), MOUNT);
  }

  /**
   * Returns where the file system is mounted.
   *
   * @throws IllegalStateException if it is not: what is written there would stay in the sources
   */
  public static Path mount() {
    if (!isMounted()) {
      throw new IllegalStateException(
          MOUNT + " is no mount: run CephClusterTest, which makes a cluster and mounts it there");
    }
    return MOUNT;
  }

  /** Asks nothing of the mount, whose cluster may not answer. */
  private static boolean isMounted() {
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
      return mounts.anyMatch(line -> line.contains(" " + MOUNT + " "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Mounts the file system once more, so that it keeps access lists. */
  static Path mountWithLists() throws IOException, InterruptedException {
    return mountAgain("lists", "--client_acl_type=posix_acl", "--fuse_default_permissions=false");
  }

  /**
   * Mounts a file system once more.
   *
   * @param name of the mount, which no other has
   * @param options of {@code ceph-fuse}
   */
  static Path mountAgain(String name, String... options) throws IOException, InterruptedException {
    Path point = Files.createDirectory(HERE.resolve("mnt-" + name));
    List<String> command = new ArrayList<>(CLUSTER.mounting(point));
    command.addAll(List.of(options));
    HOSTS.mount("fuse-" + name, command, point);
    Thread.sleep(MOUNT_TABLE_MILLIS);
    return point;
  }

  /** Ends a daemon as a crash does. */
  public static void kill(String daemon, String host) throws InterruptedException {
    HOSTS.kill(host, daemon);
  }

  /** Waits until every file has all its copies again, on the daemons that are left. */
  static void awaitCopies() throws InterruptedException {
    awaitCopies("cephfs_metadata", "cephfs_data");
  }

  /** Waits until the cluster reports of all objects of some pools that they have all copies. */
  public static void awaitCopies(String... pools) throws InterruptedException {
    List<String> questions = Stream.of(pools).map(pool -> "pg ls-by-pool " + pool).toList();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLEAN_SECONDS);
    List<String> states = List.of("unknown");
    while (System.nanoTime() < end) {
      String reported = CLUSTER.ceph(questions);
      states = STATE.matcher(reported).results().map(found -> found.group(1)).distinct().toList();
      if (states.equals(List.of("active+clean"))) {
        return;
      }
      Thread.sleep(200);
    }
    throw new IllegalStateException("not all objects have all their copies: " + states);
  }

  /** Opens a directory below the mount. */
  public static Store open(String directory, String... keysAndValues) throws IOException {
    return openMounted(mount().resolve(directory), keysAndValues);
  }

  /** Opens a directory of any mount of it. */
  static Store openMounted(Path directory, String... keysAndValues) throws IOException {
    Map<String, String> values = new HashMap<>();
    values.put("root", directory.toString());
    values.put("conf", CLUSTER.plan().conf().toString());
    values.put("user", CephPlan.USER);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new CephProvider().open(new StoreConfig("lab", values));
  }

  /** Opens the same directory without the mount. */
  public static Store openMountless(String directory, String... keysAndValues) throws IOException {
    Map<String, String> values = mountlessKeys(directory);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new CephProvider().open(new StoreConfig("lab", values));
  }

  /** Returns the keys of a store that has {@code directory} without the mount. */
  public static Map<String, String> mountlessKeys(String directory) {
    Map<String, String> values = new HashMap<>();
    values.put("mount", "none");
    values.put("root", "/" + directory);
    values.put("conf", CLUSTER.plan().conf().toString());
    values.put("user", CephPlan.USER);
    return values;
  }

  /** How many clients have a session with the metadata servers. */
  public static long sessions() {
    long sessions = 0;
    for (CephPlan.Node node : CLUSTER.plan().nodes()) {
      Path socket = CephPlan.metadataSocket(node);
      if (Files.exists(socket)) {
        String reported = run("ceph", "--admin-daemon", socket.toString(), "session", "ls");
        sessions += Pattern.compile("\"client_metadata\"").matcher(reported).results().count();
      }
    }
    return sessions;
  }

  /** Runs a program to its end. */
  public static String run(String... command) {
    return run("", List.of(command));
  }

  public static String run(String input, List<String> command) {
    return HOSTS.run(command, input);
  }
}

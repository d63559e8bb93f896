// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.UsageException;
import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** A testbed for one benchmark. */
public final class BenchTestbed {

  /** Links that are not slowed down. */
  private static final String ANY_SPEED = "none";

  /** Tasks write to disks of their hosts. */
  public static final String DISK = "disk";

  /** What one run read may be in memory when the next one reads it. */
  public static final String KEPT = "kept";

  private static final String DROPPED = "dropped";
  private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

  private static final String STORE = "store";
  private static final String NODE_MANAGER = "nodemanager";

  private BenchTestbed() {}

  /**
   * Makes a testbed, which is taken away when the process ends, and prints what it is.
   *
   * @throws UsageException if it cannot be made here
   */
  public static Testbed up(TestbedOptions options) throws UsageException {
    List<String> obstacles = Testbed.obstacles(options);
    if (!obstacles.isEmpty()) {
      throw new UsageException(String.join("; ", obstacles));
    }
    Testbed testbed = Testbed.up(options);
    Runtime.getRuntime().addShutdownHook(new Thread(testbed::close));
    System.out.println("- " + testbed.options());
    return testbed;
  }

  /**
   * Returns the {@code ceph.dir.layout} of a directory whose new files are in objects of that many
   * bytes, one after the other. As a whole: by itself an object's size is refused where it is below
   * the stripe unit, which is 4 MiB unless it is said.
   */
  public static String layout(long object) {
    return "stripe_unit=" + object + " stripe_count=1 object_size=" + object + " pool=cephfs_data";
  }

  /**
   * Before a run: has the kernel drop what it has cached of files, if the setting {@code caches} is
   * dropped and not kept. Input that fits into memory then is read as larger input would be.
   */
  public static void caches(BenchmarkOptions settings) throws UsageException, IOException {
    String caches = settings.text("caches");
    if (caches.equals(DROPPED)) {
      Commands.run("sync");
      Files.writeString(DROP, "3\n");
    } else if (!caches.equals(KEPT)) {
      throw new UsageException("caches is kept or dropped, not " + caches);
    }
  }

  /**
   * The same, with directories that tasks write to where the setting {@code local} says: disk or
   * store, the last for hosts without disks.
   */
  public static Testbed upWithLocal(TestbedOptions options, BenchmarkOptions settings)
      throws UsageException, IOException {
    String local = settings.text("local");
    if (!local.equals(DISK) && !local.equals(STORE)) {
      throw new UsageException("local is disk or store, not " + local);
    }
    Testbed testbed = up(options);
    if (local.equals(STORE)) {
      moveLocalDirectories(testbed);
    }
    return testbed;
  }

  /**
   * Each NodeManager's directories come to lie on the store, by a link: between two mounts, also of
   * the same store, no file could be moved.
   */
  private static void moveLocalDirectories(Testbed testbed) throws IOException {
    Configuration yarn = new Configuration(false);
    yarn.addResource(new org.apache.hadoop.fs.Path(testbed.confDir() + "/yarn-site.xml"));
    String local = yarn.get("yarn.nodemanager.local-dirs");
    for (String host : testbed.hosts()) {
      String there = testbed.mount().resolve(".local-" + host).toString();
      testbed.stopDaemon(host, NODE_MANAGER);
      testbed.run(host, "mkdir", "-p", there).orThrow();
      testbed.run(host, "rm", "-rf", "--", local).orThrow();
      testbed.run(host, "ln", "-s", there, local).orThrow();
      testbed.startDaemon(host, NODE_MANAGER);
    }
    testbed.awaitHadoop();
  }

  /**
   * What a benchmark of jobs says of its testbed: {@code store} is gluster, ceph or posix; {@code
   * hosts}, {@code replica}, which posix has none of, {@code storage} (hosts of the store's own),
   * {@code slots} and {@code link} are as for the testbed, the last also none.
   */
  public static BenchmarkOptions settings() {
    return BenchmarkOptions.none()
        .and("store", "gluster")
        .and("hosts", 3)
        .and("replica", 2)
        .and("storage", "")
        .and("slots", 4)
        .and("link", ANY_SPEED);
  }

  /**
   * A testbed for jobs, with Situ's jar.
   *
   * @param settings those of {@link #settings}, perhaps with others
   */
  public static TestbedOptions forJobs(BenchmarkOptions settings)
      throws UsageException, IOException {
    try {
      TestbedOptions shared = store(settings);
      int dedicated = settings.numberOr("storage", 0);
      TestbedOptions apart = shared.withStore(shared.store().onDedicatedHosts(dedicated));
      TestbedOptions options =
          apart.withHadoop(
              TestbedOptions.Hadoop.standard()
                  .withSlots(settings.number("slots"))
                  .withBundle(BuiltSource.jar("hadoop/situ-hadoop-bundle"))
                  .withConf(keys()));
      String link = settings.text("link");
      return link.equals(ANY_SPEED) ? options : options.withLink(link);
    } catch (TestbedException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Kept files also for jobs whose default file system is another one. */
  private static Map<String, String> keys() {
    return Map.of("situ.mapreduce.launch.dir", HadoopDaemons.NAME_NODE + "/user/root/.situ");
  }

  /**
   * Has the cluster make the archive of loaded classes that jobs of the framework {@code situ}
   * start with from then on, as {@code situ run} does after its first job.
   */
  public static void makeClassArchive(Testbed testbed) throws UsageException, IOException {
    String jar = BuiltSource.jar("hadoop/situ-hadoop-bundle").toString();
    testbed.hadoop("hadoop", "jar", jar, "io.situ.mapreduce.launch.ClassArchiveTool").orThrow();
  }

  private static TestbedOptions store(BenchmarkOptions settings) throws UsageException {
    int hosts = settings.number("hosts");
    int replica = settings.number("replica");
    String kind = settings.text("store");
    return switch (kind) {
      case "gluster" -> TestbedOptions.gluster(hosts, replica);
      case "ceph" -> TestbedOptions.ceph(hosts, replica);
      case "posix" -> TestbedOptions.posix(hosts);
      default -> throw new UsageException("store is gluster, ceph or posix, not " + kind);
    };
  }
}

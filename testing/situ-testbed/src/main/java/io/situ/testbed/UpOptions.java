// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The switches of {@code testbed up}. */
final class UpOptions {

  @Option(names = "--hosts", paramLabel = "N", description = "Number of hosts, 1 to 8 (default 3).")
  private int hosts = 3;

  @Option(
      names = "--store",
      paramLabel = "KIND",
      description = "posix, gluster or ceph (default posix).")
  private TestbedOptions.StoreKind store = TestbedOptions.StoreKind.POSIX;

  @Option(
      names = "--replica",
      paramLabel = "R",
      description = "Copies of each file on the store (default 1).")
  private int replica = 1;

  @Option(
      names = "--disperse",
      paramLabel = "R",
      description = "Cut each file over all hosts, of which R may be lost (default: whole files).")
  private int redundancy;

  @Option(
      names = "--shard",
      paramLabel = "SIZE",
      description = "Keep files in pieces of this size, such as 4MB (default: whole files).")
  private String shard;

  @Option(
      names = "--storage-hosts",
      paramLabel = "N",
      description =
          "The last N hosts hold the store and run no tasks, and the others only mount it (default:"
              + " every host does both).")
  private int storageHosts;

  @Option(
      names = "--rgw",
      description = "With --store ceph: a gateway for S3 objects on every host.")
  private boolean rgw;

  @Option(
      names = "--no-mount",
      description = "With --store ceph: it is mounted nowhere, and used by situ://vol/ only.")
  private boolean noMount;

  @Option(
      names = "--link",
      paramLabel = "RATE",
      description = "Speed of each host's link, such as 1gbit (default: not limited).")
  private String link;

  @Option(names = "--no-hadoop", description = "Only hosts, links and store.")
  private boolean noHadoop;

  @Option(
      names = "--memory",
      paramLabel = "MB",
      description = "Memory each host offers to containers (default 2048).")
  private int memory = TestbedOptions.Hadoop.standard().containerMegabytes();

  @Option(
      names = "--slots",
      paramLabel = "N",
      description =
          "How many tasks each host runs at once, an application master counted: in place of"
              + " --memory (default 4).")
  private Integer slots;

  @Option(
      names = "--bundle",
      paramLabel = "JAR",
      description = "Situ's jar for all daemons and tasks (default: the one built here, if any).")
  private Path bundle;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      mapFallbackValue = "",
      description = "A Hadoop configuration key for every daemon and client.")
  private Map<String, String> conf = new TreeMap<>();

  @Option(
      names = "--subnet",
      paramLabel = "A.B.C",
      description = "The hosts' addresses are A.B.C.1 and up (default 10.66.0).")
  private String subnet = TestbedOptions.SUBNET;

  @Option(names = "--install", description = "First install the Debian packages it needs.")
  private boolean install;

  boolean install() {
    return install;
  }

  TestbedOptions toOptions() {
    return new TestbedOptions(
        hosts,
        new TestbedOptions.Storage(
            store, replica, redundancy, Optional.ofNullable(shard), storageHosts, extras()),
        Optional.ofNullable(link),
        noHadoop ? Optional.empty() : Optional.of(hadoop()),
        subnet);
  }

  private TestbedOptions.Hadoop hadoop() {
    TestbedOptions.Hadoop hadoop = new TestbedOptions.Hadoop(memory, jar(), conf);
    return slots == null ? hadoop : hadoop.withSlots(slots);
  }

  private Set<TestbedOptions.Extra> extras() {
    Set<TestbedOptions.Extra> extras = EnumSet.noneOf(TestbedOptions.Extra.class);
    if (rgw) {
      extras.add(TestbedOptions.Extra.RGW);
    }
    if (noMount) {
      extras.add(TestbedOptions.Extra.NO_MOUNT);
    }
    return extras;
  }

  private Optional<Path> jar() {
    if (bundle != null && !Files.isReadable(bundle)) {
      throw new TestbedException("there is no jar " + bundle + " to put on the class path");
    }
    return bundle != null
        ? Optional.of(bundle.toAbsolutePath().normalize())
        : Optional.ofNullable(System.getProperty("situ.testbed.bundle"))
            .map(Path::of)
            .filter(Files::isReadable);
  }
}

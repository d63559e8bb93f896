// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.state;

import io.situ.testbed.process.TestbedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a testbed shall be.
 *
 * @param hosts number of hosts, 1 to 8
 * @param store what all hosts use
 * @param link speed of each host's link in each direction as {@code tc} writes it ("1gbit"); empty
 *     for as fast as the machine is
 * @param hadoop HDFS, YARN and the history server; empty for none
 * @param subnet first three numbers of the hosts' addresses
 */
public record TestbedOptions(
    int hosts, Storage store, Optional<String> link, Optional<Hadoop> hadoop, String subnet) {

  /** The kinds of store a testbed can offer. */
  public enum StoreKind {
    /** One directory of the machine, seen by all hosts under the same path. */
    POSIX,
    /** A GlusterFS volume with bricks on every host. */
    GLUSTER,
    /** A CephFS with an OSD on every host. */
    CEPH
  }

  /** What a store has beside what its kind reports. */
  public enum Extra {
    /** A gateway for S3 objects on every host. */
    RGW,
    /** No mount anywhere: programs use the store by Situ. */
    NO_MOUNT
  }

  /**
   * The store.
   *
   * @param kind which one
   * @param replica copies of each file, on as many hosts
   * @param redundancy 0, or the number of hosts that may be lost where each file is cut over all
   *     hosts
   * @param shard size of the pieces that a file is kept in, as GlusterFS writes it ("4MB"); empty
   *     for whole files
   * @param dedicated 0 where every host holds a part of the store and runs tasks, or the number of
   *     hosts, the last ones, that hold all of it and run no tasks, while the others only mount it
   * @param extras what else, or what not
   */
  public record Storage(
      StoreKind kind,
      int replica,
      int redundancy,
      Optional<String> shard,
      int dedicated,
      Set<Extra> extras) {
    public Storage {
      extras = Set.copyOf(extras);
      check(dedicated >= 0, "--storage-hosts is a number of hosts, not " + dedicated);
      check(
          dedicated == 0 || kind != StoreKind.POSIX,
          "the posix store is on no host; leave --storage-hosts out or use --store gluster");
      check(
          dedicated == 0 || !extras.contains(Extra.RGW),
          "--rgw puts a gateway on every host; leave --storage-hosts out");
      check(replica >= 1, "a file has at least 1 replica, not " + replica);
      check(
          replica == 1 || kind != StoreKind.POSIX,
          "the posix store keeps each file once; leave --replica out or use --store gluster");
      check(redundancy >= 0, "--disperse is a number of hosts, not " + redundancy);
      check(
          kind == StoreKind.GLUSTER || redundancy == 0 && shard.isEmpty(),
          "the "
              + kind.name().toLowerCase(Locale.ROOT)
              + " store knows neither --disperse nor --shard; leave them out or use --store"
              + " gluster");
      check(
          !extras.contains(Extra.RGW) || kind == StoreKind.CEPH,
          "--rgw is a part of Ceph; use --store ceph with it");
      check(
          !extras.contains(Extra.NO_MOUNT) || kind == StoreKind.CEPH,
          "only --store ceph is used without a mount; leave --no-mount out");
      check(
          redundancy == 0 || replica == 1,
          "a file is either copied (--replica) or cut over all hosts (--disperse), not both");
      check(
          shard.isEmpty() || SHARD_FORM.matcher(shard.get()).matches(),
          "a shard's size is written like 4MB or 64MB, at least 4MB, not " + shard.orElse(""));
    }

    /** Whole files with copies. */
    public Storage(StoreKind kind, int replica) {
      this(kind, replica, 0, Optional.empty(), 0, Set.of());
    }

    /** Whether every host has a gateway for S3 objects. */
    public boolean rgw() {
      return extras.contains(Extra.RGW);
    }

    /** Whether all hosts, and the machine, mount it. */
    public boolean mounted() {
      return !extras.contains(Extra.NO_MOUNT);
    }

    /** The same with each file cut over all hosts, of which {@code lost} may be lost. */
    public Storage withRedundancy(int lost) {
      return new Storage(kind, replica, lost, shard, dedicated, extras);
    }

    /** The same with files kept in pieces of this size. */
    public Storage withShard(String size) {
      return new Storage(kind, replica, redundancy, Optional.of(size), dedicated, extras);
    }

    /** The same on the last so many hosts, which run no tasks. */
    public Storage onDedicatedHosts(int number) {
      return new Storage(kind, replica, redundancy, shard, number, extras);
    }

    /** The same with a gateway for S3 objects on every host. */
    public Storage withRgw() {
      return with(Extra.RGW);
    }

    /** The same mounted nowhere. */
    public Storage withoutMount() {
      return with(Extra.NO_MOUNT);
    }

    private int hostsOf(int all) {
      return dedicated > 0 ? dedicated : all;
    }

    private Storage with(Extra extra) {
      Set<Extra> all = new HashSet<>(extras);
      all.add(extra);
      return new Storage(kind, replica, redundancy, shard, dedicated, all);
    }

    @Override
    public String toString() {
      String name = kind.name().toLowerCase(Locale.ROOT);
      String kept =
          redundancy > 0 ? " dispersed with redundancy " + redundancy : " with replica " + replica;
      return kind == StoreKind.POSIX
          ? name
          : name
              + kept
              + shard.map(size -> " in shards of " + size).orElse("")
              + (dedicated > 0 ? " on the last " + dedicated : "")
              + (rgw() ? " and RGW" : "")
              + (mounted() ? "" : " without a mount");
    }
  }

  /**
   * Hadoop's daemons.
   *
   * @param containerMegabytes memory that each host's NodeManager offers to containers
   * @param bundle Situ's jar for the class path of every daemon and task, if it is there
   * @param conf configuration keys set in every site file, over the testbed's own
   */
  public record Hadoop(int containerMegabytes, Optional<Path> bundle, Map<String, String> conf) {

    /** Memory of each task, and of an application master. */
    public static final int TASK_MEGABYTES = 512;

    public Hadoop {
      conf = Map.copyOf(conf);
      check(
          containerMegabytes >= 1024,
          "a host needs at least 1024 MB for containers, not " + containerMegabytes);
    }

    /** 2 GB for containers on each host, no bundle, nothing set. */
    public static Hadoop standard() {
      return new Hadoop(2048, Optional.empty(), Map.of());
    }

    /**
     * The same with memory for so many containers at once on each host, of which an application
     * master is one.
     */
    public Hadoop withSlots(int slots) {
      check(slots >= 2, "a host runs at least 2 tasks at once, not " + slots);
      return new Hadoop(slots * TASK_MEGABYTES, bundle, conf);
    }

    /** The same with Situ's jar on every class path. */
    public Hadoop withBundle(Path jar) {
      return new Hadoop(containerMegabytes, Optional.of(jar), conf);
    }

    /** The same with these configuration keys. */
    public Hadoop withConf(Map<String, String> keys) {
      return new Hadoop(containerMegabytes, bundle, keys);
    }
  }

  public static final String SUBNET = "10.66.0";
  public static final int MAX_HOSTS = 8;

  private static final String CONF = "conf.";
  private static final String EXTRA = "store.";
  private static final Pattern LINK_FORM = Pattern.compile("[1-9][0-9]{0,5}[kmg]bit");
  private static final Pattern SHARD_FORM = Pattern.compile("([4-9]|[1-9][0-9]{1,3})MB");
  private static final Pattern SUBNET_FORM =
      Pattern.compile("[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");

  /**
   * Checks the values.
   *
   * @throws TestbedException if one is out of range; the message says which and what is allowed
   */
  public TestbedOptions {
    check(hosts >= 1 && hosts <= MAX_HOSTS, "a testbed has 1 to 8 hosts, not " + hosts);
    check(
        store.dedicated() < hosts,
        "of "
            + hosts
            + " hosts at least one runs tasks, so --storage-hosts is at most "
            + (hosts - 1)
            + ", not "
            + store.dedicated());
    int storing = store.hostsOf(hosts);
    check(
        store.replica() <= storing,
        "with "
            + storing
            + " hosts a file has at most "
            + storing
            + " replicas, not "
            + store.replica());
    check(
        store.redundancy() * 2 < storing,
        "for --disperse "
            + store.redundancy()
            + " there must be at least "
            + (2 * store.redundancy() + 1)
            + " hosts, not "
            + storing);
    check(
        link.isEmpty() || LINK_FORM.matcher(link.get()).matches(),
        "a link speed is written like 1gbit or 200mbit, not " + link.orElse(""));
    check(
        SUBNET_FORM.matcher(subnet).matches(),
        "a subnet is written as three numbers like " + SUBNET + ", not " + subnet);
  }

  /** Hosts on unshaped links with Hadoop, on one shared directory. */
  public static TestbedOptions posix(int hosts) {
    return new TestbedOptions(
        hosts,
        new Storage(StoreKind.POSIX, 1),
        Optional.empty(),
        Optional.of(Hadoop.standard()),
        SUBNET);
  }

  /** Hosts on unshaped links with Hadoop, on a GlusterFS volume. */
  public static TestbedOptions gluster(int hosts, int replica) {
    return new TestbedOptions(
        hosts,
        new Storage(StoreKind.GLUSTER, replica),
        Optional.empty(),
        Optional.of(Hadoop.standard()),
        SUBNET);
  }

  /** Hosts on unshaped links with Hadoop, on a CephFS. */
  public static TestbedOptions ceph(int hosts, int replica) {
    return new TestbedOptions(
        hosts,
        new Storage(StoreKind.CEPH, replica),
        Optional.empty(),
        Optional.of(Hadoop.standard()),
        SUBNET);
  }

  /** The same with such a store. */
  public TestbedOptions withStore(Storage other) {
    return new TestbedOptions(hosts, other, link, hadoop, subnet);
  }

  /** The same with links of this speed. */
  public TestbedOptions withLink(String speed) {
    return new TestbedOptions(hosts, store, Optional.of(speed), hadoop, subnet);
  }

  /** The same without HDFS and YARN. */
  public TestbedOptions withoutHadoop() {
    return new TestbedOptions(hosts, store, link, Optional.empty(), subnet);
  }

  /** The same with Hadoop as described. */
  public TestbedOptions withHadoop(Hadoop description) {
    return new TestbedOptions(hosts, store, link, Optional.of(description), subnet);
  }

  /** Bytes per second that each host's link carries in each direction; empty for no limit. */
  public OptionalLong linkRate() {
    if (link.isEmpty()) {
      return OptionalLong.empty();
    }
    String speed = link.get();
    int unit = speed.length() - "gbit".length();
    long factor =
        switch (speed.charAt(unit)) {
          case 'k' -> 1_000;
          case 'm' -> 1_000_000;
          default -> 1_000_000_000;
        };
    return OptionalLong.of(Long.parseLong(speed.substring(0, unit)) * factor / Byte.SIZE);
  }

  /** Number of hosts that hold a part of the store. */
  public int storageHosts() {
    return store.hostsOf(hosts);
  }

  /** Number of hosts that run HDFS and tasks. */
  public int computeHosts() {
    return hosts - store.dedicated();
  }

  /**
   * Whether a host holds a part of the store.
   *
   * @param host its number, 1 for the first
   */
  public boolean storesOn(int host) {
    return host > hosts - storageHosts();
  }

  /**
   * Whether a host runs a DataNode and tasks.
   *
   * @param host its number, 1 for the first
   */
  public boolean computesOn(int host) {
    return host <= computeHosts();
  }

  Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty("hosts", Integer.toString(hosts));
    properties.setProperty("store", store.kind().name());
    properties.setProperty("replica", Integer.toString(store.replica()));
    properties.setProperty("disperse", Integer.toString(store.redundancy()));
    store.shard().ifPresent(size -> properties.setProperty("shard", size));
    properties.setProperty("storage-hosts", Integer.toString(store.dedicated()));
    store.extras().forEach(extra -> properties.setProperty(EXTRA + extra, ""));
    properties.setProperty("subnet", subnet);
    link.ifPresent(speed -> properties.setProperty("link", speed));
    hadoop.ifPresent(
        description -> {
          properties.setProperty("memory", Integer.toString(description.containerMegabytes()));
          description.bundle().ifPresent(jar -> properties.setProperty("bundle", jar.toString()));
          description.conf().forEach((key, value) -> properties.setProperty(CONF + key, value));
        });
    return properties;
  }

  static TestbedOptions fromProperties(Properties properties) {
    return new TestbedOptions(
        Integer.parseInt(properties.getProperty("hosts")),
        new Storage(
            StoreKind.valueOf(properties.getProperty("store")),
            Integer.parseInt(properties.getProperty("replica")),
            Integer.parseInt(properties.getProperty("disperse", "0")),
            Optional.ofNullable(properties.getProperty("shard")),
            Integer.parseInt(properties.getProperty("storage-hosts", "0")),
            extras(properties)),
        Optional.ofNullable(properties.getProperty("link")),
        Optional.ofNullable(properties.getProperty("memory"))
            .map(memory -> hadoop(Integer.parseInt(memory), properties)),
        properties.getProperty("subnet"));
  }

  private static Set<Extra> extras(Properties properties) {
    return Arrays.stream(Extra.values())
        .filter(extra -> properties.getProperty(EXTRA + extra) != null)
        .collect(Collectors.toSet());
  }

  private static Hadoop hadoop(int memory, Properties properties) {
    Map<String, String> conf = new TreeMap<>();
    properties.stringPropertyNames().stream()
        .filter(name -> name.startsWith(CONF))
        .forEach(name -> conf.put(name.substring(CONF.length()), properties.getProperty(name)));
    return new Hadoop(
        memory, Optional.ofNullable(properties.getProperty("bundle")).map(Path::of), conf);
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new TestbedException(message);
    }
  }

  @Override
  public String toString() {
    return hosts
        + (hosts == 1 ? " host" : " hosts")
        + ", store "
        + store
        + ", links "
        + link.orElse("unshaped")
        + (hadoop.isPresent() ? ", with Hadoop" : ", without Hadoop");
  }
}

package io.situ.testbed;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a testbed shall be.
 *
 * @param hosts number of hosts, 1 to 8
 * @param store what all hosts mount
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
    GLUSTER
  }

  /**
   * The store.
   *
   * @param kind which one
   * @param replica copies of each file, on as many hosts
   */
  public record Storage(StoreKind kind, int replica) {
    public Storage {
      check(replica >= 1, "a file has at least 1 replica, not " + replica);
      check(
          replica == 1 || kind == StoreKind.GLUSTER,
          "the posix store keeps each file once; leave --replica out or use --store gluster");
    }

    @Override
    public String toString() {
      String name = kind.name().toLowerCase(Locale.ROOT);
      return kind == StoreKind.GLUSTER ? name + " with replica " + replica : name;
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

    /** The same with Situ's jar on every class path. */
    public Hadoop withBundle(Path jar) {
      return new Hadoop(containerMegabytes, Optional.of(jar), conf);
    }

    /** The same with these configuration keys. */
    public Hadoop withConf(Map<String, String> keys) {
      return new Hadoop(containerMegabytes, bundle, keys);
    }
  }

  static final String SUBNET = "10.66.0";
  static final int MAX_HOSTS = 8;

  private static final String CONF = "conf.";
  private static final Pattern LINK_FORM = Pattern.compile("[1-9][0-9]{0,5}[kmg]bit");
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
        store.replica() <= hosts,
        "with "
            + hosts
            + " hosts a file has at most "
            + hosts
            + " replicas, not "
            + store.replica());
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

  Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty("hosts", Integer.toString(hosts));
    properties.setProperty("store", store.kind().name());
    properties.setProperty("replica", Integer.toString(store.replica()));
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
            Integer.parseInt(properties.getProperty("replica"))),
        Optional.ofNullable(properties.getProperty("link")),
        Optional.ofNullable(properties.getProperty("memory"))
            .map(memory -> hadoop(Integer.parseInt(memory), properties)),
        properties.getProperty("subnet"));
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

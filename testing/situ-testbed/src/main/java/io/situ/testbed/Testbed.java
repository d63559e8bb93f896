// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.hadoop.Daemons;
import io.situ.testbed.hadoop.HadoopConf;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.hadoop.HadoopJava;
import io.situ.testbed.hadoop.HadoopTools;
import io.situ.testbed.host.EtcHosts;
import io.situ.testbed.host.Host;
import io.situ.testbed.host.HostBytes;
import io.situ.testbed.host.Network;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.process.ParallelTasks;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedLock;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import io.situ.testbed.store.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Several hosts on this machine, with a store that all of them mount and stock Hadoop on it. One
 * testbed per machine. Closing it takes everything away, the store's files too.
 *
 * <p>Needs root. Not thread-safe, except {@link #run} and {@link #bytes}. Every method throws
 * {@link TestbedException} if it cannot do what it says.
 */
public final class Testbed implements AutoCloseable {

  private final Optional<TestbedLock> lock;
  private final TestbedState state;
  private final TestbedOptions options;
  private final List<Host> hosts;
  private final Network network;
  private final SharedStore store;
  private final Optional<HadoopJava> java;
  private final Optional<HadoopDaemons> hadoop;
  private final Daemons daemons;

  Testbed(TestbedState state, TestbedOptions options) {
    this(state, options, Optional.empty());
  }

  private Testbed(TestbedState state, TestbedOptions options, Optional<TestbedLock> lock) {
    this.lock = lock;
    this.state = state;
    this.options = options;
    this.hosts = Host.all(state, options);
    this.network = new Network(state, options);
    this.store = SharedStore.of(state, options);
    this.java = options.hadoop().map(description -> new HadoopJava(state, description));
    this.hadoop = java.map(launcher -> new HadoopDaemons(state, options, launcher, network));
    this.daemons = new Daemons(store, hadoop);
  }

  /**
   * Makes a testbed for this process alone, in a directory of its own beside the one that the
   * command line uses, and returns when every daemon serves. What an earlier process left there is
   * taken away first.
   */
  public static Testbed up(TestbedOptions options) {
    return new Lifecycle(TestbedState.ofPrograms()).upAlone(options);
  }

  /** The testbed that {@code bin/dev testbed up} made; close it only if it shall vanish. */
  public static Testbed current() {
    return new Lifecycle(TestbedState.standard()).current();
  }

  /**
   * Why {@link #up} cannot work here, in sentences for people; empty if it can. For tests, which
   * should then abort by an assumption.
   */
  public static List<String> obstacles(TestbedOptions options) {
    return new Lifecycle(TestbedState.ofPrograms()).obstacles(options);
  }

  /** What was asked for. */
  public TestbedOptions options() {
    return options;
  }

  /** Names of the hosts, "node1" first. */
  public List<String> hosts() {
    return hosts.stream().map(Host::name).toList();
  }

  /**
   * Where every host, and this machine, sees the store.
   *
   * @throws TestbedException if it is mounted nowhere
   */
  public Path mount() {
    if (!options.store().mounted()) {
      throw new TestbedException("the store is mounted nowhere (--no-mount); use situ://vol/");
    }
    return state.mount();
  }

  /** Situ's configuration of the store: keys without their prefix. */
  public Map<String, String> storeKeys() {
    return HadoopConf.storeKeys(state, options);
  }

  /** Hadoop's configuration directory, the same for every host and for this machine. */
  public Path confDir() {
    return state.conf();
  }

  /** A host's own directory, which outlives a restart of the host. */
  public Path disk(String host) {
    return host(host).disk();
  }

  /** What a program needs to know about the testbed, as environment variables. */
  public Map<String, String> env() {
    Map<String, String> env = new LinkedHashMap<>();
    if (options.store().mounted()) {
      env.put("SITU_TESTBED_MOUNT", mount().toString());
    }
    env.put("SITU_TESTBED_HOSTS", String.join(",", hosts()));
    if (hadoop.isPresent()) {
      env.put("SITU_TESTBED_NAMENODE", HadoopDaemons.NAME_NODE);
      env.put("HADOOP_CONF_DIR", confDir().toString());
      env.put("JAVA_HOME", HadoopJava.home().toString());
    }
    return env;
  }

  /** Runs a program on a host to its end, with {@link #env} and in the host's root directory. */
  public HostCommandResult run(String host, String... argv) {
    return Commands.result(host(host).enter(Path.of("/"), env(), List.of(argv)), "");
  }

  /** Runs one of Hadoop's commands on the first host, for example {@code "hdfs", "dfs", "-ls"}. */
  public HostCommandResult hadoop(String tool, String... arguments) {
    return Commands.result(hadoopCommand(hosts().get(0), tool, List.of(arguments)), "");
  }

  /** Starts a daemon, such as {@code "datanode"}, that belongs on the host. */
  public void startDaemon(String host, String daemon) {
    daemons.start(host(host), daemon);
  }

  /** Ends a daemon in good order. */
  public void stopDaemon(String host, String daemon) {
    daemons.stop(host(host), daemon);
  }

  /** Ends a daemon as a crash does. */
  public void killDaemon(String host, String daemon) {
    daemons.kill(host(host), daemon);
  }

  /** The daemons that belong on a host, with whether each runs. */
  public Map<String, Boolean> daemons(String host) {
    Map<String, Boolean> all = new LinkedHashMap<>();
    daemons.on(host(host)).forEach(name -> all.put(name, daemons.alive(host(host), name)));
    return all;
  }

  /**
   * The most memory, in bytes, that a daemon has had resident since it started, or since {@link
   * #resetPeakMemory}.
   */
  public long peakMemory(String host, String daemon) {
    return daemons.peakMemory(host(host), daemon);
  }

  /** Has {@link #peakMemory} begin with what the daemon has resident now. */
  public void resetPeakMemory(String host, String daemon) {
    daemons.resetPeakMemory(host(host), daemon);
  }

  /** Ends a host as a power cut does; its directory stays. */
  public void stopHost(String host) {
    host(host).halt();
  }

  /** Starts a host that was stopped, with its store and its daemons; waits for the store. */
  public void startHost(String host) {
    Host one = host(host);
    if (!one.up()) {
      one.boot();
      network.connect(one);
      store.rejoin(one, hosts);
      hadoop.ifPresent(all -> all.rejoin(one));
    }
  }

  /** Whether the host runs. */
  public boolean isUp(String host) {
    return host(host).up();
  }

  /** Whether the host runs and has the store mounted, if it shall be. */
  public boolean isMounted(String host) {
    return host(host).up() && (!options.store().mounted() || store.mounted(host(host)));
  }

  /** Sets the host's link down: packets are lost, without notice. */
  public void setLinkDown(String host) {
    host(host).init();
    network.cut(host);
  }

  /** Sets the host's link up again. */
  public void restoreLink(String host) {
    host(host).init();
    network.restore(host);
  }

  /** Whether the host's link is up. */
  public boolean isLinked(String host) {
    return network.isLinkUp(host(host).name());
  }

  /** What crossed each host's link since the host started. */
  public Map<String, HostBytes> bytes() {
    Map<String, HostBytes> bytes = new LinkedHashMap<>();
    hosts().forEach(host -> bytes.put(host, network.bytes(host)));
    return bytes;
  }

  /**
   * Bytes that OSDs or bricks wrote to their disks since they started: all copies, and what they
   * note for themselves; not what the store's other daemons write. What clients keep in memory is
   * not written yet, nor is what the kernel keeps of processes that were ended. 0 for a store
   * without daemons.
   */
  public long storedBytes() {
    return hosts.stream().mapToLong(daemons::storedBytes).sum();
  }

  /** Waits until HDFS and YARN count every host; for tests that ended a daemon and started it. */
  public void awaitHadoop() {
    hadoop.ifPresent(all -> all.awaitAll(hosts));
  }

  /** Takes the testbed away: hosts, links, mounts, daemons and all files. */
  @Override
  public void close() {
    lock.ifPresentOrElse(
        held -> new Lifecycle(state).down(held), () -> new Lifecycle(state).down());
  }

  /** The same, holding the lock until it is closed. */
  Testbed alone(TestbedLock held) {
    return new Testbed(state, options, Optional.of(held));
  }

  /** Makes everything; the caller holds the lock and has written the plan. */
  void create() {
    TestbedState.write(state.etc().resolve("hosts"), network.hostsFile());
    TestbedState.write(
        state.etc().resolve("nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files\n");
    copyBootScript();
    EtcHosts.ofMachine()
        .put(network.hostsFile().lines().filter(line -> line.contains("\tnode")).toList());
    network.create();
    for (Host host : hosts) {
      host.boot();
      network.connect(host);
    }
    java.ifPresent(launcher -> new HadoopConf(state, options, launcher.classPath()).write());
    ParallelTasks.together(
        () -> store.create(hosts), () -> hadoop.ifPresent(all -> all.create(hosts)));
  }

  /** Starts the hosts and daemons that are down. */
  void repair() {
    boolean repaired = false;
    for (Host host : hosts) {
      if (!host.up()) {
        startHost(host.name());
        repaired = true;
      }
      for (String daemon : daemons.on(host)) {
        if (!daemons.alive(host, daemon)) {
          daemons.start(host, daemon);
          repaired = true;
        }
      }
    }
    if (repaired) {
      awaitHadoop();
    }
  }

  /** Returns the command that runs one of Hadoop's commands on a host, with {@link #env}. */
  public List<String> hadoopCommand(String host, String tool, List<String> arguments) {
    HadoopJava launcher =
        java.orElseThrow(
            () -> new TestbedException("this testbed was made without Hadoop (--no-hadoop)"));
    return host(host)
        .enter(currentDirectory(), env(), HadoopTools.command(launcher, tool, arguments));
  }

  List<String> command(String host, List<String> argv) {
    return host(host).enter(currentDirectory(), env(), argv);
  }

  private static Path currentDirectory() {
    return Path.of("").toAbsolutePath();
  }

  private Host host(String name) {
    return hosts.stream()
        .filter(host -> host.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new TestbedException(
                    "there is no host " + name + "; there are " + String.join(", ", hosts())));
  }

  private void copyBootScript() {
    try (var in = Testbed.class.getResourceAsStream("boot.sh")) {
      Files.write(state.etc().resolve("boot.sh"), in.readAllBytes());
    } catch (IOException e) {
      throw new TestbedException("cannot write in " + state.etc() + ": " + e.getMessage(), e);
    }
  }
}

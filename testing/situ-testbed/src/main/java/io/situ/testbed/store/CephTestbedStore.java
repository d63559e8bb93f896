// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.store;

import io.situ.testbed.host.Host;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedDirectories;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import io.situ.testing.ceph.CephCluster;
import io.situ.testing.ceph.CephHosts;
import io.situ.testing.ceph.CephPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A CephFS: an OSD on every host that holds the store, the monitor, the manager and a metadata
 * server on the first of these, a standby of that on the second, and, unless it shall not be
 * mounted, a FUSE mount on every host and on the machine.
 */
public final class CephTestbedStore implements SharedStore {

  private static final String MOUNT = "ceph-fuse";

  private final TestbedState state;
  private final TestbedOptions options;
  private final List<Host> hosts;
  private final CephCluster cluster;

  CephTestbedStore(TestbedState state, TestbedOptions options) {
    this.state = state;
    this.hosts = Host.all(state, options);
    this.options = options;
    List<CephPlan.Node> nodes =
        hosts.stream()
            .filter(host -> options.storesOn(host.number()))
            .map(
                host ->
                    new CephPlan.Node(
                        host.name(), options.subnet() + "." + host.number(), host.disk()))
            .toList();
    int gateways = options.store().rgw() ? nodes.size() : 0;
    CephPlan plan = new CephPlan(folder(state), nodes, options.store().replica(), false, gateways);
    this.cluster = new CephCluster(plan, new Programs());
  }

  private final class Programs implements CephHosts {
    @Override
    public String run(String host, List<String> argv, String input) {
      return Commands.run(host(host).enter(argv.toArray(String[]::new)), input);
    }

    @Override
    public void launch(String host, String name, List<String> argv) {
      host(host).launch(name, Map.of(), argv);
    }
  }

  private static Path folder(TestbedState state) {
    return state.etc().resolve("ceph");
  }

  /** Configuration of Situ's store on this where it is not mounted. */
  public static Map<String, String> mountlessKeys(TestbedState state) {
    Map<String, String> keys = new TreeMap<>(keys(state));
    keys.putAll(Map.of("driver", "ceph", "mount", "none", "root", "/"));
    return keys;
  }

  /** Configuration of Situ's store on this beside its root. */
  public static Map<String, String> keys(TestbedState state) {
    return Map.of("conf", folder(state).resolve("ceph.conf").toString(), "user", CephPlan.USER);
  }

  /** Configuration of the store {@code s3}, whose bucket is made by the user of it. */
  public static Map<String, String> bucketKeys(TestbedState state) {
    Map<String, String> keys = new TreeMap<>(keys(state));
    keys.put("driver", "rgw");
    keys.put("bucket", "data");
    // The gateway of the same host; the machine, which has none, asks that of the first.
    String port = ":" + CephPlan.S3_PORT;
    keys.put("endpoint", "http://localhost" + port + ",http://node1" + port);
    keys.put("credentials", folder(state).resolve("s3.credentials").toString());
    return keys;
  }

  private Host host(String name) {
    return hosts.stream().filter(host -> host.name().equals(name)).findFirst().orElseThrow();
  }

  @Override
  public void create(List<Host> all) {
    cluster.create();
    if (!options.store().mounted()) {
      return;
    }
    all.parallelStream().forEach(this::mount);
    ProcessRecord record = state.outer("machine-mount");
    List<String> mounting = ProcessRecord.recording(record.file(), cluster.mounting(state.mount()));
    Commands.detach(
        Commands.concat(List.of("setsid"), mounting), state.dir().resolve("machine.log"));
    Await.until(
        "mount CephFS on this machine",
        () -> !TestbedDirectories.mountsBelow(state.mount()).isEmpty());
  }

  @Override
  public void rejoin(Host host, List<Host> all) {
    daemons(host).forEach(name -> start(host, name));
    if (options.store().mounted()) {
      mount(host);
    }
  }

  private void mount(Host host) {
    host.launch(MOUNT, Map.of(), cluster.mounting(state.mount()));
    Path log = host.log(MOUNT);
    Await.until(
        "mount CephFS on " + host.name() + "; see " + log,
        () -> {
          if (host.hasEnded(MOUNT)) {
            String last = Commands.lastLine(Files.readString(log));
            throw new TestbedException(
                MOUNT + " on " + host.name() + " ended: " + last + "; see " + log);
          }
          return mounted(host);
        });
  }

  @Override
  public boolean mounted(Host host) {
    String mount = " " + state.mount() + " ";
    try (var lines = Files.lines(host.root().resolve("proc/1/mountinfo"))) {
      return lines.anyMatch(line -> line.contains(mount) && line.contains(" fuse.ceph-fuse "));
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public List<String> daemons(Host host) {
    return options.storesOn(host.number()) ? cluster.daemonsOn(host.name()) : List.of();
  }

  @Override
  public List<String> writers(Host host) {
    return options.storesOn(host.number()) ? List.of(CephCluster.OSD) : List.of();
  }

  @Override
  public void start(Host host, String name) {
    cluster.startDaemon(host.name(), name);
    cluster.awaitDaemon(host.name(), name);
  }
}

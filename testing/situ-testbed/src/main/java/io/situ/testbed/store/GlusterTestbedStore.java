// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.store;

import io.situ.testbed.host.Host;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.state.TestbedDirectories;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A GlusterFS volume named {@code vol}: a glusterd on every host that holds the store, the bricks
 * in these hosts' own directories, a FUSE mount on every host and on the machine.
 */
final class GlusterTestbedStore implements SharedStore {

  private static final String GLUSTERD = "glusterd";
  private static final String BRICK = "brick";
  private static final String VOLUME = "vol";

  private final TestbedState state;
  private final TestbedOptions options;

  GlusterTestbedStore(TestbedState state, TestbedOptions options) {
    this.state = state;
    this.options = options;
  }

  @Override
  public void create(List<Host> hosts) {
    List<Host> servers = servers(hosts);
    servers.forEach(this::startGlusterd);
    servers.forEach(this::awaitGlusterd);
    Host first = servers.get(0);
    for (Host other : servers.subList(1, servers.size())) {
      gluster(first, "peer", "probe", other.name());
    }
    Await.until("join the hosts to one GlusterFS pool", () -> connected(first) == servers.size());
    createVolume(first);
    hosts.parallelStream().forEach(host -> mount(host, hosts));
    mountOnMachine(first);
    servers.forEach(host -> awaitClients(host, hosts));
  }

  @Override
  public void rejoin(Host host, List<Host> hosts) {
    if (stores(host)) {
      startGlusterd(host);
      awaitGlusterd(host);
      awaitBricks(host);
    }
    mount(host, hosts);
    if (stores(host)) {
      awaitClients(host, hosts);
    }
  }

  private boolean stores(Host host) {
    return options.storesOn(host.number());
  }

  private List<Host> servers(List<Host> hosts) {
    return hosts.stream().filter(this::stores).toList();
  }

  @Override
  public boolean mounted(Host host) {
    String mount = " " + state.mount() + " ";
    try (var lines = Files.lines(host.root().resolve("proc/1/mountinfo"))) {
      return lines.anyMatch(line -> line.contains(mount) && line.contains(" fuse.glusterfs "));
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public List<String> daemons(Host host) {
    return stores(host) ? List.of(GLUSTERD, BRICK) : List.of();
  }

  @Override
  public List<String> writers(Host host) {
    return stores(host) ? List.of(BRICK) : List.of();
  }

  @Override
  public void start(Host host, String name) {
    if (name.equals(GLUSTERD)) {
      startGlusterd(host);
    } else {
      startBricks(host);
    }
  }

  @Override
  public List<Long> pids(Host host, String name) {
    return name.equals(BRICK) ? bricks(host) : SharedStore.super.pids(host, name);
  }

  private void startGlusterd(Host host) {
    host.launch(GLUSTERD, Map.of(), List.of("glusterd", "-N", "--log-level", "WARNING"));
  }

  private void awaitGlusterd(Host host) {
    Await.until(
        "start glusterd on " + host.name(),
        () -> Commands.result(host.enter("gluster", "pool", "list"), "").exitCode() == 0);
  }

  /** Ids, on the host, of its brick processes. */
  private List<Long> bricks(Host host) {
    List<Long> pids = new ArrayList<>();
    Path folder = host.root().resolve("run/gluster/vols").resolve(VOLUME);
    try (var files = Files.newDirectoryStream(folder, "*.pid")) {
      for (Path file : files) {
        String pid = Files.readString(file).strip();
        Path name = host.root().resolve("proc").resolve(pid).resolve("comm");
        if (!pid.isEmpty() && Files.exists(name) && Files.readString(name).startsWith("gluster")) {
          pids.add(Long.parseLong(pid));
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    return pids;
  }

  private void startBricks(Host host) {
    gluster(host, "volume", "start", VOLUME, "force");
    awaitBricks(host);
    awaitClients(host, Host.all(state, options));
  }

  private void awaitBricks(Host host) {
    Await.until("start the bricks of " + host.name(), () -> bricks(host).size() == bricksPerHost());
  }

  /**
   * A client looks for a brick that was down every few seconds; before it has found it, it writes
   * to the other replicas only. What each client knows is in its mount's {@code .meta}.
   */
  private void awaitClients(Host server, List<Host> hosts) {
    List<Path> mounts = new ArrayList<>(List.of(state.mount()));
    hosts.stream()
        .filter(Host::up)
        .forEach(host -> mounts.add(host.root().resolve(state.mount().toString().substring(1))));
    List<String> bricks = brickList();
    for (int number = 0; number < bricks.size(); number++) {
      if (bricks.get(number).startsWith(server.name() + ":")) {
        String client = ".meta/graphs/active/" + VOLUME + "-client-" + number + "/private";
        for (Path mount : mounts) {
          Await.until(
              "connect all clients with the bricks of " + server.name(),
              () -> Files.readString(mount.resolve(client)).contains("connected = 1"));
        }
      }
    }
  }

  /** As few as make the number of all bricks a multiple of the replica count. */
  private int bricksPerHost() {
    int replica = options.store().replica();
    return IntStream.rangeClosed(1, replica)
        .filter(count -> options.storageHosts() * count % replica == 0)
        .findFirst()
        .orElseThrow();
  }

  /** Bricks in rounds over the hosts, so that neighbours, which are replicas, never share one. */
  private List<String> brickList() {
    List<String> bricks = new ArrayList<>();
    for (int round = 1; round <= bricksPerHost(); round++) {
      for (Host host : servers(Host.all(state, options))) {
        bricks.add(host.name() + ":" + host.disk().resolve("brick" + round));
      }
    }
    return bricks;
  }

  private void createVolume(Host host) {
    List<String> create = new ArrayList<>(List.of("volume", "create", VOLUME));
    if (options.store().replica() > 1) {
      create.addAll(List.of("replica", Integer.toString(options.store().replica())));
    }
    int redundancy = options.store().redundancy();
    if (redundancy > 0) {
      String all = Integer.toString(options.storageHosts());
      create.addAll(List.of("disperse", all, "redundancy", Integer.toString(redundancy)));
    }
    create.addAll(brickList());
    create.add("force");
    gluster(host, create.toArray(String[]::new));
    if (options.store().shard().isPresent()) {
      String size = options.store().shard().get();
      gluster(host, "volume", "set", VOLUME, "features.shard", "on");
      gluster(host, "volume", "set", VOLUME, "features.shard-block-size", size);
    }
    gluster(host, "volume", "set", VOLUME, "network.ping-timeout", "10");
    gluster(host, "volume", "start", VOLUME);
  }

  private void mount(Host host, List<Host> hosts) {
    Host server = stores(host) ? host : servers(hosts).get(0);
    host.run(
        "mount",
        "-t",
        "glusterfs",
        "-o",
        "acl,log-level=WARNING",
        server.name() + ":/" + VOLUME,
        state.mount().toString());
  }

  private void mountOnMachine(Host server) {
    List<String> argv =
        List.of(
            "glusterfs",
            "--no-daemon",
            "--acl",
            "--log-level=WARNING",
            "--log-file=" + state.dir().resolve("machine.log"),
            "--volfile-server=" + server.name(),
            "--volfile-id=/" + VOLUME,
            state.mount().toString());
    ProcessRecord record = state.outer("machine-mount");
    Commands.detach(
        Commands.concat(List.of("setsid"), ProcessRecord.recording(record.file(), argv)),
        state.dir().resolve("machine.log"));
    Await.until(
        "mount the volume on this machine",
        () -> !TestbedDirectories.mountsBelow(state.mount()).isEmpty());
  }

  private static long connected(Host host) {
    return gluster(host, "pool", "list").lines().filter(line -> line.contains("Connected")).count();
  }

  private static String gluster(Host host, String... argv) {
    return Commands.run(Commands.concat(host.enter("gluster", "--mode=script"), List.of(argv)));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.testing.ceph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A small real Ceph cluster with one file system. Not thread-safe. */
public final class CephCluster {

  /** Programs that must be there, with the Debian package of each. */
  public static final List<List<String>> PROGRAMS =
      List.of(
          List.of("ceph", "ceph-common"),
          List.of("ceph-mon", "ceph-mon"),
          List.of("ceph-mgr", "ceph-mgr"),
          List.of("ceph-osd", "ceph-osd"),
          List.of("ceph-mds", "ceph-mds"),
          List.of("ceph-fuse", "ceph-fuse"));

  /** Name of the daemon of each host that writes to its disk. */
  public static final String OSD = "osd";

  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final Pattern STATES =
      Pattern.compile("<state_name>([^<]*)</state_name><count>([0-9]+)</count>");
  private static final String MON = "mon";
  private static final String MGR = "mgr";
  private static final String MDS = "mds";
  private static final String RGW = "rgw";

  /** What gateways need beside {@link #PROGRAMS}. */
  public static final List<List<String>> S3_PROGRAMS =
      List.of(List.of("radosgw", "radosgw"), List.of("radosgw-admin", "radosgw"));

  private final CephPlan plan;
  private final CephHosts hosts;

  public CephCluster(CephPlan plan, CephHosts hosts) {
    this.plan = plan;
    this.hosts = hosts;
  }

  public CephPlan plan() {
    return plan;
  }

  /** Makes the cluster, in directories where nothing is yet, and waits until it serves. */
  public void create() {
    write();
    String first = plan.nodes().get(0).name();
    hosts.run(first, program("ceph-mon", "--mkfs", "-i", "a"), "");
    startDaemon(first, MON);
    List<String> commands = new ArrayList<>();
    List<String> uuids = new ArrayList<>();
    for (int id = 0; id < plan.nodes().size(); id++) {
      uuids.add(UUID.randomUUID().toString());
      commands.add("osd new " + uuids.get(id) + " " + id);
    }
    commands.add("osd pool create cephfs_metadata 8");
    commands.add("osd pool create " + CephPlan.DATA_POOL + " 32");
    commands.add("fs new " + CephPlan.FILE_SYSTEM + " cephfs_metadata " + CephPlan.DATA_POOL);
    commands.add("fs set " + CephPlan.FILE_SYSTEM + " session_timeout 30");
    ceph(commands);
    startDaemon(first, MGR);
    plan.nodes().stream().limit(2).forEach(node -> startDaemon(node.name(), MDS));
    plan.nodes().parallelStream().forEach(node -> makeOsd(node, uuids));
    awaitHealthy();
    if (plan.gateways() > 0) {
      makeS3User();
      plan.nodes().stream().limit(plan.gateways()).forEach(node -> startDaemon(node.name(), RGW));
      plan.nodes().stream().limit(plan.gateways()).forEach(node -> awaitDaemon(node.name(), RGW));
    }
  }

  /** A user who may make buckets and learn how the gateway keeps them; this makes the pools too. */
  private void makeS3User() {
    String access = CephPlan.secret();
    String secret = CephPlan.secret();
    List<String> argv =
        program("radosgw-admin", "user", "create", "--uid", CephPlan.USER, "--display-name");
    argv.addAll(List.of(CephPlan.USER, "--access-key", access, "--secret", secret));
    argv.addAll(List.of("--caps", "buckets=read"));
    hosts.run(plan.nodes().get(0).name(), argv, "");
    try {
      Files.writeString(plan.s3Credentials(), CephPlan.s3CredentialsText(access, secret));
      Files.setPosixFilePermissions(
          plan.s3Credentials(), PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write() {
    try {
      Files.createDirectories(plan.dir().resolve("crash"));
      for (CephPlan.Node node : plan.nodes()) {
        for (String daemon : daemonsOn(node.name())) {
          Files.createDirectories(node.data(daemon));
        }
      }
      Files.writeString(plan.conf(), plan.confText());
      Files.writeString(plan.keyring(), plan.keyringText());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeOsd(CephPlan.Node node, List<String> uuids) {
    int id = plan.nodes().indexOf(node);
    List<String> mkfs =
        program("ceph-osd", "--mkfs", "-i", Integer.toString(id), "--osd-uuid", uuids.get(id));
    hosts.run(node.name(), mkfs, "");
    startDaemon(node.name(), OSD);
  }

  /** Names of the daemons that belong on a host. */
  public List<String> daemonsOn(String host) {
    int id = idOf(host);
    List<String> daemons = new ArrayList<>(id == 0 ? List.of(MON, MGR) : List.of());
    if (id <= 1) {
      daemons.add(MDS);
    }
    daemons.add(OSD);
    if (id < plan.gateways()) {
      daemons.add(RGW);
    }
    return daemons;
  }

  private int idOf(String host) {
    for (int id = 0; id < plan.nodes().size(); id++) {
      if (plan.nodes().get(id).name().equals(host)) {
        return id;
      }
    }
    throw new IllegalArgumentException("the cluster has no host " + host);
  }

  /** Starts a daemon that was made by {@link #create} and does not run. */
  public void startDaemon(String host, String daemon) {
    if (daemon.equals(RGW)) {
      hosts.launch(host, daemon, program("radosgw", "-f", "-n", "client.rgw." + host));
      return;
    }
    String id =
        switch (daemon) {
          case MON, MGR -> "a";
          case MDS -> host;
          default -> Integer.toString(idOf(host));
        };
    hosts.launch(host, daemon, program("ceph-" + daemon, "-f", "-i", id));
  }

  /** Waits until a daemon that was started serves: an OSD until the monitor counts it in. */
  public void awaitDaemon(String host, String daemon) {
    if (daemon.equals(OSD)) {
      await(List.of("osd info " + idOf(host)), answer -> answer.contains("<up>1</up>"));
    } else if (daemon.equals(RGW)) {
      String wait = "for i in {1..600}; do (exec 3<>/dev/tcp/127.0.0.1/%d) 2>/dev/null && exit;";
      String script = wait.formatted(CephPlan.S3_PORT) + " sleep 0.1; done; exit 1";
      hosts.run(host, List.of("bash", "-c", script), "");
    } else {
      await(List.of("status"), answer -> answer.contains("</status>"));
    }
  }

  /**
   * The program that mounts the file system while it runs, until it is ended. It reads from the
   * replica on its own host, where there is one that is known to be complete.
   */
  public List<String> mounting(Path point) {
    return program("ceph-fuse", "-f", "--localize-reads", "--id", CephPlan.USER, point.toString());
  }

  /** Waits until all daemons of all hosts serve and every object has all its copies. */
  public void awaitHealthy() {
    await(List.of("status"), this::healthy);
  }

  private void await(List<String> question, Predicate<String> good) {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    String answer = "";
    while (System.nanoTime() < end) {
      answer = ceph(question);
      if (good.test(answer)) {
        return;
      }
      pause();
    }
    throw new IllegalStateException(
        "gave up after " + TIMEOUT.toSeconds() + " s: Ceph does not serve: " + answer);
  }

  private boolean healthy(String status) {
    String osds = "<num_up_osds>" + plan.nodes().size() + "</num_up_osds>";
    if (!status.contains(osds) || !status.contains("<status>up:active</status>")) {
      return false;
    }
    Matcher states = STATES.matcher(status);
    long clean = 0;
    while (states.find()) {
      clean += states.group(1).startsWith("active+clean") ? Long.parseLong(states.group(2)) : 0;
    }
    return clean > 0 && status.contains("<num_pgs>" + clean + "</num_pgs>");
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Ceph", e);
    }
  }

  /** Runs the cluster's own administration commands in one process; answers are in XML. */
  public String ceph(List<String> commands) {
    String first = plan.nodes().get(0).name();
    List<String> argv = program("ceph", "--connect-timeout", "60", "-f", "xml");
    return hosts.run(first, argv, String.join("\n", commands) + "\n");
  }

  private List<String> program(String name, String... arguments) {
    List<String> argv = new ArrayList<>(List.of("env", "-u", "CEPH_CONF", "-u", "CEPH_ARGS", name));
    argv.addAll(List.of("-c", plan.conf().toString()));
    argv.addAll(List.of(arguments));
    return argv;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.hadoop;

import io.situ.testbed.host.Host;
import io.situ.testbed.host.Network;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stock Hadoop: the masters on the first host, a DataNode and a NodeManager on every host that runs
 * tasks.
 */
public final class HadoopDaemons {

  public static final String NAME_NODE = "hdfs://node1:8020";

  /** A daemon's name on the command line, its class, its heap and whether every worker has one. */
  enum Kind {
    NAMENODE("org.apache.hadoop.hdfs.server.namenode.NameNode", 256, false),
    RESOURCEMANAGER("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", 256, false),
    DATANODE("org.apache.hadoop.hdfs.server.datanode.DataNode", 192, true),
    NODEMANAGER("org.apache.hadoop.yarn.server.nodemanager.NodeManager", 192, true),
    HISTORYSERVER("org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer", 128, false);

    private final String main;
    private final int heap;
    private final boolean everywhere;

    Kind(String main, int heap, boolean everywhere) {
      this.main = main;
      this.heap = heap;
      this.everywhere = everywhere;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final TestbedState state;
  private final TestbedOptions options;
  private final HadoopJava java;
  private final Network network;

  public HadoopDaemons(
      TestbedState state, TestbedOptions options, HadoopJava java, Network network) {
    this.state = state;
    this.options = options;
    this.java = java;
    this.network = network;
  }

  /** What belongs on a host. */
  List<Kind> kindsOn(Host host) {
    return Stream.of(Kind.values())
        .filter(kind -> kind.everywhere ? options.computesOn(host.number()) : host.number() == 1)
        .toList();
  }

  private List<Host> workers(List<Host> hosts) {
    return hosts.stream().filter(host -> options.computesOn(host.number())).toList();
  }

  /** Starts everything on hosts that have no HDFS yet, and waits until all have joined. */
  public void create(List<Host> hosts) {
    Host first = hosts.get(0);
    start(Kind.RESOURCEMANAGER, first);
    format(first);
    start(Kind.NAMENODE, first);
    for (Host host : workers(hosts)) {
      start(Kind.DATANODE, host);
      start(Kind.NODEMANAGER, host);
    }
    Await.until("start the NameNode", () -> alive(Kind.NAMENODE, first) && listens(first, 8020));
    start(Kind.HISTORYSERVER, first);
    awaitAll(hosts);
    java.archive().begin(hosts);
  }

  /** Starts a host's daemons again; the other hosts may be down. */
  public void rejoin(Host host) {
    kindsOn(host).forEach(kind -> start(kind, host));
  }

  void start(Kind kind, Host host) {
    host.launch(
        kind.label(),
        Map.of(
            "JAVA_HOME", HadoopJava.home().toString(),
            "HADOOP_CONF_DIR", state.conf().toString()),
        java.daemon(kind.label(), kind.heap, kind.main));
  }

  int liveDataNodes(Host first) {
    return metric(first, 9870, "NameNode,name=FSNamesystemState", "NumLiveDataNodes");
  }

  int activeNodeManagers(Host first) {
    return metric(first, 8088, "ResourceManager,name=ClusterMetrics", "NumActiveNMs");
  }

  public void awaitAll(List<Host> hosts) {
    Host first = hosts.get(0);
    List<Host> workers = workers(hosts);
    Await.until(
        "join all DataNodes",
        () -> allAlive(Kind.DATANODE, workers) && liveDataNodes(first) == workers.size());
    Await.until(
        "join all NodeManagers",
        () ->
            alive(Kind.RESOURCEMANAGER, first)
                && allAlive(Kind.NODEMANAGER, workers)
                && activeNodeManagers(first) == workers.size());
    Await.until(
        "start the history server",
        () -> alive(Kind.HISTORYSERVER, first) && listens(first, 10020));
  }

  private static boolean allAlive(Kind kind, List<Host> hosts) {
    return hosts.stream().allMatch(host -> alive(kind, host));
  }

  /** True, or an exception that says what the daemon said before it ended. */
  private static boolean alive(Kind kind, Host host) {
    if (host.hasEnded(kind.label())) {
      throw new TestbedException(
          "the "
              + kind.label()
              + " on "
              + host.name()
              + " ended: "
              + reason(host.log(kind.label())));
    }
    return true;
  }

  private static String reason(Path log) {
    try (var lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains(" ERROR ") || line.contains(" Exiting with status"))
          .reduce((a, b) -> b)
          .orElse("no reason given")
          .concat("; see " + log);
    } catch (IOException e) {
      return "see " + log;
    }
  }

  private void format(Host first) {
    List<String> arguments =
        List.of(Kind.NAMENODE.main, "-format", "-nonInteractive", "-clusterid", "situ");
    Commands.run(Commands.concat(first.enter(), java.client(Kind.NAMENODE.heap, arguments)));
  }

  private boolean listens(Host host, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(network.address(host), port), 500);
      return true;
    }
  }

  /** One number of a daemon's {@code /jmx} page; -1 while the daemon does not answer. */
  private int metric(Host host, int port, String bean, String name) {
    URI uri =
        URI.create(
            "http://" + network.address(host) + ":" + port + "/jmx?qry=Hadoop:service=" + bean);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(2)).build();
    try {
      String page =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
      Matcher matcher = Pattern.compile('"' + name + "\"\\s*:\\s*([0-9]+)").matcher(page);
      return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while waiting", e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesResponse;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.util.Records;

/**
 * A server of the protocol that clients of a ResourceManager speak, with a state for each
 * application and some nodes, or of one on standby. It refuses all other calls.
 */
public final class FakeResourceManager implements AutoCloseable {

  private static final int NODE_PORT = 8041;

  private final Optional<YarnApplicationState> state;
  private final List<String> hosts;
  private final boolean standby;
  private final long millis;
  private final Server server;

  /**
   * Starts one at a free port of this host.
   *
   * @param state of each application; empty if it knows none
   * @param hosts of its nodes
   */
  public FakeResourceManager(Optional<YarnApplicationState> state, List<String> hosts) {
    this(state, hosts, false, 0);
  }

  private FakeResourceManager(
      Optional<YarnApplicationState> state, List<String> hosts, boolean standby, long millis) {
    this.state = state;
    this.hosts = List.copyOf(hosts);
    this.standby = standby;
    this.millis = millis;
    Configuration conf = new YarnConfiguration();
    Object protocol =
        Proxy.newProxyInstance(
            FakeResourceManager.class.getClassLoader(),
            new Class<?>[] {ApplicationClientProtocol.class},
            (proxy, method, args) -> answer(method.getName(), args[0]));
    server =
        YarnRPC.create(conf)
            .getServer(
                ApplicationClientProtocol.class,
                protocol,
                new InetSocketAddress("localhost", 0),
                conf,
                null,
                1);
    server.start();
  }

  /** Starts one that has to be made active before it answers calls. */
  public static FakeResourceManager onStandby() {
    return new FakeResourceManager(Optional.empty(), List.of(), true, 0);
  }

  /** Starts one that knows no application, and thinks for some time about each call. */
  public static FakeResourceManager slow(long millis) {
    return new FakeResourceManager(Optional.empty(), List.of(), false, millis);
  }

  private Object answer(String method, Object request)
      throws YarnException, StandbyException, InterruptedException {
    Thread.sleep(millis);
    if (standby) {
      throw new StandbyException("this one is on standby");
    }
    return switch (method) {
      case "getApplicationReport" -> application((GetApplicationReportRequest) request);
      case "getClusterNodes" ->
          GetClusterNodesResponse.newInstance(hosts.stream().map(this::node).toList());
      default -> throw new YarnException("no " + method + " here");
    };
  }

  private GetApplicationReportResponse application(GetApplicationReportRequest request)
      throws ApplicationNotFoundException {
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(request.getApplicationId());
    report.setYarnApplicationState(
        state.orElseThrow(() -> new ApplicationNotFoundException("no such application")));
    return GetApplicationReportResponse.newInstance(report);
  }

  private NodeReport node(String host) {
    NodeReport node = Records.newRecord(NodeReport.class);
    node.setNodeId(NodeId.newInstance(host, NODE_PORT));
    return node;
  }

  /** Returns the configuration with which clients find it. */
  public Map<String, String> client() {
    return Map.of(YarnConfiguration.RM_ADDRESS, "localhost:" + server.getPort());
  }

  @Override
  public void close() {
    server.stop();
  }

  /**
   * Prints its port and serves until the standard input ends.
   *
   * @param args the state of each application, or "-" if it knows none; then the hosts of its nodes
   */
  public static void main(String[] args) throws IOException {
    List<String> words = List.of(args);
    Optional<YarnApplicationState> state =
        Optional.of(words.get(0))
            .filter(word -> !word.equals("-"))
            .map(YarnApplicationState::valueOf);
    try (FakeResourceManager one = new FakeResourceManager(state, words.subList(1, words.size()))) {
      System.out.println(one.server.getPort());
      while (System.in.read() >= 0) {
        continue;
      }
    }
    System.exit(0);
  }
}

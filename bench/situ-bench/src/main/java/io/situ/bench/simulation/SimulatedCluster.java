// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.simulation;

import io.situ.bench.simulation.SimulatedHost.Running;
import io.situ.mapreduce.cost.CostModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Hosts and a ResourceManager that gives containers as YARN's schedulers do: on a host that is
 * asked for, and elsewhere only if that is allowed and enough hosts have been passed over. Masters
 * and hosts report once a second. Not thread-safe.
 */
public final class SimulatedCluster {

  /**
   * What became of a job's map phase.
   *
   * @param seconds to the end of its last map task
   * @param averageSeconds to the end of a host's last map task, on average over all hosts
   * @param remoteShare the part of its bytes that was read on a host that was not asked for
   */
  public record Result(double seconds, double averageSeconds, double remoteShare) {}

  private static final double STEP = 0.25;
  private static final int STEPS_A_HEARTBEAT = 4;
  private static final long NANOS = 1_000_000_000L;
  private static final int DELAY = 40;
  private static final double DEATH = 20;
  private static final int LOST_AFTER_SECONDS = 10;
  private static final double MOST_SECONDS = 100_000;

  private final Scenario scenario;
  private final CostModel costs = CostModel.of(new Configuration(false));
  private final Map<String, SimulatedHost> hosts = new LinkedHashMap<>();
  private final List<Client> clients = new ArrayList<>();
  private final List<SimulatedHost> order;
  private final Random random = new Random(11);
  private double now;

  /** What the ResourceManager knows of one application, and what it has for it. */
  private static final class Client {
    final SimulatedMaster master;
    final ApplicationAttemptId id;
    final Map<String, ResourceRequest> table = new HashMap<>();
    final List<Container> given = new ArrayList<>();
    final List<ContainerStatus> ended = new ArrayList<>();
    final List<NodeReport> nodes = new ArrayList<>();
    long containers;
    int passedOver;
    final Map<String, Double> ends = new HashMap<>();
    double end;
    long local;
    long remote;

    Client(SimulatedMaster master, int number) {
      this.master = master;
      this.id = ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, number), 1);
    }

    int count(String name) {
      ResourceRequest ask = table.get(name);
      return ask == null ? 0 : ask.getNumContainers();
    }

    void lessen(String name) {
      ResourceRequest ask = table.get(name);
      if (ask != null && ask.getNumContainers() > 0) {
        ask.setNumContainers(ask.getNumContainers() - 1);
      }
    }
  }

  private SimulatedCluster(Scenario scenario) {
    this.scenario = scenario;
    for (int i = 0; i < scenario.hosts(); i++) {
      hosts.put(Scenario.host(i), new SimulatedHost(scenario, i));
    }
    this.order = new ArrayList<>(hosts.values());
  }

  /**
   * Runs map phases side by side.
   *
   * @param jobs all of which start at once
   * @param edited whether Situ's code edits what their masters ask for
   * @return in their order
   */
  public static List<Result> run(Scenario scenario, List<SimulatedJob> jobs, boolean edited) {
    SimulatedCluster cluster = new SimulatedCluster(scenario);
    for (SimulatedJob job : jobs) {
      cluster.clients.add(new Client(new SimulatedMaster(job, edited), cluster.clients.size() + 1));
    }
    cluster.run();
    return cluster.clients.stream().map(cluster::result).toList();
  }

  private Result result(Client client) {
    double ends = client.ends.values().stream().mapToDouble(end -> end).sum();
    return new Result(
        client.end,
        ends / hosts.size(),
        (double) client.remote / Math.max(1, client.local + client.remote));
  }

  private void run() {
    for (long step = 0; clients.stream().anyMatch(c -> !c.master.isDone()); step++) {
      if (now > MOST_SECONDS) {
        throw new IllegalStateException("the map phase does not end: " + scenario);
      }
      if (step % STEPS_A_HEARTBEAT == 0) {
        clients.forEach(this::heartbeat);
        scheduling();
      }
      now += STEP;
      for (SimulatedHost host : order) {
        host.run(STEP).forEach(task -> ended(host, task));
      }
      dying();
    }
  }

  private void ended(SimulatedHost host, Running task) {
    Client client = client(task);
    client.master.ended();
    client.end = now;
    client.ends.put(host.name(), now);
    client.ended.add(ContainerStatus.newInstance(task.container(), ContainerState.COMPLETE, "", 0));
  }

  private Client client(Running task) {
    return clients.stream().filter(c -> c.master == task.master()).findFirst().orElseThrow();
  }

  private void dying() {
    if (scenario.dead() < 0 || now < DEATH) {
      return;
    }
    SimulatedHost host = hosts.get(Scenario.host(scenario.dead()));
    if (!host.isDead() && now >= DEATH) {
      deaths = host.die();
    } else if (deaths != null && now >= DEATH + LOST_AFTER_SECONDS) {
      for (Running task : deaths) {
        Client client = client(task);
        client.master.lost(task.task());
        client.ended.add(
            ContainerStatus.newInstance(task.container(), ContainerState.COMPLETE, "", -100));
      }
      clients.forEach(c -> c.nodes.add(lostNode(host)));
      deaths = null;
    }
  }

  private List<Running> deaths;

  private static NodeReport lostNode(SimulatedHost host) {
    return NodeReport.newInstance(
        NodeId.newInstance(host.name(), 1),
        NodeState.LOST,
        "",
        NetworkTopology.DEFAULT_RACK,
        Resource.newInstance(0, 0),
        Resource.newInstance(0, 0),
        0,
        "",
        0);
  }

  private void heartbeat(Client client) {
    long nanos = (long) (now * NANOS);
    for (ResourceRequest ask : client.master.heartbeat(nanos)) {
      client.table.put(ask.getResourceName(), ResourceRequest.clone(ask));
    }
    List<Container> given = List.copyOf(client.given);
    AllocateResponse response =
        AllocateResponse.newBuilder()
            .allocatedContainers(given)
            .completedContainersStatuses(List.copyOf(client.ended))
            .updatedNodes(List.copyOf(client.nodes))
            .build();
    client.given.clear();
    client.ended.clear();
    client.nodes.clear();
    client.master.answered(response, nanos);
    given.forEach(container -> start(client, container));
  }

  private void start(Client client, Container container) {
    SimulatedHost host = hosts.get(container.getNodeId().getHost());
    client
        .master
        .assign(container)
        .ifPresent(
            task -> {
              if (task.hosts().contains(host.name())) {
                client.local += task.bytes();
              } else {
                client.remote += task.bytes();
              }
              host.start(new Running(client.master, container.getId(), task), costs);
            });
  }

  /** Every host reports once, in any order; applications take turns. */
  private void scheduling() {
    Collections.shuffle(order, random);
    for (SimulatedHost host : order) {
      int refused = 0;
      for (int turn = 0; host.hasRoom() && refused < clients.size(); turn++) {
        refused = give(clients.get(turn % clients.size()), host) ? 0 : refused + 1;
      }
    }
  }

  private boolean give(Client client, SimulatedHost host) {
    if (client.master.lost() > client.given.stream().filter(SimulatedCluster::isLost).count()) {
      return grant(client, host, SimulatedMaster.LOST);
    }
    String any = ResourceRequest.ANY;
    if (client.count(any) == 0) {
      return false;
    }
    boolean here = client.count(host.name()) > 0 && client.count(NetworkTopology.DEFAULT_RACK) > 0;
    if (!here) {
      client.passedOver++;
      if (!client.table.get(any).getRelaxLocality()
          || client.passedOver <= Math.min(DELAY, hosts.size())) {
        return false;
      }
    } else {
      client.passedOver = 0;
      client.lessen(host.name());
    }
    client.lessen(NetworkTopology.DEFAULT_RACK);
    client.lessen(any);
    return grant(client, host, SimulatedMaster.MAP);
  }

  private static boolean isLost(Container container) {
    return container.getPriority().getPriority() == SimulatedMaster.LOST;
  }

  private static boolean grant(Client client, SimulatedHost host, int priority) {
    host.grant();
    client.given.add(
        Container.newInstance(
            ContainerId.newContainerId(client.id, ++client.containers),
            NodeId.newInstance(host.name(), 1),
            "",
            Resource.newInstance(1024, 1),
            Priority.newInstance(priority),
            null));
    return true;
  }
}

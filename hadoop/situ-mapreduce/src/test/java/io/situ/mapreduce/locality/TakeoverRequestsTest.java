// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.cost.TakeoverPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
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
import org.junit.jupiter.api.Test;

/** Three hosts with a slot each; a map takes 20 s, and 2 s more where its bytes are not. */
class TakeoverRequestsTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Resource SIZE = Resource.newInstance(1024, 1);
  private static final ApplicationAttemptId APPLICATION =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);

  private final TakeoverRequests requests =
      new TakeoverRequests(
          new TakeoverPlan(20, 2, Map.of("node1", 1, "node2", 1, "node3", 1)),
          30_000,
          host -> host.equals("node3") ? "/far" : "/near");

  /** What the ResourceManager has after what was sent. */
  private final Map<String, ResourceRequest> table = new LinkedHashMap<>();

  private int heartbeats = 1;
  private long containers;

  @Test
  void whileHostsEndTogetherNoHostTakesOver() {
    send(0, ask("node1", 1), ask("node2", 1), ask("node3", 1), ask("/near", 2), ask("*", 3));
    grant(1, "node1", "node2", "node3");
    send(2, ask("node1", 0), ask("node2", 0), ask("node3", 0), ask("/near", 0), ask("*", 0));

    assertThat(table.values()).allMatch(ask -> ask.getNumContainers() == 0);
  }

  @Test
  void anIdleHostTakesOverAtOnceWhatWouldEndLaterOnItsOwn() {
    send(0, ask("node1", 3), ask("/near", 3), ask("*", 3));

    assertThat(count("node1")).isEqualTo(3);
    assertThat(count("node2")).isEqualTo(1);
    assertThat(count("node3")).isEqualTo(1);
    assertThat(table.get("*").getRelaxLocality()).isFalse();
    assertThat(table.get("/near").getRelaxLocality()).isFalse();
  }

  @Test
  void theRackOfAHostThatTakesOverIsAskedForToo() {
    send(0, ask("node1", 3), ask("/near", 3), ask("*", 3));

    assertThat(count("/far")).isEqualTo(1);
    assertThat(count("/near")).isEqualTo(4);
    assertThat(table.get("/far").getRelaxLocality()).isFalse();
  }

  @Test
  void whatWasTakenOverIsNotAskedForAgain() {
    send(0, ask("node1", 2), ask("/near", 2), ask("*", 2));
    assertThat(count("node2") + count("node3")).isEqualTo(1);
    grant(1, "node1", count("node2") == 1 ? "node2" : "node3");
    send(2, ask("node1", 0), ask("/near", 0), ask("*", 0));

    assertThat(count("node2")).isZero();
    assertThat(count("node3")).isZero();
    assertThat(count("/near")).isZero();
  }

  @Test
  void aHostGetsTimeToGiveItsSlotsAndIsThenLeftForOthers() {
    send(0, ask("node1", 1), ask("/near", 1), ask("*", 1));
    assertThat(count("node2")).isZero();
    send(2);
    assertThat(count("node2")).isZero();
    send(4);

    assertThat(count("node2") + count("node3")).as("4 s are more than the network costs").isOne();
  }

  @Test
  void aHostThatIsSlowLosesItsTasksToOthers() {
    send(0, ask("node1", 2), ask("node2", 2), ask("/near", 4), ask("*", 4));
    grant(0, "node1", "node2", "node3");
    send(1, ask("node1", 1), ask("node2", 1), ask("/near", 2), ask("*", 1));
    end(11, 2, 3);
    send(12, ask("node2", 0), ask("/near", 1));

    // Node1's task runs for 11 s where others took 10; its next one would end in more than 12 s.
    send(30);
    assertThat(count("node2") + count("node3")).isOne();
  }

  @Test
  void aLostHostIsNotAskedToTakeOver() {
    lose(0, "node2");
    send(1, ask("node1", 9), ask("/near", 9), ask("*", 9));

    assertThat(count("node2")).isZero();
    assertThat(count("node3")).isOne();
  }

  @Test
  void whatAHostHadThatDiedAfterATakeoverIsCountedNoMore() {
    send(0, ask("node1", 2), ask("/near", 2), ask("*", 2));
    String taker = count("node2") == 1 ? "node2" : "node3";
    grant(1, "node1", taker);
    requests.answered(
        AllocateResponse.newBuilder()
            .allocatedContainers(List.of())
            .completedContainersStatuses(List.of(status(2, -100)))
            .updatedNodes(List.of(lost(taker)))
            .build(),
        5 * SECOND);
    // The map that died asks at another priority, for any host.
    ResourceRequest again = ResourceRequest.newInstance(Priority.newInstance(5), "*", SIZE, 1);
    AllocateRequest request = request(ask("node1", 0), ask("/near", 0), ask("*", 0), again);
    requests.edit(request, 6 * SECOND);

    assertThat(request.getAskList()).contains(again);
    assertThat(request.getAskList())
        .filteredOn(ask -> ask.getPriority().getPriority() == 20)
        .allMatch(ask -> ask.getNumContainers() == 0);
  }

  @Test
  void aHostThatGivesNothingIsAskedBehindOthers() {
    send(0, ask("node1", 2), ask("/near", 2), ask("*", 2));
    grant(1, "node1");
    send(2, ask("node1", 1), ask("/near", 1), ask("*", 1));
    String first = count("node2") == 1 ? "node2" : "node3";
    for (int second = 3; second < 10; second++) {
      send(second);
    }

    assertThat(count(first)).isZero();
    assertThat(count("node2") + count("node3")).isOne();
  }

  @Test
  void withoutAnyContainerWhatWaitsMayRunAnywhere() {
    send(0, ask("node1", 1), ask("/near", 1), ask("*", 1));
    send(31);

    assertThat(table.get("*").getRelaxLocality()).isTrue();
    grant(32, "node1");
    send(33, ask("node1", 1), ask("*", 1));
    assertThat(table.get("*").getRelaxLocality()).isFalse();
  }

  @Test
  void tasksWithoutHostsRunAnywhereOnceNoOtherWaits() {
    send(0, ask("node1", 1), ask("/near", 1), ask("*", 2));
    assertThat(table.get("*").getRelaxLocality()).isFalse();
    grant(1, "node1");
    send(2, ask("node1", 0), ask("/near", 0), ask("*", 1));
    assertThat(table.get("*").getRelaxLocality()).isTrue();

    send(3, ask("node2", 1), ask("/near", 1), ask("*", 2));
    assertThat(table.get("*").getRelaxLocality()).isFalse();
  }

  @Test
  void tasksRunAnywhereWhereNoneHasAHost() {
    send(0, ask("*", 3));
    assertThat(table.get("*").getRelaxLocality()).isTrue();
  }

  @Test
  void everythingIsSentAgainToAResourceManagerThatForgot() {
    send(0, ask("node1", 3), ask("/near", 3), ask("*", 3));
    table.clear();
    heartbeats = 0;
    send(1, ask("node1", 3), ask("/near", 3), ask("*", 3));

    assertThat(count("node2")).isOne();
    assertThat(count("node1")).isEqualTo(3);
  }

  /** Another ResourceManager was active meanwhile, and gave what was asked for here before. */
  @Test
  void whatWasAskedForBeforeAResourceManagerForgotCountsNoMore() {
    send(0, ask("node1", 3), ask("/near", 3), ask("*", 3));
    grant(1, "node3");
    lose(1, "node3");
    table.clear();
    heartbeats = 0;
    send(60, ask("node2", 2), ask("/near", 2), ask("*", 2));

    assertThat(count("node2")).isEqualTo(2);
    assertThat(count("node1") + count("node3")).as("one task waits behind another").isOne();
    assertThat(table.get("*").getRelaxLocality()).as("nothing has waited for long").isFalse();
    end(61, 1);
    send(62, ask("node2", 0), ask("/near", 0), ask("*", 0));
    assertThat(table.values()).allMatch(ask -> ask.getNumContainers() == 0);
  }

  /** Containers go on under the next ResourceManager. */
  @Test
  void aHostThatWorksUnderAnotherResourceManagerIsNotIdle() {
    send(0, ask("node1", 4), ask("node2", 1), ask("node3", 1), ask("/near", 5), ask("*", 6));
    grant(1, "node1", "node2", "node3");
    send(2, ask("node1", 3), ask("node2", 0), ask("node3", 0), ask("/near", 3), ask("*", 3));
    table.clear();
    heartbeats = 0;
    send(3, ask("node1", 3), ask("/near", 3), ask("*", 3));
    assertThat(count("node2") + count("node3")).isZero();

    end(4, 2);
    send(4);
    assertThat(count("node2")).as("it is idle now").isOne();
  }

  @Test
  void aHostThatWasLostToAnotherResourceManagerMayTakeOver() {
    lose(0, "node2");
    lose(0, "node3");
    heartbeats = 0;
    send(1, ask("node1", 2), ask("/near", 2), ask("*", 2));

    assertThat(count("node2") + count("node3")).isOne();
  }

  @Test
  void callersRequestsStayAsTheyAre() {
    ResourceRequest own = ask("*", 2);
    send(0, ask("node1", 2), own);

    assertThat(own.getRelaxLocality()).isTrue();
    assertThat(own.getNumContainers()).isEqualTo(2);
  }

  /** The ResourceManager refuses others, which ends the job. */
  @Test
  void onlyTheRequestForAnyHostHasANodeLabel() {
    ResourceRequest any = ask("*", 3);
    any.setNodeLabelExpression("fast");
    send(0, ask("node1", 3), ask("/near", 3), any);

    assertThat(count("node2")).isOne();
    assertThat(count("/far")).isOne();
    assertThat(table.get("*").getNodeLabelExpression()).isEqualTo("fast");
    assertThat(table.values())
        .filteredOn(ask -> !ask.getResourceName().equals("*"))
        .allMatch(ask -> ask.getNodeLabelExpression() == null);
  }

  @Test
  void aJobThatAsksForANodeLabelHasNoTakeovers() {
    Configuration job = new Configuration(false);
    job.set("situ.mapreduce.locality", "auto");
    new TakeoverPlan(20, 2, Map.of("node1", 1)).write(job);
    assertThat(LocalityRequests.of(job)).isInstanceOf(TakeoverRequests.class);

    for (String key :
        List.of("mapreduce.map.node-label-expression", "mapreduce.job.node-label-expression")) {
      Configuration labelled = new Configuration(job);
      labelled.set(key, "fast");
      assertThat(LocalityRequests.of(labelled)).isInstanceOf(StrictResourceRequests.class);
    }
  }

  private int count(String name) {
    return table.containsKey(name) ? table.get(name).getNumContainers() : 0;
  }

  private AllocateRequest request(ResourceRequest... asks) {
    return AllocateRequest.newInstance(heartbeats++, 0, List.of(asks), List.of(), null);
  }

  private void send(int second, ResourceRequest... asks) {
    AllocateRequest request = request(asks);
    requests.edit(request, second * SECOND);
    request.getAskList().forEach(ask -> table.put(ask.getResourceName(), ask));
  }

  private void grant(int second, String... hosts) {
    List<Container> given = new ArrayList<>();
    for (String host : hosts) {
      given.add(
          Container.newInstance(
              id(++containers),
              NodeId.newInstance(host, 1),
              "",
              SIZE,
              Priority.newInstance(20),
              null));
    }
    answer(second, given, List.of());
  }

  private void end(int second, long... numbers) {
    List<ContainerStatus> ended = new ArrayList<>();
    for (long number : numbers) {
      ended.add(status(number, 0));
    }
    answer(second, List.of(), ended);
  }

  private void answer(int second, List<Container> given, List<ContainerStatus> ended) {
    requests.answered(
        AllocateResponse.newBuilder()
            .allocatedContainers(given)
            .completedContainersStatuses(ended)
            .updatedNodes(List.of())
            .build(),
        second * SECOND);
  }

  private void lose(int second, String host) {
    requests.answered(
        AllocateResponse.newBuilder()
            .allocatedContainers(List.of())
            .completedContainersStatuses(List.of())
            .updatedNodes(List.of(lost(host)))
            .build(),
        second * SECOND);
  }

  private static ContainerId id(long number) {
    return ContainerId.newContainerId(APPLICATION, number);
  }

  private static ContainerStatus status(long number, int exit) {
    return ContainerStatus.newInstance(id(number), ContainerState.COMPLETE, "", exit);
  }

  private static NodeReport lost(String host) {
    return NodeReport.newInstance(
        NodeId.newInstance(host, 1), NodeState.LOST, "", "/near", SIZE, SIZE, 0, "", 0);
  }

  private static ResourceRequest ask(String name, int count) {
    return ResourceRequest.newInstance(Priority.newInstance(20), name, SIZE, count);
  }
}

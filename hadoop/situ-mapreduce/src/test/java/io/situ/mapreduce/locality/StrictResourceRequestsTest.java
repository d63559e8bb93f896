// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.Test;

class StrictResourceRequestsTest {

  private static final long SECOND = 1_000_000_000L;

  private final StrictResourceRequests asks = new StrictResourceRequests(30_000);

  @Test
  void mapsMayRunOnlyOnTheirHosts() {
    List<ResourceRequest> sent = asks.tighten(map("node1", "/default-rack", "*"), 0);

    assertThat(sent)
        .extracting(ResourceRequest::getResourceName, ResourceRequest::getRelaxLocality)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("node1", true),
            org.assertj.core.groups.Tuple.tuple("/default-rack", false),
            org.assertj.core.groups.Tuple.tuple("*", false));
  }

  @Test
  void callersAsksStayAsTheyAre() {
    List<ResourceRequest> own = map("*");

    asks.tighten(own, 0);

    assertThat(own.get(0).getRelaxLocality()).isTrue();
  }

  @Test
  void reducersAndFailedMapsPassUntouched() {
    ResourceRequest reduce = ask(10, "*", 1);
    ResourceRequest failedMap = ask(5, "*", 1);

    assertThat(asks.tighten(List.of(reduce, failedMap), 0)).containsExactly(reduce, failedMap);
  }

  @Test
  void starvingMapsAreLetGoAndTheRestIsHeldAgain() {
    asks.tighten(map("node1", "*"), 0);
    assertThat(asks.tighten(List.of(), 29 * SECOND)).isEmpty();

    List<ResourceRequest> relaxed = asks.tighten(List.of(), 31 * SECOND);
    assertThat(relaxed).hasSize(2).allMatch(ResourceRequest::getRelaxLocality);
    assertThat(asks.tighten(List.of(), 32 * SECOND)).isEmpty();

    asks.allocated(List.of(container(20)), 33 * SECOND);
    assertThat(asks.tighten(List.of(), 34 * SECOND))
        .filteredOn(ask -> ask.getResourceName().equals("*"))
        .singleElement()
        .matches(ask -> !ask.getRelaxLocality());
  }

  @Test
  void theClockStartsWithTheFirstAsk() {
    asks.tighten(List.of(), 0);
    asks.tighten(map("node1", "*"), 100 * SECOND);

    assertThat(asks.tighten(List.of(), 120 * SECOND)).isEmpty();
    assertThat(asks.tighten(List.of(), 131 * SECOND)).hasSize(2);
  }

  @Test
  void aReducersContainerDoesNotFeedAMap() {
    asks.tighten(map("node1", "*"), 0);
    asks.allocated(List.of(container(10)), 29 * SECOND);

    assertThat(asks.tighten(List.of(), 31 * SECOND)).hasSize(2);
  }

  @Test
  void mapsOfASlowHostGoElsewhereOnceAnotherHostHasNoneLeft() {
    asks.tighten(List.of(ask(20, "node1", 1), ask(20, "node3", 5), ask(20, "*", 6)), 0);
    asks.allocated(List.of(container(20)), 10 * SECOND);
    asks.tighten(List.of(ask(20, "node1", 0), ask(20, "*", 5)), 11 * SECOND);
    for (int maps = 4, second = 20; second < 40; maps--, second += 10) {
      asks.allocated(List.of(container(20)), second * SECOND);
      assertThat(asks.tighten(nodeThree(maps), (second + 1) * SECOND))
          .filteredOn(ask -> ask.getResourceName().equals("*"))
          .singleElement()
          .matches(ask -> !ask.getRelaxLocality());
    }

    assertThat(asks.tighten(List.of(), 41 * SECOND))
        .hasSize(2)
        .allMatch(ResourceRequest::getRelaxLocality);
    asks.allocated(List.of(container(20)), 42 * SECOND);
    assertThat(asks.tighten(nodeThree(2), 43 * SECOND))
        .as("the host without maps of its own goes on taking others'")
        .hasSize(2)
        .allMatch(ResourceRequest::getRelaxLocality);
  }

  @Test
  void whileEveryHostHasMapsOfItsOwnAnyContainerFeedsAll() {
    asks.tighten(List.of(ask(20, "node1", 9), ask(20, "node3", 9), ask(20, "*", 18)), 0);
    for (int second = 10; second < 100; second += 10) {
      asks.allocated(List.of(container(20)), second * SECOND);
      assertThat(asks.tighten(List.of(), (second + 5) * SECOND)).isEmpty();
    }
  }

  @Test
  void aHostThatGetsMapsAgainIsFedLikeTheOthers() {
    asks.tighten(List.of(ask(20, "node1", 1), ask(20, "node3", 5), ask(20, "*", 6)), 0);
    asks.tighten(List.of(ask(20, "node1", 0), ask(20, "*", 5)), SECOND);
    asks.tighten(List.of(ask(20, "node1", 2), ask(20, "*", 7)), 20 * SECOND);
    asks.allocated(List.of(container(20)), 25 * SECOND);

    assertThat(asks.tighten(List.of(), 54 * SECOND)).isEmpty();
    assertThat(asks.tighten(List.of(), 56 * SECOND)).hasSize(3);
  }

  /** Another ResourceManager was active meanwhile, and gave what was asked for here before. */
  @Test
  void whatWasAskedForBeforeAResourceManagerForgotCountsNoMore() {
    asks.edit(request(1, ask(20, "node1", 2), ask(20, "*", 2)), 0);
    asks.edit(request(2), 31 * SECOND);
    AllocateRequest first = request(0, ask(20, "node3", 1), ask(20, "*", 1));
    asks.edit(first, 100 * SECOND);

    assertThat(first.getAskList())
        .extracting(ResourceRequest::getResourceName)
        .containsExactly("node3", "*");
    assertThat(first.getAskList().get(1).getRelaxLocality()).isFalse();
    asks.allocated(List.of(container(20)), 125 * SECOND);
    AllocateRequest later = request(1);
    asks.edit(later, 140 * SECOND);
    assertThat(later.getAskList()).as("node3 is the only host, and was fed").isEmpty();
  }

  private static AllocateRequest request(int responseId, ResourceRequest... asks) {
    return AllocateRequest.newInstance(responseId, 0, List.of(asks), List.of(), null);
  }

  private static List<ResourceRequest> nodeThree(int maps) {
    return List.of(ask(20, "node3", maps), ask(20, "*", maps));
  }

  private static List<ResourceRequest> map(String... names) {
    return java.util.Arrays.stream(names).map(name -> ask(20, name, 1)).toList();
  }

  private static ResourceRequest ask(int priority, String name, int count) {
    return ResourceRequest.newInstance(
        Priority.newInstance(priority), name, Resource.newInstance(1024, 1), count);
  }

  private static Container container(int priority) {
    return Container.newInstance(
        null, null, "node1:0", Resource.newInstance(1024, 1), Priority.newInstance(priority), null);
  }
}

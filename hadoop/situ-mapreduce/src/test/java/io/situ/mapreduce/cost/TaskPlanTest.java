// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TaskPlanTest {

  private static final double MB = 1 << 20;
  private static final TaskPlan.Limits FREE = new TaskPlan.Limits(1e12, 1);

  private static CostModel costs(double start) {
    return new CostModel(start, 16 * MB, 100 * MB, OptionalDouble.empty());
  }

  private static HostCapacity[] hosts(int count, int slots, double processors) {
    HostCapacity[] hosts = new HostCapacity[count];
    Arrays.fill(hosts, new HostCapacity(slots, processors, 0));
    return hosts;
  }

  /** Returns how many tasks each host has for the megabytes that it holds, the last are nowhere. */
  private static long[] tasks(HostCapacity[] hosts, double... megabytes) {
    double[] work = Arrays.stream(megabytes).map(each -> each * MB).toArray();
    return TaskPlan.choose(costs(5), hosts, work, FREE).tasks();
  }

  @Test
  void evenWorkFillsEachHostOnce() {
    assertThat(tasks(hosts(3, 4, 4), 1000, 1050, 980, 0)).containsExactly(4, 4, 4, 0);
  }

  @Test
  void slotsThatShareAProcessorAreWorthOneTask() {
    assertThat(tasks(hosts(3, 8, 0.67), 170, 170, 170, 0)).containsExactly(1, 1, 1, 0);
  }

  @Test
  void thereAreFewTasksWhereStartingIsDear() {
    double[] work = {200 * MB, 200 * MB, 0};

    long cheap = tasks(TaskPlan.choose(costs(1), hosts(2, 8, 8), work, FREE));
    long dear = tasks(TaskPlan.choose(costs(300), hosts(2, 8, 8), work, FREE));

    assertThat(cheap).isEqualTo(16);
    assertThat(dear).isEqualTo(2);
  }

  @Test
  void smallFilesAreOneTaskForEachHost() {
    assertThat(tasks(hosts(3, 8, 8), 10, 10, 10, 0)).containsExactly(1, 1, 1, 0);
  }

  @Test
  void aHostWithAllTheDataHasTasksForTheOthers() {
    double[] work = {8000 * MB, 0, 0, 0, 0};

    TaskPlan plan = TaskPlan.choose(costs(5), hosts(4, 4, 4), work, FREE);

    assertThat(plan.tasks()[0]).isGreaterThanOrEqualTo(16);
    double alone = costs(5).taskSeconds(2000 * MB);
    assertThat(plan.seconds()).isLessThan(alone / 2);
  }

  @Test
  void nothingIsTakenOverWhereTheNetworkCostsMoreThanWaiting() {
    CostModel slowNetwork = new CostModel(5, 16 * MB, 0.1 * MB, OptionalDouble.empty());
    double[] work = {8000 * MB, 0, 0};

    TaskPlan plan = TaskPlan.choose(slowNetwork, hosts(2, 4, 4), work, FREE);

    assertThat(plan.tasks()).containsExactly(4, 0, 0);
  }

  @Test
  void limitsHold() {
    double[] work = {1000 * MB, 100 * MB, 0};

    TaskPlan small =
        TaskPlan.choose(costs(5), hosts(2, 2, 2), work, new TaskPlan.Limits(100 * MB, 1));
    TaskPlan large =
        TaskPlan.choose(costs(0), hosts(2, 8, 8), work, new TaskPlan.Limits(1e12, 500 * MB));

    assertThat(small.tasks()[0]).isGreaterThanOrEqualTo(10);
    assertThat(large.tasks()).containsExactly(2, 1, 0);
  }

  @Test
  void otherWorkOnAHostTakesItsPart() {
    HostCapacity busy = new HostCapacity(4, 4, 4);

    assertThat(busy.lanes()).isEqualTo(4);
    assertThat(busy.laneSpeed()).isEqualTo(0.5);
    assertThat(busy.worth()).isEqualTo(2);
  }

  @Test
  void whereThereIsNoHostThereIsNoRoom() {
    assertThat(new TaskPlan(new long[] {1}, 0, 1, 0).room(new HostCapacity[0])).isNegative();
  }

  @Test
  void roomIsThatOfTheFullestHostWithAllTasksOfNoHost() {
    HostCapacity[] hosts = hosts(3, 8, 8);
    double[] work = {10 * MB, 10 * MB, 10 * MB, 10 * MB};

    assertThat(TaskPlan.of(costs(5), hosts, work, new long[] {1, 3, 2, 2}).room(hosts))
        .isEqualTo(3);
    assertThat(TaskPlan.of(costs(5), hosts, work, new long[] {9, 1, 1, 0}).room(hosts))
        .isEqualTo(-1);
  }

  private static long tasks(TaskPlan plan) {
    return Arrays.stream(plan.tasks()).sum();
  }
}

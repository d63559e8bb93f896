// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.cost.BalancedHostAssignment.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("hadoop-3.4-long")
class BalancedHostAssignmentTest {

  @RepeatedTest(200)
  void fullestHostIsWithinOneItemOfTheBestThereIs(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int hosts = 2 + random.nextInt(3);
    List<Item> items = randomItems(random, 1 + random.nextInt(9), hosts, 1 + random.nextInt(100));

    long ours = fullest(items, BalancedHostAssignment.assign(items, hosts), hosts);

    long largest = items.stream().mapToLong(Item::bytes).max().orElse(0);
    assertThat(ours).isLessThanOrEqualTo(best(items, hosts) + largest);
  }

  @RepeatedTest(200)
  void equalItemsAreAsEvenAsTheirReplicasAllow(RepetitionInfo repetition) {
    Random random = new Random(1000 + repetition.getCurrentRepetition());
    int hosts = 2 + random.nextInt(3);
    List<Item> items = randomItems(random, 1 + random.nextInt(9), hosts, 1);

    long ours = fullest(items, BalancedHostAssignment.assign(items, hosts), hosts);

    assertThat(ours).isEqualTo(best(items, hosts));
  }

  @RepeatedTest(200)
  void hostsOfUnequalSpeedEndTogetherAsFarAsOneItemAllows(RepetitionInfo repetition) {
    Random random = new Random(2000 + repetition.getCurrentRepetition());
    double[] rates = random.doubles(2 + random.nextInt(2), 0.25, 2).toArray();
    List<Item> items = randomItems(random, 1 + random.nextInt(8), rates.length, 50);

    int[] chosen = BalancedHostAssignment.assign(items, rates);

    double item = items.stream().mapToLong(Item::bytes).max().orElse(0);
    double slowest = Arrays.stream(rates).min().orElse(1);
    assertThat(latest(items, chosen, rates))
        .isLessThanOrEqualTo(best(items, 0, new long[rates.length], rates) + item / slowest + 1e-9);
  }

  @Test
  void aMillionItemsThatOnlyChainsCanEven() {
    int hosts = 1_000;
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 1_000_000; i++) {
      // Most of the data lies on the first tenth of the hosts, each overlapping with the next one.
      int host = i % 10 < 8 ? i % (hosts / 10) : i % hosts;
      items.add(new Item(64 << 20, new int[] {host, (host + 1) % hosts}));
    }

    int[] chosen = BalancedHostAssignment.assign(items, hosts);

    long[] load = new long[hosts];
    IntStream.range(0, chosen.length).forEach(i -> load[chosen[i]] += 1);
    // Nine hosts, such as 0 to 8, hold 80,000 items that no other host has: 8,889 is the least.
    assertThat(Arrays.stream(load).max().orElse(0)).isEqualTo(8_889);
  }

  private static double latest(List<Item> items, int[] chosen, double[] rates) {
    double[] time = new double[rates.length];
    IntStream.range(0, chosen.length)
        .forEach(i -> time[chosen[i]] += items.get(i).bytes() / rates[chosen[i]]);
    return Arrays.stream(time).max().orElse(0);
  }

  private static double best(List<Item> items, int index, long[] load, double[] rates) {
    if (index == items.size()) {
      return IntStream.range(0, rates.length).mapToDouble(h -> load[h] / rates[h]).max().orElse(0);
    }
    double best = Double.MAX_VALUE;
    for (int host : items.get(index).hosts()) {
      load[host] += items.get(index).bytes();
      best = Math.min(best, best(items, index + 1, load, rates));
      load[host] -= items.get(index).bytes();
    }
    return best;
  }

  @Test
  void everyItemStaysOnAHostThatHoldsIt() {
    Random random = new Random(7);
    List<Item> items = randomItems(random, 20_000, 8, 1 << 20);

    int[] chosen = BalancedHostAssignment.assign(items, 8);

    for (int i = 0; i < chosen.length; i++) {
      assertThat(items.get(i).hosts()).contains(chosen[i]);
    }
    long total = items.stream().mapToLong(Item::bytes).sum();
    assertThat(fullest(items, chosen, 8)).isLessThan(total / 8 + 2 * (1 << 20));
  }

  /** Of two copies the first is read for sure, so the second is taken only for balance. */
  @Test
  void anItemStaysOnItsBestHostWhereThatCostsNoTime() {
    Random random = new Random(11);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 128; i++) {
      int best = random.nextInt(100) < 48 ? 0 : 1 + random.nextInt(2);
      items.add(new Item(4 << 20, new int[] {best, (best + 1 + random.nextInt(2)) % 3}));
    }

    int[] chosen = BalancedHostAssignment.assign(items, 3);

    assertThat(fullest(items, chosen, 3)).isLessThanOrEqualTo(43L * (4 << 20));
    assertThat(IntStream.range(0, 128).filter(i -> items.get(i).hosts()[0] == chosen[i]).count())
        .isGreaterThanOrEqualTo(90);
  }

  @Test
  void nothingToPlace() {
    assertThat(BalancedHostAssignment.assign(List.of(), 0)).isEmpty();
  }

  private static List<Item> randomItems(Random random, int count, int hosts, int sizes) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int replicas = 1 + random.nextInt(Math.min(3, hosts));
      items.add(
          new Item(
              1 + random.nextInt(sizes),
              random.ints(0, hosts).distinct().limit(replicas).toArray()));
    }
    return items;
  }

  private static long fullest(List<Item> items, int[] chosen, int hosts) {
    long[] load = new long[hosts];
    IntStream.range(0, chosen.length).forEach(i -> load[chosen[i]] += items.get(i).bytes());
    return IntStream.range(0, hosts).mapToLong(h -> load[h]).max().orElse(0);
  }

  /** Tries every assignment. */
  private static long best(List<Item> items, int hosts) {
    return best(items, 0, new long[hosts]);
  }

  private static long best(List<Item> items, int index, long[] load) {
    if (index == items.size()) {
      return java.util.Arrays.stream(load).max().orElse(0);
    }
    long best = Long.MAX_VALUE;
    for (int host : items.get(index).hosts()) {
      load[host] += items.get(index).bytes();
      best = Math.min(best, best(items, index + 1, load));
      load[host] -= items.get(index).bytes();
    }
    return best;
  }
}

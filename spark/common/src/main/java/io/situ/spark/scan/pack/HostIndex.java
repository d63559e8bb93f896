// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Numbers the hosts of one scan. Not thread-safe. */
public final class HostIndex {

  private final UnaryOperator<String> toEngineName;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /**
   * Creates an index without hosts.
   *
   * @param toEngineName from a store's name of a host to the one that the engine knows it by
   */
  public HostIndex(UnaryOperator<String> toEngineName) {
    this.toEngineName = toEngineName;
  }

  /** Returns the numbers of hosts, new ones for those that have none; each number once. */
  int[] numbers(List<String> hosts) {
    int[] numbers = new int[hosts.size()];
    int count = 0;
    for (String host : hosts) {
      int number = indexes.computeIfAbsent(host, this::add);
      boolean known = false;
      for (int i = 0; i < count; i++) {
        known |= numbers[i] == number;
      }
      if (!known) {
        numbers[count++] = number;
      }
    }
    return Arrays.copyOf(numbers, count);
  }

  private int add(String host) {
    String name = toEngineName.apply(host);
    int known = names.indexOf(name);
    if (known < 0) {
      names.add(name);
      return names.size() - 1;
    }
    return known;
  }

  /**
   * Returns units that are only on hosts that can run tasks, where that is possible.
   *
   * @param running the names of these hosts, as the engine knows them
   */
  public List<ScanUnit> on(Set<String> running, List<ScanUnit> units) {
    boolean[] usable = new boolean[names.size()];
    for (int i = 0; i < usable.length; i++) {
      usable[i] = running.contains(names.get(i));
    }
    return units.stream().map(unit -> unit.on(usable)).toList();
  }

  /** Returns the number of a host by the engine's name; -1 for one that holds nothing. */
  int number(String name) {
    return names.indexOf(name);
  }

  String name(int number) {
    return names.get(number);
  }

  int size() {
    return names.size();
  }
}

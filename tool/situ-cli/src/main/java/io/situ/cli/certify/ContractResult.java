// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the contract's tests. Not thread-safe.
 *
 * <p>The groups come in the order in which they were run.
 */
public final class ContractResult {

  /** The tests of one group. */
  public static final class Group {
    private int passed;
    private final List<String> failures = new ArrayList<>();
    private final Map<String, Integer> skipped = new TreeMap<>();

    /** Returns how many tests passed. */
    public int passed() {
      return passed;
    }

    /** Returns each test that failed, and why. */
    public List<String> failures() {
      return List.copyOf(failures);
    }

    /** Returns how many tests were not tried, by the reason. */
    public Map<String, Integer> skipped() {
      return skipped;
    }
  }

  private final Map<String, Group> groups = new LinkedHashMap<>();
  private int tests;
  private boolean ended;
  private String running = "";

  void add(ContractLine line) {
    String name = line.group() + ", " + line.test();
    switch (line.outcome()) {
      case STARTED -> running = name;
      case PASSED -> group(line).passed++;
      case FAILED -> group(line).failures.add(line.test() + ": " + line.text());
      case SKIPPED -> group(line).skipped.merge(line.text(), 1, Integer::sum);
      case END -> ended = true;
    }
    if (line.outcome() != ContractLine.Outcome.STARTED) {
      tests++;
      running = "";
    }
  }

  private Group group(ContractLine line) {
    return groups.computeIfAbsent(line.group(), name -> new Group());
  }

  /** Returns the groups by their names. */
  public Map<String, Group> groups() {
    return groups;
  }

  /** Returns how many tests are over. */
  public int tests() {
    return tests;
  }

  /** Returns whether all tests were run. */
  public boolean isComplete() {
    return ended;
  }

  /** Returns the test that is being run; the empty text if there is none. */
  public String running() {
    return running;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sample: an attach and an update are killed once at every kind of call, of which one is before
 * it where the other is after it; servers, which take longer, at every fourth.
 */
class KilledAtSomeStepsTest extends KilledAtSteps {

  @Override
  Stream<String> places(Kind kind, List<String> calls) {
    return IntStream.range(0, calls.size())
        .filter(i -> isChosen(kind, i))
        .mapToObj(i -> calls.get(i) + (i % 2 == kind.ordinal() % 2 ? ":before" : ":after"));
  }

  private static boolean isChosen(Kind kind, int call) {
    return switch (kind) {
      case KILLED -> call % 2 == 0;
      case UPDATE_KILLED -> call % 2 == 1;
      case NAME_NODE_RESTARTED -> call % 8 == 0;
      case DATA_NODE_KILLED -> call % 8 == 2;
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sample: an attach and an update are killed at every sixth kind of call, in turn before and
 * after it; servers, which take longer, are restarted at every twelfth.
 */
class KilledAtSomeStepsTest extends KilledAtSteps {

  @Override
  Stream<String> places(Kind kind, List<String> calls) {
    return IntStream.range(0, calls.size())
        .filter(i -> isChosen(kind, i))
        .mapToObj(i -> calls.get(i) + (i / 6 % 2 == kind.ordinal() % 2 ? ":before" : ":after"));
  }

  private static boolean isChosen(Kind kind, int call) {
    return switch (kind) {
      case KILLED -> call % 6 == 0;
      case UPDATE_KILLED -> call % 6 == 3;
      case NAME_NODE_RESTARTED -> call % 12 == 4;
      case DATA_NODE_KILLED -> call % 12 == 2;
    };
  }
}

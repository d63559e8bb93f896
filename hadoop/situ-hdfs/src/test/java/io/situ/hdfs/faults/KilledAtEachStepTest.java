// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Everything right before and right after every kind of call. */
@Tag("long")
class KilledAtEachStepTest extends KilledAtSteps {

  @Override
  Stream<String> places(Kind kind, List<String> calls) {
    return calls.stream().flatMap(call -> Stream.of(call + ":before", call + ":after"));
  }
}

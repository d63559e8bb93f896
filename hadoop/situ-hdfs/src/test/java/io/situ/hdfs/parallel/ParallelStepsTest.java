// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One step for many inputs, with fewer workers than inputs. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelStepsTest {

  private static final List<Integer> INPUTS = IntStream.range(0, 10).boxed().toList();

  @AutoClose private final ParallelSteps parallel = new ParallelSteps(2);

  @Test
  void answersAreInTheOrderOfTheInputs() throws Exception {
    List<Integer> doubled = parallel.all(INPUTS, input -> 2 * input);

    assertThat(doubled).isEqualTo(INPUTS.stream().map(input -> 2 * input).toList());
  }

  @Test
  void aStepThatCallsTheWorkersItRunsOnFails() {
    assertThatThrownBy(
            () -> parallel.all(INPUTS, input -> parallel.all(INPUTS, other -> input + other)))
        .isInstanceOf(IOException.class)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a step may not wait for the workers that it runs on");
  }

  @Test
  void aStepMayCallOthersWorkers() throws Exception {
    try (ParallelSteps others = new ParallelSteps(1)) {
      List<List<Integer>> all = parallel.all(INPUTS, input -> others.all(INPUTS, other -> other));

      assertThat(all).hasSize(INPUTS.size()).containsOnly(INPUTS);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapreduce.Partitioner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that splits may share a task with, and code that they may not, each in a small class. */
class SplitIndependenceTest {

  static Stream<Class<?>> sound() {
    return Arrays.stream(SoundCode.class.getDeclaredClasses()).filter(c -> !isHelper(c));
  }

  static Stream<Class<?>> unsound() {
    return Arrays.stream(UnsoundCode.class.getDeclaredClasses()).filter(c -> !isHelper(c));
  }

  private static boolean isHelper(Class<?> type) {
    return type.getAnnotation(DelegateCode.class) != null;
  }

  private static Optional<String> objection(Class<?> type) {
    SplitIndependence code = SplitIndependence.of(type.getClassLoader());
    if (Partitioner.class.isAssignableFrom(type) || RawComparator.class.isAssignableFrom(type)) {
      code.perTask(type.getName(), "its class");
    } else {
      code.perSplit(type.getName(), "its class");
    }
    return code.objection();
  }

  @ParameterizedTest
  @MethodSource("sound")
  void whatKeepsNothingBetweenSplitsPasses(Class<?> type) {
    assertThat(objection(type)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("unsound")
  void whatIsNotShownIsRefusedWithTheReason(Class<?> type) {
    String reason = type.getAnnotation(RefusalReason.class).value();

    assertThat(objection(type)).hasValueSatisfying(clause -> assertThat(clause).contains(reason));
  }

  @Test
  void aClassWhoseFileIsNotThereIsRefused() {
    SplitIndependence code = SplitIndependence.of(getClass().getClassLoader());
    code.perSplit("no.such.Mapper", "its mapper");

    assertThat(code.objection())
        .contains("its mapper no.such.Mapper needs the class no.such.Mapper, which is not found");
  }

  @Test
  void aReducerMayDoAnythingButAskForTheNumberOfMaps() {
    SplitIndependence free = SplitIndependence.ofReduces(getClass().getClassLoader());
    free.perSplit(UnsoundCode.WritesStaticField.class.getName(), "its reducer");
    SplitIndependence asking = SplitIndependence.ofReduces(getClass().getClassLoader());
    asking.perSplit(UnsoundCode.AsksForNumberOfMaps.class.getName(), "its reducer");

    assertThat(free.objection()).isEmpty();
    assertThat(asking.objection())
        .hasValueSatisfying(clause -> assertThat(clause).endsWith("\"mapreduce.job.maps\""));
  }
}

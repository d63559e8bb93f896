// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubmittedApplicationTest {

  @Test
  void itIsNotReportedAsEnded() {
    SubmittedApplication it =
        new SubmittedApplication("run", "a.py", OptionalDouble.empty(), false, Optional.empty());

    assertThat(it.lines())
        .containsExactly(
            "a.py was submitted; whether and how it ended is not known here; no event log was"
                + " written: for a report of the next run set spark.eventLog.dir to a directory on a"
                + " shared file system, and do not set spark.eventLog.enabled to false");
    assertThat(it.toJson().path("state").asText()).isEqualTo("SUBMITTED");
    assertThat(it.toJson().has("seconds")).isFalse();
  }

  /** On YARN, where {@code spark-submit} waits for the end; its event log is elsewhere. */
  @Test
  void ofOneThatSucceededOnlyWhatItDidIsUnknown() {
    SubmittedApplication it = succeeded(Optional.of("hdfs:///logs"));

    assertThat(it.lines())
        .containsExactly(
            "a.py succeeded in 12.0 s; what it read is not known here: 'situ report APPLICATION"
                + " --event-log hdfs:///logs' prints its report");
    assertThat(it.toJson().path("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(it.toJson().path("seconds").asDouble()).isEqualTo(12);
    assertThat(it.toJson().has("inputBytes")).isFalse();
  }

  @Test
  void itsEventLogIsNamed() {
    SubmittedApplication it =
        new SubmittedApplication(
            "run", "a\u001b[2J", OptionalDouble.empty(), true, Optional.of("hdfs://nn/logs"));

    assertThat(it.lines())
        .singleElement()
        .asString()
        .contains("--event-log hdfs://nn/logs'")
        .doesNotContain("\u001b");
  }

  private static SubmittedApplication succeeded(Optional<String> directory) {
    return new SubmittedApplication("run", "a.py", OptionalDouble.of(12), true, directory);
  }

  @Test
  void anEventLogInSparksOwnDirectoryIsOnTheHostOfTheDriver() {
    assertThat(succeeded(Optional.empty()).lines())
        .containsExactly(
            "a.py succeeded in 12.0 s; what it read is not known here; the driver ran on the"
                + " cluster, and its event log is not on this host: set spark.eventLog.dir to a"
                + " directory on a shared file system to have the report here, and by 'situ report"
                + " APPLICATION --event-log DIR'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///mnt/logs", "file:/mnt/logs", "/mnt/logs", "logs", "/logs:a"})
  void anEventLogOfAHostIsReadElsewhereOnlyFromASharedFileSystem(String directory) {
    assertThat(succeeded(Optional.of(directory)).lines())
        .containsExactly(
            "a.py succeeded in 12.0 s; what it read is not known here; its event log is in '"
                + directory
                + "' on the driver's host: if that is on a shared file system, 'situ report"
                + " APPLICATION --event-log "
                + directory
                + "' prints its report, and else set spark.eventLog.dir to a directory on one");
  }
}

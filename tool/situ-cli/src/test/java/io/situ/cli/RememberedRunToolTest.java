// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code situ report} makes of directories of runs in which something is missing. */
@Tag("end-to-end")
class RememberedRunToolTest {

  private static final String JOB = "job_1500000000000_0007";

  @TempDir private Path scratch;
  private Path run;

  @BeforeEach
  void leaveARunThatEndedWell() throws IOException {
    run = Files.createDirectories(scratch.resolve("state/runs/20200101-000000-000-1"));
    write("run.json", "{\"name\": \"wordcount\", \"exitCode\": 0, \"seconds\": 2}");
    Files.createDirectory(run.resolve("jobs"));
    write(
        "jobs/" + JOB + ".json",
        "{\"id\": \"" + JOB + "\", \"name\": \"count\", \"state\": \"SUCCEEDED\"}");
  }

  private void write(String file, String content) throws IOException {
    Files.writeString(run.resolve(file), content);
  }

  private String reported(Object... words) throws Exception {
    Tool.Result report = new Tool(scratch).run(words);
    assertThat(report.code()).as(report.err()).isZero();
    assertThat(report.err()).isEmpty();
    return report.out();
  }

  /** A directory in the place of the file stands for one that may not be written. */
  @Test
  void aRunThatEndedNeedsNoLock() throws Exception {
    assertThat(reported("report")).startsWith("wordcount succeeded in 2.0 s\n");
    assertThat(run.resolve("alive")).doesNotExist();

    Files.createDirectory(run.resolve("alive"));
    assertThat(reported("report", JOB)).startsWith("wordcount succeeded in 2.0 s\n");
  }

  @Tag("long")
  @Test
  void aRunOfWhichItCannotBeSeenWhetherItIsOverIsReported() throws Exception {
    Files.delete(run.resolve("run.json"));
    Files.createDirectory(run.resolve("alive"));

    assertThat(reported("report", JOB)).startsWith("a run was still running when last seen\n");
  }

  @Test
  void aDamagedRecordIsNamedAndOthersAreReported() throws Exception {
    write("jobs/job_1500000000000_0008.json", "{");

    for (String name : new String[] {JOB, "job_1500000000000_0008"}) {
      assertThat(reported("report", name))
          .contains("  note     what some of its jobs did is not known: '")
          .contains("  job      " + JOB + " (count) succeeded\n");
    }
    JsonNode json = new ObjectMapper().readTree(reported("report", "--json"));
    assertThat(json.path("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(json.path("reason").asText()).contains("0008.json' is damaged: ");
    assertThat(json.get("maps").isNull()).isTrue();
    assertThat(json.at("/jobs/0/id").asText()).isEqualTo(JOB);
  }

  @Tag("long")
  @Test
  void halfAKeptReportIsNone() throws Exception {
    write("report.txt", "words succeeded in 1.0 s\n");
    assertThat(reported("report")).startsWith("wordcount succeeded in 2.0 s\n");

    write("report.json", "{\"application\": \"local-1\"}");
    assertThat(reported("report")).isEqualTo("words succeeded in 1.0 s\n");
    assertThat(reported("report", "local-1")).isEqualTo("words succeeded in 1.0 s\n");
  }
}

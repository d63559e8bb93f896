// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code situ report} of applications of Spark, beside a Spark with settings. */
@Tag("end-to-end")
class SparkReportToolTest {

  private static final String ID = "local-1795681049507";

  @TempDir private Path scratch;
  private Path volume;
  private Tool situ;

  @BeforeEach
  void layOut() throws IOException {
    volume = Files.createDirectory(scratch.resolve("volume"));
    Path logs = Files.createDirectory(volume.resolve("logs"));
    try (InputStream in = Tool.class.getResourceAsStream("spark/events.jsonl")) {
      Files.copy(in, logs.resolve(ID));
    }
    Files.copy(logs.resolve(ID), logs.resolve("etl_nightly-7"));
    Path home = scratch.resolve("spark");
    Files.createDirectories(home.resolve("bin"));
    Files.createFile(
        home.resolve("bin/spark-submit"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    Files.createFile(
        Files.createDirectory(home.resolve("jars")).resolve("spark-core_2.13-4.1.3.jar"));
    Files.writeString(
        Files.createDirectory(home.resolve("conf")).resolve("spark-defaults.conf"),
        "spark.eventLog.dir situ://vol/logs\nspark.hadoop.fs.situ.store.vol.root " + volume + "\n");
    situ =
        new Tool(
            scratch,
            List.of("env", "SPARK_HOME=" + home, Tool.HOME.resolve("bin/situ").toString()),
            scratch);
  }

  private String reported(Object... words) throws Exception {
    Tool.Result report = situ.run(words);
    assertThat(report.code()).as(report.err()).isZero();
    return report.out();
  }

  @Test
  void readsLogsInAStoreThatOnlySettingsOfSparkDescribe() throws Exception {
    assertThat(reported("report", ID)).startsWith("b.py (" + ID + ") ended after ");
    assertThat(reported("report", ID, "--event-log", "situ://vol/logs")).contains("192 KiB local");

    Path other = Files.createDirectory(scratch.resolve("other"));
    Tool.Result moved = situ.run("-D", "fs.situ.store.vol.root=" + other, "report", ID);
    assertThat(moved.err()).contains("there is no directory of event logs 'situ://vol/logs'");
  }

  @Test
  void readsTheLogThatIsNamedAlsoWhereAReportIsRemembered() throws Exception {
    Path run = Files.createDirectories(scratch.resolve("state/runs/20200101-000000-000-1"));
    Files.writeString(run.resolve("report.txt"), "b.py failed in 1.0 s\n");
    Files.writeString(run.resolve("report.json"), "{\"application\": \"" + ID + "\"}");

    assertThat(reported("report", ID)).isEqualTo("b.py failed in 1.0 s\n");
    assertThat(reported("report", ID, "--event-log", volume.resolve("logs")))
        .startsWith("b.py (" + ID + ") ended after ");
  }

  @Test
  void readsTheLogOfAnApplicationWithAnIdentifierOfItsOwn() throws Exception {
    assertThat(reported("report", "ETL.Nightly-7", "--event-log", volume.resolve("logs")))
        .startsWith("b.py (");
    assertThat(situ.run("report", "ETL.Nightly-7").err())
        .contains("no run of 'ETL.Nightly-7' is remembered", "with --event-log DIR");
  }
}

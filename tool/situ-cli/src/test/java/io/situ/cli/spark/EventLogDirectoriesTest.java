// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where event logs are, and by which name. */
class EventLogDirectoriesTest {

  @TempDir private Path scratch;

  private static Optional<SparkApplication> read(String directory, String id) throws IOException {
    return new EventLogs(Map.of()).read(directory, Optional.of(id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "a b", "100%", "a%20b", "a#b?c"})
  void aDirectoryIsAUriOrAPathOfThisHost(String name) throws IOException {
    Path logs = Files.createDirectory(scratch.resolve(name));
    Files.write(logs.resolve(EventLogsTest.ID), EventLogsTest.events());

    for (String directory : new String[] {logs.toString(), logs.toUri().toString()}) {
      EventLogsTest.assertWhole(read(directory, EventLogsTest.ID).orElseThrow());
    }
  }

  @Test
  void aDirectoryWithASchemeIsAbsolute() {
    assertThatThrownBy(() -> read("file:logs", EventLogsTest.ID))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the directory of event logs 'file:logs' is relative: after a scheme its path has to be"
                + " absolute, as in file:///DIR");
  }

  @ParameterizedTest
  @CsvSource({"s3a, S3AFileSystem not found", "none, No FileSystem for scheme"})
  void namesAFileSystemThatIsNotThere(String scheme, String reason) {
    assertThatThrownBy(() -> read(scheme + "://bucket/logs", EventLogsTest.ID))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("event logs on '" + scheme + "' cannot be read here, because ")
        .hasMessageContainingAll(reason, "'situ report APPLICATION --event-log DIR'");
  }

  /** Names that Spark gives logs of applications with identifiers of their own. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "ETL.Nightly-7, etl_nightly-7",
        "ETL.Nightly-7, etl_nightly-7_1.inprogress",
        "a b:c/d.e$f{g}h'i\"j, a-b-c-d_e_f_g_h_i_j"
      })
  void findsALogByTheIdentifierOfItsApplication(String id, String log) throws IOException {
    Files.write(scratch.resolve(log), EventLogsTest.events());

    EventLogsTest.assertWhole(read(scratch.toString(), id).orElseThrow());
    assertThat(read(scratch.toString(), "ETL.Nightly")).isEmpty();
  }

  @Test
  void findsARollingLogByTheIdentifierOfItsApplication() throws IOException {
    Path log = Files.createDirectory(scratch.resolve("eventlog_v2_etl_nightly-7"));
    Files.write(log.resolve("events_1_etl_nightly-7"), EventLogsTest.events());

    EventLogsTest.assertWhole(read(scratch.toString(), "ETL.Nightly-7").orElseThrow());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThatIOException;

import io.situ.spark.scan.footer.FooterFormat;
import io.situ.spark.scan.footer.ScanFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListedFileTest {

  private static final int LENGTH = 10;

  @TempDir private java.nio.file.Path scratch;

  private final Configuration conf = new Configuration(false);

  private ListedFile listed(java.nio.file.Path file, boolean lines) throws IOException {
    return ListedFile.of(
        new ScanFile(
            new Path(file.toUri()),
            LENGTH,
            Files.getLastModifiedTime(file).toMillis(),
            lines ? Optional.empty() : Optional.of(FooterFormat.PARQUET),
            lines,
            List.of()),
        "");
  }

  @Test
  void aFileThatIsAsItWasPasses() throws IOException {
    java.nio.file.Path file = Files.write(scratch.resolve("file"), new byte[LENGTH]);

    listed(file, false).requireSame(conf);
  }

  /** What was read last may have been of another file that had its name meanwhile. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatIsGoneIsNamed(boolean lines) throws IOException {
    java.nio.file.Path file = Files.write(scratch.resolve("file"), new byte[LENGTH]);
    ListedFile listed = listed(file, lines);
    Files.write(file, new byte[LENGTH - 1]);
    Files.delete(file);

    assertThatIOException()
        .isThrownBy(() -> listed.requireSame(conf))
        .withMessageContaining(file + "' changed since it was listed: it is gone; read it again");
  }
}

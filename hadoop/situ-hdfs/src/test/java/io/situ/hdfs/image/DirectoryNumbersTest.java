// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryNumbersTest {

  private static final int MANY = 20_000;

  @TempDir private Path scratch;

  @Test
  void areFoundAgainHoweverManyThereAre() throws IOException {
    try (DirectoryNumbers numbers = new DirectoryNumbers(scratch)) {
      for (int i = 0; i < MANY; i++) {
        assertThat(numbers.find("/d" + i)).isEmpty();
        numbers.put("/d" + i, i + 1L);
      }
      numbers.put("", MANY + 1L);
      for (int i = MANY - 1; i >= 0; i--) {
        assertThat(numbers.find("/d" + i)).hasValue(i + 1L);
      }
      assertThat(numbers.find("")).hasValue(MANY + 1L);
      assertThat(numbers.find("/d")).isEmpty();
    }
    assertThat(scratch).isEmptyDirectory();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileChecksumsTest {

  private static final long MB = 1 << 20;

  /** A busy disk gives one MB in a second. */
  @Test
  void aDataNodeIsAwaitedForAsLongAsItsBlockTakes() {
    assertThat(FileChecksums.timeout(60_000, 1)).isEqualTo(61_000);
    assertThat(FileChecksums.timeout(60_000, MB)).isEqualTo(61_000);
    assertThat(FileChecksums.timeout(60_000, MB + 1)).isEqualTo(62_000);
    assertThat(FileChecksums.timeout(60_000, 128 * MB)).isEqualTo(188_000);
    assertThat(FileChecksums.timeout(60_000, 129 * MB)).isEqualTo(316_000);
    assertThat(FileChecksums.timeout(60_000, Long.MAX_VALUE / 2)).isEqualTo(86_400_000);
  }
}

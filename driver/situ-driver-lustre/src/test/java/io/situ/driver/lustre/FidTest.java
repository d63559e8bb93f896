// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FidTest {

  /** The first two are what {@code ls -i} shows of a file system's root and of its first file. */
  @ParameterizedTest
  @CsvSource({
    "0x200000007, 1, 144115188193296385",
    "0x200000400, 1, 144115205255725057",
    "0x200000401, 40, 144115205272502336",
    "0x2000bd1a2, 1f, 144128183069835295",
    "0x10000000000, 5, 65541",
    "0xffffffffffffffff, ffffffff, 1103789752319",
    "0xc, 7, 12",
    "0xffffffff, 7, 4294967295",
    "0x1, 7, 16777223",
    "0, 9, 9"
  })
  void theInodeNumberThatClientsGive(String sequence, String object, long inode) {
    assertThat(Fid.of(sequence, object, "0").inode()).isEqualTo(inode);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * What three real servers (2.10.0-DEVEL) reported of a file of 500 MiB, and their configuration: of
 * its data ranges the first was recorded, the others follow from it by the generator's even
 * division.
 */
final class RecordedAnswers {

  static final long SIZE = 500L << 20;

  private RecordedAnswers() {}

  /** {@code system.pvfs2.md}, 56 bytes. */
  static byte[] distribution(long strip) {
    byte[] bytes =
        HexFormat.of()
            .parseHex("0d000000" + "73696d706c655f737472697065" + "00".repeat(7) + "00".repeat(32));
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[24 + i] = (byte) (strip >>> (8 * i));
    }
    return bytes;
  }

  /** {@code system.pvfs2.dh}, 24 bytes. */
  static byte[] handles() {
    return HexFormat.of().parseHex("f8f7ffffffffff7f" + "00a3aaaaaaaaaa6a" + "004e555555555555");
  }

  static List<String> viewdist() throws IOException {
    return lines("viewdist.txt");
  }

  static HandleRanges ranges() throws IOException {
    return HandleRanges.parse(lines("fs.conf"), "orangefs", "server.config");
  }

  static List<String> lines(String name) throws IOException {
    try (InputStream in = RecordedAnswers.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}

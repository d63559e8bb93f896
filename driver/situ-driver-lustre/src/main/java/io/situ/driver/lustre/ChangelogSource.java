// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Where the text of a changelog comes from. Thread-safe. */
interface ChangelogSource {

  /**
   * A place in a changelog.
   *
   * @param number of the record there
   * @param offset where its line begins, if the text is kept
   * @param hash of its line, in hexadecimal digits: a name with line feeds may hold a line with any
   *     number
   */
  record Position(long number, long offset, String hash) {

    private static final int HASH_BYTES = 16;

    static Position of(long number, ChangelogLineReader.Line line) {
      return new Position(number, line.start(), hash(line.bytes()));
    }

    /** Whether a line is the one that was here. */
    boolean isOf(byte[] line) {
      return hash.equals(hash(line));
    }

    private static String hash(byte[] line) {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(line);
        return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }

  /**
   * Where the last record is that is there now; empty if there is none.
   *
   * @throws IOException if the changelog cannot be read
   * @throws ChangelogException if its last line is no record
   */
  Optional<Position> last(String mdt) throws IOException, ChangelogException;

  /**
   * The text from a record on, or from an earlier one.
   *
   * @throws IOException if the changelog cannot be read
   */
  ChangelogLineReader from(String mdt, Position position) throws IOException, ChangelogException;

  /**
   * Says that records up to and with {@code number} are not needed any more.
   *
   * @throws IOException if it could not be said
   */
  void clear(String mdt, long number) throws IOException;
}

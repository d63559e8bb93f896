// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.driver.lustre.ChangelogSource.Position;
import java.io.IOException;

/**
 * Reads what came after one record of a metadata target's changelog, and makes sure that nothing is
 * missing: the record itself must still be there, with the same line, and numbers go up by one. Not
 * thread-safe.
 */
final class ChangelogReader implements AutoCloseable {

  private final ChangelogLineReader lines;
  private final Position since;
  private long number;
  private ChangelogLineReader.Line last;

  /**
   * @param lines from {@code since} on or from an earlier record; closed with this
   */
  ChangelogReader(ChangelogLineReader lines, Position since) {
    this.lines = lines;
    this.since = since;
    this.number = since.number();
  }

  /**
   * The next record, or null at the end.
   *
   * @throws ChangelogException if records are missing, or a line is none
   */
  ChangelogRecord next() throws IOException, ChangelogException {
    if (last == null) {
      findSince();
    }
    ChangelogLineReader.Line line = lines.next();
    if (line == null) {
      return null;
    }
    ChangelogRecord record = ChangelogRecord.parse(line.bytes());
    if (record.number() != number + 1) {
      throw new ChangelogException("record " + number + " is followed by " + record.number());
    }
    number = record.number();
    last = line;
    return record;
  }

  private void findSince() throws IOException, ChangelogException {
    for (ChangelogLineReader.Line line = lines.next(); line != null; line = lines.next()) {
      long found = ChangelogRecord.parse(line.bytes()).number();
      if (found > since.number()) {
        break;
      }
      if (found == since.number()) {
        if (!since.isOf(line.bytes())) {
          throw new ChangelogException(
              "record " + found + " is not the one of this number that was used last");
        }
        last = line;
        return;
      }
    }
    throw new ChangelogException("record " + since.number() + ", the last one used, is not in it");
  }

  /** The last record that was read. */
  Position position() {
    return last == null ? since : Position.of(number, last);
  }

  @Override
  public void close() {
    lines.close();
  }
}

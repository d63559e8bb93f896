// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.driver.lustre.ChangelogSource.Position;
import java.io.IOException;

/**
 * Reads what came after one record of a metadata target's changelog, and makes sure that nothing is
 * missing: the record itself, or the one that follows it, must still be there, and numbers go up by
 * one. Not thread-safe.
 */
final class ChangelogReader implements AutoCloseable {

  private final ChangelogLineReader lines;
  private final long since;
  private Position position;
  private boolean met;

  /**
   * @param lines from {@code since} on or from an earlier record; closed with this
   */
  ChangelogReader(ChangelogLineReader lines, Position since) {
    this.lines = lines;
    this.since = since.number();
    this.position = since;
  }

  /**
   * The next record, or null at the end.
   *
   * @throws ChangelogException if records are missing, or a line is none
   */
  ChangelogRecord next() throws IOException, ChangelogException {
    while (true) {
      ChangelogLineReader.Line line = lines.next();
      if (line == null) {
        if (!met) {
          throw new ChangelogException("record " + since + ", the last one used, is not in it");
        }
        return null;
      }
      ChangelogRecord record = ChangelogRecord.parse(line.bytes());
      if (!met && record.number() < since) {
        continue;
      }
      boolean itself = !met && record.number() == since;
      if (!itself && record.number() != position.number() + 1) {
        throw gap(record.number());
      }
      met = true;
      position = new Position(record.number(), line.start());
      if (!itself) {
        return record;
      }
    }
  }

  private ChangelogException gap(long number) {
    return new ChangelogException("record " + position.number() + " is followed by " + number);
  }

  /** The last record that was read. */
  Position position() {
    return position;
  }

  @Override
  public void close() {
    lines.close();
  }
}

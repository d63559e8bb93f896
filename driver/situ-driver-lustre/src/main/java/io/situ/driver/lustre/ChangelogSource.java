// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import java.io.IOException;
import java.util.Optional;

/** Where the text of a changelog comes from. Thread-safe. */
interface ChangelogSource {

  /**
   * A place in a changelog.
   *
   * @param number of the record there
   * @param offset where its line begins, if the text is kept
   */
  record Position(long number, long offset) {}

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

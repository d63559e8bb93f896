// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;

/** What a map attempt wrote cannot be used; the map has to run again. */
public final class BadShuffleOutputException extends IOException {

  private static final long serialVersionUID = 1L;

  private final boolean damaged;

  private BadShuffleOutputException(String message, boolean damaged, Throwable cause) {
    super(message, cause);
    this.damaged = damaged;
  }

  /**
   * Creates one for an output that was read and is not what was written.
   *
   * @param what is wrong, as a clause
   */
  static BadShuffleOutputException damaged(MapOutputId output, String what) {
    return new BadShuffleOutputException(sentence(output, what), true, null);
  }

  /** Creates one for an output that could not be read, or ends early. */
  static BadShuffleOutputException unreadable(MapOutputId output, IOException cause) {
    return new BadShuffleOutputException(sentence(output, text(cause)), false, cause);
  }

  private static String sentence(MapOutputId output, String what) {
    return "the output of map attempt "
        + output.map()
        + " of shuffle "
        + output.shuffle()
        + " in '"
        + output.file()
        + "' cannot be used, so the map runs again: "
        + what;
  }

  private static String text(IOException cause) {
    if (cause instanceof FileNotFoundException) {
      return "it is not there";
    }
    return cause instanceof EOFException ? "it ends early" : String.valueOf(cause.getMessage());
  }

  /** Returns whether it was read and is not what was written; otherwise it may show up later. */
  public boolean isDamaged() {
    return damaged;
  }
}

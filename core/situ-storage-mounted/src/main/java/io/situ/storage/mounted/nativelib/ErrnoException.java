// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

/** A call of the system, or of a file system's own library, failed. It knows no path. */
public final class ErrnoException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int number;

  /**
   * @param number Linux's number of the error, positive
   */
  public ErrnoException(int number) {
    super("error " + number, null, true, false);
    this.number = number;
  }

  /** Returns what a call returned, if that is no negative error number. */
  public static int check(int result) throws ErrnoException {
    if (result < 0) {
      throw new ErrnoException(-result);
    }
    return result;
  }

  /** Returns Linux's number of the error. */
  public int number() {
    return number;
  }

  public boolean is(int other) {
    return number == other;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import java.nio.charset.StandardCharsets;

/**
 * What was moved aside during a rename could not get its name again, and has a hidden name still.
 */
public final class HiddenNameException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String hidden;
  private final String reason;
  private final boolean certain;

  /**
   * @param hidden the name that it has, in the same directory
   * @param error the negative error number of giving the name back
   */
  public HiddenNameException(byte[] hidden, int error) {
    this(hidden, Errno.failure(error, null), true);
  }

  /**
   * @param hidden the name that it has, in the same directory
   * @param failure of giving the name back
   * @param certain false if it may have its name still, as it is not known whether it was moved
   */
  public HiddenNameException(byte[] hidden, StoreException failure, boolean certain) {
    super(failure.reason(), null, true, false);
    this.hidden = new String(hidden, StandardCharsets.US_ASCII);
    this.reason = failure.reason();
    this.certain = certain;
  }

  /**
   * Returns the failure of the rename.
   *
   * @param from the name that could not be given back
   * @param to the name that the file was to get
   */
  public StoreException withPaths(StorePath from, StorePath to) {
    return new StoreException(Kind.FAILED, from, reason(to.toString()));
  }

  /**
   * Returns what has happened, and what to do: the hidden name may be a further one of the renamed
   * file, or the only one of another that got the old name meanwhile.
   *
   * @param to the name that the file was to get
   */
  String reason(String to) {
    return (certain ? "" : "it has the name '" + to + "', and ")
        + "what had this name during the rename "
        + (certain ? "is" : "may be")
        + " kept as '"
        + hidden
        + "' in the same directory, because it could not get the name again ("
        + reason
        + "): "
        + (certain ? "" : "if it is there, ")
        + "delete it where it is the same file as '"
        + to
        + "' (ls -i shows one number for both), else rename it by hand";
  }
}

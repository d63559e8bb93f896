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
   */
  public StoreException withPath(StorePath from) {
    return new StoreException(
        Kind.FAILED,
        from,
        "what had this name during the rename "
            + (certain ? "is" : "may be")
            + " kept as '"
            + hidden
            + "' in the same directory, because it could not get the name again ("
            + reason
            + "): "
            + (certain ? "rename it by hand" : "if it is there, rename it by hand"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import java.io.IOException;

/** A linked block's object is gone, or is not what it was when it was attached. */
public final class LinkBrokenException extends IOException {

  private static final long serialVersionUID = 1L;

  /** An object whose bytes do not fit the checksums that were taken of them. */
  public static LinkBrokenException ofContent(LinkedBlock block) {
    return new LinkBrokenException(
        block, "was written since, and its time of modification put back", null);
  }

  /**
   * @param difference what is different, a clause of which the object is the subject
   * @param cause or null
   */
  LinkBrokenException(LinkedBlock block, String difference, Throwable cause) {
    super(
        "the attached object '"
            + block.object()
            + "'"
            + (block.store().isEmpty() ? "" : " of store " + block.store())
            + " "
            + difference
            + "; 'situ repair' attaches it as it is now",
        cause);
  }
}

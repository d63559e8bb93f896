// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.manifest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * An inventory cannot be used as asked. The message is one sentence for a person: it names the
 * inventory or file and the way out. {@link #kind()} is for programs.
 */
public final class InventoryException extends IOException {

  private static final long serialVersionUID = 1L;

  /** What is wrong, classified by what a caller may do about it. */
  public enum Kind {
    /** There is no inventory, or not that snapshot. Scan first. */
    MISSING,
    /** A file of the snapshot is torn, changed or gone. Scan again, or use an older snapshot. */
    DAMAGED,
    /** Another version of Situ wrote it. Update, or scan again. */
    WRONG_VERSION,
    /** It describes another store or another directory. Use the inventory of this one. */
    OTHER_STORE,
    /** Another scan writes to it right now. Wait. */
    BUSY,
    /** It cannot be written where it is: permission, or a file system without locks. */
    NOT_WRITABLE,
    /** There is no room for it where it is. What was there before is there still. Make room. */
    NO_ROOM,
    /** The calling thread was interrupted. What was there before is there still. */
    INTERRUPTED
  }

  private final Kind kind;

  public InventoryException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  public InventoryException(Kind kind, String message) {
    this(kind, message, null);
  }

  public static InventoryException damaged(Path file, String what, Throwable cause) {
    return new InventoryException(
        Kind.DAMAGED, "'" + file + "' " + what + "; scan again to replace it", cause);
  }

  /** Returns that the calling thread was interrupted in a scan. */
  public static InventoryException interrupted() {
    return new InventoryException(
        Kind.INTERRUPTED, "the scan was interrupted; the inventory is as it was before");
  }

  public Kind kind() {
    return kind;
  }
}

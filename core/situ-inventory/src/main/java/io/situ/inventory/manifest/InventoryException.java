// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.manifest;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    /** It is denied to this user. Ask its owner. */
    NOT_READABLE,
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

  /**
   * Returns why a file of an inventory cannot be read: {@code NOT_READABLE} where it is denied to
   * this user, {@code MISSING} where the snapshot that it is in was deleted while it was open, else
   * {@code DAMAGED}.
   *
   * @param file which directly lies in the inventory, or in one of its snapshots
   */
  public static InventoryException unreadable(Path file, IOException cause) {
    IOException why = withReason(file, cause);
    if (why instanceof AccessDeniedException) {
      return new InventoryException(
          Kind.NOT_READABLE,
          "'"
              + file
              + "' cannot be read: permission denied; ask its owner, or call this as that user",
          cause);
    }
    if (why instanceof NoSuchFileException && Files.notExists(file.toAbsolutePath().getParent())) {
      return deleted(file.toAbsolutePath().getParent(), cause);
    }
    return damaged(file, "cannot be read: " + reason(why), cause);
  }

  /** Returns that a snapshot was deleted while it was open. */
  public static InventoryException deleted(Path snapshot, IOException cause) {
    return new InventoryException(
        Kind.MISSING,
        "'"
            + snapshot
            + "' was deleted meanwhile, as only the newest ten snapshots are kept; open the"
            + " inventory again",
        cause);
  }

  /** {@link java.io.RandomAccessFile} does not say why a file could not be opened. */
  private static IOException withReason(Path file, IOException cause) {
    if (!(cause instanceof FileNotFoundException)) {
      return cause;
    }
    try {
      file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
      return cause;
    } catch (IOException e) {
      return e;
    }
  }

  /** Returns what the system says of a failure, a clause without the path. */
  public static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (cause instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    String name = cause.getClass().getSimpleName();
    return cause.getMessage() == null ? name : cause.getMessage();
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

// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.inventory.InventoryException;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** A command cannot go on: one sentence for a person, an exit code for a program. */
final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Exit exit;

  Problem(Exit exit, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exit = exit;
  }

  Problem(Exit exit, String sentence) {
    this(exit, sentence, null);
  }

  static Problem usage(String sentence) {
    return new Problem(Exit.USAGE, sentence);
  }

  static Problem input(String sentence) {
    return new Problem(Exit.BAD_INPUT, sentence);
  }

  Exit exit() {
    return exit;
  }

  /** What to tell of anything that was thrown. */
  static Problem of(Throwable thrown) {
    if (thrown instanceof Problem problem) {
      return problem;
    }
    if (thrown instanceof StoreException store) {
      return new Problem(exit(store.kind()), store.getMessage(), store);
    }
    if (thrown instanceof InventoryException inventory) {
      return new Problem(exit(inventory.kind()), inventory.getMessage(), inventory);
    }
    if (thrown instanceof UncheckedIOException unchecked) {
      return of(unchecked.getCause());
    }
    if (thrown instanceof NoSuchFileException missing) {
      return new Problem(Exit.BAD_INPUT, "'" + missing.getFile() + "' is not there", thrown);
    }
    if (thrown instanceof AccessDeniedException denied) {
      return new Problem(Exit.PERMISSION, "'" + denied.getFile() + "': permission denied", thrown);
    }
    if (thrown instanceof FileSystemException file && file.getReason() != null) {
      return new Problem(Exit.FAILED, "'" + file.getFile() + "': " + file.getReason(), thrown);
    }
    String message = thrown.getMessage() == null ? "no details" : thrown.getMessage();
    return thrown instanceof IOException
        ? new Problem(Exit.FAILED, message, thrown)
        : new Problem(Exit.FAILED, thrown.getClass().getSimpleName() + ": " + message, thrown);
  }

  /** The exit code for a store's refusal. */
  static Exit exit(StoreException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND,
          ALREADY_EXISTS,
          NOT_A_DIRECTORY,
          IS_A_DIRECTORY,
          NOT_EMPTY,
          LINK_LOOP,
          INVALID_NAME,
          NO_ATTRIBUTE,
          AWAY ->
          Exit.BAD_INPUT;
      case INVALID_ARGUMENT -> Exit.USAGE;
      case PERMISSION_DENIED, OUTSIDE_ROOT -> Exit.PERMISSION;
      case NO_SPACE, UNAVAILABLE -> Exit.UNAVAILABLE;
      case INTERRUPTED -> Exit.INTERRUPTED;
      case CHANGED, EXPIRED, UNSUPPORTED, CROSS_STORE, FAILED -> Exit.FAILED;
    };
  }

  private static Exit exit(InventoryException.Kind kind) {
    return switch (kind) {
      case MISSING, DAMAGED, WRONG_VERSION, OTHER_STORE -> Exit.BAD_INPUT;
      case BUSY, NO_ROOM -> Exit.UNAVAILABLE;
      case NOT_WRITABLE -> Exit.PERMISSION;
      case INTERRUPTED -> Exit.INTERRUPTED;
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** A command cannot go on: one sentence for a person, an exit code for a program. */
public final class CliException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ExitCode exit;

  public CliException(ExitCode exit, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exit = exit;
  }

  public CliException(ExitCode exit, String sentence) {
    this(exit, sentence, null);
  }

  public static CliException usage(String sentence) {
    return new CliException(ExitCode.USAGE, sentence);
  }

  public static CliException input(String sentence) {
    return new CliException(ExitCode.BAD_INPUT, sentence);
  }

  public ExitCode exit() {
    return exit;
  }

  /** What to print of anything that was thrown. */
  public static CliException of(Throwable thrown) {
    if (thrown instanceof CliException problem) {
      return problem;
    }
    if (thrown instanceof StoreException store) {
      return new CliException(exit(store.kind()), store.getMessage(), store);
    }
    if (thrown instanceof InventoryException inventory) {
      return new CliException(exit(inventory.kind()), inventory.getMessage(), inventory);
    }
    if (thrown instanceof UncheckedIOException unchecked) {
      return of(unchecked.getCause());
    }
    if (thrown instanceof NoSuchFileException missing) {
      return new CliException(
          ExitCode.BAD_INPUT, "'" + missing.getFile() + "' is not there", thrown);
    }
    if (thrown instanceof AccessDeniedException denied) {
      return new CliException(
          ExitCode.PERMISSION, "'" + denied.getFile() + "': permission denied", thrown);
    }
    if (thrown instanceof FileSystemException file && file.getReason() != null) {
      return new CliException(
          ExitCode.FAILED, "'" + file.getFile() + "': " + file.getReason(), thrown);
    }
    String message = thrown.getMessage() == null ? "no details" : thrown.getMessage();
    return thrown instanceof IOException
        ? new CliException(ExitCode.FAILED, message, thrown)
        : new CliException(
            ExitCode.FAILED, thrown.getClass().getSimpleName() + ": " + message, thrown);
  }

  /** The exit code for a store's refusal. */
  public static ExitCode exit(StoreException.Kind kind) {
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
          ExitCode.BAD_INPUT;
      case INVALID_ARGUMENT -> ExitCode.USAGE;
      case PERMISSION_DENIED, OUTSIDE_ROOT -> ExitCode.PERMISSION;
      case NO_SPACE, UNAVAILABLE -> ExitCode.UNAVAILABLE;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
      case CHANGED, EXPIRED, UNSUPPORTED, CROSS_STORE, FAILED -> ExitCode.FAILED;
    };
  }

  private static ExitCode exit(InventoryException.Kind kind) {
    return switch (kind) {
      case MISSING, DAMAGED, WRONG_VERSION, OTHER_STORE -> ExitCode.BAD_INPUT;
      case BUSY, NO_ROOM -> ExitCode.UNAVAILABLE;
      case NOT_WRITABLE, NOT_READABLE -> ExitCode.PERMISSION;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
    };
  }
}

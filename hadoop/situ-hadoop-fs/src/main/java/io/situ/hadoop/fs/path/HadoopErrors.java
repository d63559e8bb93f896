// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import io.situ.storage.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.InvalidPathHandleException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.security.AccessControlException;

/** Turns a store's failures into the exceptions Hadoop's callers branch on. */
public final class HadoopErrors {

  private final HadoopPaths paths;

  public HadoopErrors(HadoopPaths paths) {
    this.paths = paths;
  }

  /** A failure of a call that changes something. */
  public IOException forWrite(StoreException e) {
    IOException translated =
        switch (e.kind()) {
          case NOT_FOUND -> new FileNotFoundException(describe(e));
          case ALREADY_EXISTS, IS_A_DIRECTORY -> new FileAlreadyExistsException(describe(e));
          case NOT_A_DIRECTORY -> new ParentNotDirectoryException(describe(e));
          case PERMISSION_DENIED, OUTSIDE_ROOT -> new AccessControlException(describe(e));
          case NO_SPACE -> new ClusterStorageCapacityExceededException(describe(e));
          case INTERRUPTED -> new InterruptedIOException(describe(e));
          case CHANGED -> new InvalidPathHandleException(describe(e));
          case NOT_EMPTY -> new DirectoryNotEmptyException(describe(e));
          default -> new IOException(describe(e));
        };
    translated.initCause(e);
    return translated;
  }

  /** A failure of a call that looks something up: what lies below a file is not there. */
  public IOException forRead(StoreException e) {
    return switch (e.kind()) {
      case NOT_A_DIRECTORY, IS_A_DIRECTORY, LINK_LOOP -> {
        IOException missing = new FileNotFoundException(describe(e));
        missing.initCause(e);
        yield missing;
      }
      default -> forWrite(e);
    };
  }

  /**
   * Returns a failure of a listing. Hadoop's recursive listings pass over what is not found, and
   * must not pass over links in a circle: what is reached by them has been listed twice.
   */
  public IOException listing(StoreException e) {
    return e.kind() == StoreException.Kind.LINK_LOOP ? forWrite(e) : forRead(e);
  }

  /** Hadoop's own takes no message but its path and adds its cause's to it. */
  private static final class DirectoryNotEmptyException extends PathIsNotEmptyDirectoryException {

    private static final long serialVersionUID = 1L;
    private final String message;

    DirectoryNotEmptyException(String message) {
      super("");
      this.message = message;
    }

    @Override
    public String getMessage() {
      return message;
    }
  }

  private String describe(StoreException e) {
    return e.path().map(path -> paths.show(path) + ": ").orElse("") + e.reason();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

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
final class HadoopErrors {

  private final HadoopPaths paths;

  HadoopErrors(HadoopPaths paths) {
    this.paths = paths;
  }

  /** A failure of a call that changes something. */
  IOException changing(StoreException e) {
    IOException told =
        switch (e.kind()) {
          case NOT_FOUND -> new FileNotFoundException(tell(e));
          case ALREADY_EXISTS, IS_A_DIRECTORY -> new FileAlreadyExistsException(tell(e));
          case NOT_A_DIRECTORY -> new ParentNotDirectoryException(tell(e));
          case PERMISSION_DENIED, OUTSIDE_ROOT -> new AccessControlException(tell(e));
          case NO_SPACE -> new ClusterStorageCapacityExceededException(tell(e));
          case INTERRUPTED -> new InterruptedIOException(tell(e));
          case CHANGED -> new InvalidPathHandleException(tell(e));
          case NOT_EMPTY -> new DirectoryNotEmptyException(tell(e));
          default -> new IOException(tell(e));
        };
    told.initCause(e);
    return told;
  }

  /** A failure of a call that looks something up: what lies below a file is not there. */
  IOException looking(StoreException e) {
    return switch (e.kind()) {
      case NOT_A_DIRECTORY, IS_A_DIRECTORY, LINK_LOOP -> {
        IOException missing = new FileNotFoundException(tell(e));
        missing.initCause(e);
        yield missing;
      }
      default -> changing(e);
    };
  }

  /**
   * Returns a failure of a listing. Hadoop's recursive listings pass over what is not found, and
   * must not pass over links in a circle: what is reached by them has been listed twice.
   */
  IOException listing(StoreException e) {
    return e.kind() == StoreException.Kind.LINK_LOOP ? changing(e) : looking(e);
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

  private String tell(StoreException e) {
    return e.path().map(path -> paths.show(path) + ": ").orElse("") + e.reason();
  }
}

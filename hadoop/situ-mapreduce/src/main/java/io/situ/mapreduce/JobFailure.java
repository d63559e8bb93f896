// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.mapreduce.yarn.UncertainSubmissionException;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.mapred.InvalidJobConfException;
import org.apache.hadoop.security.AccessControlException;

/** Why a job's main class failed, in one sentence. */
record JobFailure(Kind kind, String sentence) {

  /**
   * How Hadoop says that it tried all that runs jobs in vain; why not, each suppressed one says.
   */
  private static final String NO_CLUSTER = "Cannot initialize Cluster";

  /** How Hadoop's client says that it has neither a ticket nor a token. */
  private static final String NO_CREDENTIALS = "Client cannot authenticate via:";

  /**
   * The first cause that says what a caller may do; of what Hadoop tried in vain, the first. What
   * else is suppressed, such as that a stream could not be closed, came of the failure.
   */
  static JobFailure of(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      Optional<Kind> kind = kind(cause);
      if (kind.isPresent()) {
        return new JobFailure(kind.get(), sentence(cause));
      }
    }
    if (String.valueOf(thrown.getMessage()).startsWith(NO_CLUSTER)) {
      for (Throwable tried : thrown.getSuppressed()) {
        JobFailure failure = of(tried.getCause() == null ? tried : tried.getCause());
        if (failure.kind() != Kind.FAILED) {
          return failure;
        }
      }
    }
    return new JobFailure(
        isWrongUse(thrown) ? Kind.INVALID_ARGUMENT : Kind.FAILED, sentence(thrown));
  }

  private static Optional<Kind> kind(Throwable cause) {
    if (cause instanceof StoreException store) {
      return Optional.of(store.kind());
    }
    if (cause instanceof UncertainSubmissionException) {
      return Optional.of(Kind.UNAVAILABLE);
    }
    if (cause instanceof FileAlreadyExistsException
        || cause instanceof org.apache.hadoop.mapred.FileAlreadyExistsException) {
      return Optional.of(Kind.ALREADY_EXISTS);
    }
    if (cause instanceof UnsupportedFileSystemException) {
      return Optional.of(Kind.INVALID_ARGUMENT);
    }
    if (cause instanceof FileNotFoundException || isInvalidInput(cause)) {
      return Optional.of(Kind.NOT_FOUND);
    }
    if (cause instanceof AccessControlException) {
      return Optional.of(Kind.PERMISSION_DENIED);
    }
    if (cause instanceof ConnectException
        || cause instanceof UnknownHostException
        || cause instanceof NoRouteToHostException
        || cause instanceof SocketTimeoutException) {
      return Optional.of(Kind.UNAVAILABLE);
    }
    return Optional.empty();
  }

  /** Only of the failure itself: what lies behind another failure is reported better by that. */
  private static boolean isWrongUse(Throwable thrown) {
    return thrown instanceof IllegalArgumentException
        || thrown instanceof InvalidJobConfException
        || thrown instanceof ClassNotFoundException
        || thrown instanceof NoSuchMethodException;
  }

  private static boolean isInvalidInput(Throwable cause) {
    return cause instanceof org.apache.hadoop.mapred.InvalidInputException
        || cause instanceof org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
  }

  private static String sentence(Throwable cause) {
    String message = cause.getMessage();
    if (cause instanceof ClassNotFoundException) {
      return "there is no class " + message + " in the job jar";
    }
    if (cause instanceof NoSuchMethodException) {
      return "the job's class has no main method: " + message;
    }
    if (message == null || message.isBlank()) {
      return cause.getClass().getSimpleName();
    }
    String line = message.strip().replaceAll("\\s*\\R\\s*", "; ");
    if (cause instanceof AccessControlException && message.startsWith(NO_CREDENTIALS)) {
      return line + "; get a ticket of Kerberos with kinit";
    }
    return cause instanceof IOException || cause instanceof IllegalArgumentException
        ? line
        : cause.getClass().getSimpleName() + ": " + line;
  }

  /** The kind's name, a line break, the sentence. */
  String toText() {
    return kind.name() + "\n" + sentence + "\n";
  }

  /** Writes the text to a file, of which readers see all or nothing. */
  void write(Path file) throws IOException {
    Path made = Files.createTempFile(file.getParent(), ".failure", ".tmp");
    try {
      Files.writeString(made, toText());
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made);
    }
  }
}

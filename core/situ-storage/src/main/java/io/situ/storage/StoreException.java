// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * A store refused or failed. The {@link #kind()} says what the caller may do next; the message is
 * one sentence for a person and names the object.
 */
public final class StoreException extends IOException {

  private static final long serialVersionUID = 1L;

  /** What went wrong, classified by what a caller may do about it. */
  public enum Kind {
    /** Nothing is there. Look elsewhere or create it. */
    NOT_FOUND,
    /** Something is there already. Choose another name or replace it. */
    ALREADY_EXISTS,
    /** A directory is needed and something else is there. */
    NOT_A_DIRECTORY,
    /** A file is needed and a directory is there. */
    IS_A_DIRECTORY,
    /** The directory still holds something. Empty it first. */
    NOT_EMPTY,
    /** The store's permissions say no to this user. */
    PERMISSION_DENIED,
    /** The path leads out of the store's root. Never retried, never allowed. */
    OUTSIDE_ROOT,
    /** Too many symbolic links. */
    LINK_LOOP,
    /** The store cannot hold such a name. */
    INVALID_NAME,
    /** The call is not valid with these arguments or this configuration. */
    INVALID_ARGUMENT,
    /** The extended attribute is not there. */
    NO_ATTRIBUTE,
    /** The object is not the version the caller asked for. Look again, then decide. */
    CHANGED,
    /** The object's bytes are in an archive. Fetch them back first, or go without. */
    AWAY,
    /** The change feed does not reach back to the cursor. Walk everything. */
    EXPIRED,
    /** The store cannot do this. Ask its capabilities first. */
    UNSUPPORTED,
    /** The two paths lie in different places. Copy instead. */
    CROSS_STORE,
    /** No room, or over quota. Free some, then try again. */
    NO_SPACE,
    /** The store does not answer now. The same call may succeed later. */
    UNAVAILABLE,
    /** The calling thread was interrupted. */
    INTERRUPTED,
    /** Anything else. What was being written must be taken as lost. */
    FAILED
  }

  private final Kind kind;
  private final transient StorePath path;
  private final String reason;

  /**
   * @param path the object, or null where the failure is not about one
   * @param message what happened to it, a clause without the path and without a full stop
   * @param cause or null
   */
  public StoreException(Kind kind, StorePath path, String message, Throwable cause) {
    super(path == null ? message : "'" + path + "': " + message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.path = path;
    this.reason = message;
  }

  /**
   * Creates a failure without a cause.
   *
   * @param path of the object it is about; null where it is about none
   * @param message what happened, without the path
   */
  public StoreException(Kind kind, StorePath path, String message) {
    this(kind, path, message, null);
  }

  /** Returns what the caller may do about it. */
  public Kind kind() {
    return kind;
  }

  /**
   * Returns the object the failure is about; empty where it is about none, or after serialization.
   */
  public Optional<StorePath> path() {
    return Optional.ofNullable(path);
  }

  /** Returns what happened, without the path. */
  public String reason() {
    return reason;
  }

  /** Returns the same failure, reported of {@code newPath}; its cause is this exception. */
  public StoreException withPath(StorePath newPath) {
    return new StoreException(kind, newPath, reason, this);
  }

  /** With the kind, for logs: {@code io.situ.storage.StoreException NOT_FOUND: '/a': ...}. */
  @Override
  public String toString() {
    return getClass().getName() + " " + kind + ": " + getMessage();
  }

  /**
   * Returns the refusal of a call that a store does not have.
   *
   * @param store the store that refuses
   * @param operation what it was asked for, as a noun, for instance {@code hard links}
   */
  public static StoreException unsupported(StorePath path, Store.Info store, String operation) {
    return new StoreException(
        Kind.UNSUPPORTED, path, "the driver " + store.driver() + " does not support " + operation);
  }

  /**
   * Returns the failure ({@code CHANGED}) of a path that a listing or an inventory named, and that
   * leads through a link that is there since.
   */
  public static StoreException exchanged(StorePath path) {
    return new StoreException(
        Kind.CHANGED, path, "a symbolic link took the place of it, or of a directory above it");
  }

  /**
   * Makes certain that an object is the one that was described.
   *
   * @throws StoreException {@code CHANGED} if it is not
   */
  public static void refuseOther(StoreObject described, StoreObject now) throws StoreException {
    if (!described.isSame(now)) {
      throw new StoreException(Kind.CHANGED, described.path(), "it is another object now");
    }
  }

  /** Returns whether nothing is there: below a file there is nothing either. */
  public boolean isNotFound() {
    return kind == Kind.NOT_FOUND || kind == Kind.NOT_A_DIRECTORY;
  }

  /**
   * Returns whether a symbolic link is at fault itself that it could not be followed: it leads
   * nowhere, in a circle, out of the root, to a name that no file can have, or where this user may
   * not look. What is left may have failed for every object, and says nothing of the link.
   */
  public boolean isFaultOfLink() {
    return switch (kind) {
      case NOT_FOUND, NOT_A_DIRECTORY, LINK_LOOP, OUTSIDE_ROOT, INVALID_NAME, PERMISSION_DENIED ->
          true;
      default -> false;
    };
  }

  /**
   * Returns whether the same call may succeed later without anybody changing anything in the store.
   */
  public boolean retryable() {
    return kind == Kind.UNAVAILABLE;
  }
}

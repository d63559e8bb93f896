package io.situ.storage.mounted;

import io.situ.storage.Mount;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a driver knows of its file system, and what tests set so as to meet other systems than the
 * one they run on.
 *
 * @param type what to take the mount's type for
 * @param oldCalls do without the calls that old kernels lack
 * @param helpers who describes large directories
 * @param quirks in what the mounted file system differs
 */
record Tuning(
    Optional<FileSystemType> type,
    boolean oldCalls,
    Optional<Helpers> helpers,
    Function<Mount, Quirks> quirks) {

  /** Everything as it is. */
  static final Tuning NONE = new Tuning(Optional.empty(), false, Optional.empty());

  Tuning(Optional<FileSystemType> type, boolean oldCalls, Optional<Helpers> helpers) {
    this(type, oldCalls, helpers, mount -> Quirks.NONE);
  }

  Tuning withQuirks(Function<Mount, Quirks> known) {
    return new Tuning(type, oldCalls, helpers, known);
  }
}

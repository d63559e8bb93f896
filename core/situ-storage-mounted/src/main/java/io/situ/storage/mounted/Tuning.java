package io.situ.storage.mounted;

import java.util.Optional;

/**
 * What tests set so as to meet other systems than the one they run on.
 *
 * @param type what to take the mount's type for
 * @param oldCalls do without the calls that old kernels lack
 * @param helpers who describes large directories
 */
record Tuning(Optional<FileSystemType> type, boolean oldCalls, Optional<Helpers> helpers) {

  /** Everything as it is. */
  static final Tuning NONE = new Tuning(Optional.empty(), false, Optional.empty());
}

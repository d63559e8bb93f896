package io.situ.hadoop.fs;

import io.situ.storage.Attributes;

/** Changes of attributes as Hadoop's callers ask for them. */
final class AttributeChanges {

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private AttributeChanges() {}

  /** Null leaves the owner or the group as it is. */
  static Attributes.Change owner(String user, String group) {
    Attributes.Change change = Attributes.Change.NONE;
    if (user != null && !user.isEmpty()) {
      change = change.withOwner(user);
    }
    return group != null && !group.isEmpty() ? change.withGroup(group) : change;
  }

  /** In milliseconds since 1970; a negative time stays as it is. */
  static Attributes.Change times(long modified, long accessed) {
    Attributes.Change change = Attributes.Change.NONE;
    if (modified >= 0) {
      change = change.withModified(Math.multiplyExact(modified, NANOS_PER_MILLI));
    }
    return accessed >= 0
        ? change.withAccessed(Math.multiplyExact(accessed, NANOS_PER_MILLI))
        : change;
  }
}

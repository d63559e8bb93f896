// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.storage.Attributes;
import java.time.Instant;

/** Changes of attributes as Hadoop's callers ask for them. */
public final class SetAttributeOperations {

  private SetAttributeOperations() {}

  /** Null leaves the owner or the group as it is. */
  public static Attributes.Change owner(String user, String group) {
    Attributes.Change change = Attributes.Change.NONE;
    if (user != null && !user.isEmpty()) {
      change = change.withOwner(user);
    }
    return group != null && !group.isEmpty() ? change.withGroup(group) : change;
  }

  /** In milliseconds since 1970; a negative time stays as it is. */
  public static Attributes.Change times(long modified, long accessed) {
    Attributes.Change change = Attributes.Change.NONE;
    if (modified >= 0) {
      change = change.withModified(Instant.ofEpochMilli(modified));
    }
    return accessed >= 0 ? change.withAccessed(Instant.ofEpochMilli(accessed)) : change;
  }
}

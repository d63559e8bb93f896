package io.situ.storage;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Who may do what with an object, and when it was touched.
 *
 * @param owner user name, or the decimal id where the host knows no name
 * @param group group name, or the decimal id where the host knows no name
 * @param mode permission bits, {@code 0} to {@code 07777}
 * @param modifiedNanos modification time, nanoseconds since 1970-01-01T00:00Z
 * @param accessedNanos access time, nanoseconds since 1970-01-01T00:00Z
 * @param changedNanos when content, other attributes, access lists or names changed last,
 *     nanoseconds since 1970-01-01T00:00Z; the modification time where the store does not tell
 */
public record Attributes(
    String owner,
    String group,
    int mode,
    long modifiedNanos,
    long accessedNanos,
    long changedNanos) {

  public Attributes {
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(group, "group");
    checkMode(mode);
  }

  /** Those of a store that does not tell when attributes changed. */
  public Attributes(String owner, String group, int mode, long modifiedNanos, long accessedNanos) {
    this(owner, group, mode, modifiedNanos, accessedNanos, modifiedNanos);
  }

  static void checkMode(int mode) {
    if ((mode & ~07777) != 0) {
      throw new IllegalArgumentException(
          "mode is not within 07777: 0" + Integer.toOctalString(mode));
    }
  }

  /** Modification time in milliseconds since 1970-01-01T00:00Z, rounded down. */
  public long modifiedMillis() {
    return Math.floorDiv(modifiedNanos, 1_000_000L);
  }

  /** Access time in milliseconds since 1970-01-01T00:00Z, rounded down. */
  public long accessedMillis() {
    return Math.floorDiv(accessedNanos, 1_000_000L);
  }

  /** The attributes to change; what is empty stays as it is. Units as in {@link Attributes}. */
  public record Change(
      Optional<String> owner,
      Optional<String> group,
      OptionalInt mode,
      OptionalLong modifiedNanos,
      OptionalLong accessedNanos) {

    /** Changes nothing. */
    public static final Change NONE =
        new Change(
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());

    public Change {
      Objects.requireNonNull(owner, "owner");
      Objects.requireNonNull(group, "group");
      Objects.requireNonNull(modifiedNanos, "modifiedNanos");
      Objects.requireNonNull(accessedNanos, "accessedNanos");
      mode.ifPresent(Attributes::checkMode);
    }

    public Change withOwner(String newOwner) {
      return new Change(Optional.of(newOwner), group, mode, modifiedNanos, accessedNanos);
    }

    public Change withGroup(String newGroup) {
      return new Change(owner, Optional.of(newGroup), mode, modifiedNanos, accessedNanos);
    }

    public Change withMode(int newMode) {
      return new Change(owner, group, OptionalInt.of(newMode), modifiedNanos, accessedNanos);
    }

    public Change withModified(long nanos) {
      return new Change(owner, group, mode, OptionalLong.of(nanos), accessedNanos);
    }

    public Change withAccessed(long nanos) {
      return new Change(owner, group, mode, modifiedNanos, OptionalLong.of(nanos));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.time.Instant;
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
 * @param modifiedNanos modification time, nanoseconds since 1970-01-01T00:00Z; the nearest long
 *     where there are {@code far} times
 * @param accessedNanos access time likewise
 * @param changedNanos when content, other attributes, access lists or names changed last, likewise;
 *     the modification time where the store does not report it
 * @param far the exact times, absent where nanoseconds are
 */
public record Attributes(
    String owner,
    String group,
    int mode,
    long modifiedNanos,
    long accessedNanos,
    long changedNanos,
    Optional<WideTimestamps> far) {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  public Attributes {
    Objects.requireNonNull(far, "far");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(group, "group");
    checkMode(mode);
  }

  /** Creates attributes whose times are exact in nanoseconds. */
  public Attributes(
      String owner,
      String group,
      int mode,
      long modifiedNanos,
      long accessedNanos,
      long changedNanos) {
    this(owner, group, mode, modifiedNanos, accessedNanos, changedNanos, Optional.empty());
  }

  /** Returns attributes with exact times, whatever the year. */
  public static Attributes of(String owner, String group, int mode, WideTimestamps times) {
    long modified = WideTimestamps.nanos(times.modified());
    long accessed = WideTimestamps.nanos(times.accessed());
    long changed = WideTimestamps.nanos(times.changed());
    boolean far =
        WideTimestamps.isFar(times.modified().getEpochSecond())
            || WideTimestamps.isFar(times.accessed().getEpochSecond())
            || WideTimestamps.isFar(times.changed().getEpochSecond());
    Optional<WideTimestamps> exact = far ? Optional.of(times) : Optional.empty();
    return new Attributes(owner, group, mode, modified, accessed, changed, exact);
  }

  /** Creates those of a store that does not say when attributes changed. */
  public Attributes(String owner, String group, int mode, long modifiedNanos, long accessedNanos) {
    this(owner, group, mode, modifiedNanos, accessedNanos, modifiedNanos);
  }

  static void checkMode(int mode) {
    if ((mode & ~07777) != 0) {
      throw new IllegalArgumentException(
          "mode is not within 07777: 0" + Integer.toOctalString(mode));
    }
  }

  /** Returns the modification time. */
  public Instant modified() {
    return far.map(WideTimestamps::modified).orElseGet(() -> instant(modifiedNanos));
  }

  /** Returns the access time. */
  public Instant accessed() {
    return far.map(WideTimestamps::accessed).orElseGet(() -> instant(accessedNanos));
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
  }

  /**
   * Returns the modification time in milliseconds since 1970-01-01T00:00Z, rounded down; the
   * nearest long if it is further away.
   */
  public long modifiedMillis() {
    return far.isEmpty() ? Math.floorDiv(modifiedNanos, 1_000_000L) : millis(modified());
  }

  /** Returns the access time likewise. */
  public long accessedMillis() {
    return far.isEmpty() ? Math.floorDiv(accessedNanos, 1_000_000L) : millis(accessed());
  }

  private static long millis(Instant time) {
    try {
      return time.toEpochMilli();
    } catch (ArithmeticException e) {
      return time.getEpochSecond() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }

  /** The attributes to change; what is empty stays as it is. */
  public record Change(
      Optional<String> owner,
      Optional<String> group,
      OptionalInt mode,
      Optional<Instant> modified,
      Optional<Instant> accessed) {

    /** Changes nothing. */
    public static final Change NONE =
        new Change(
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty());

    public Change {
      Objects.requireNonNull(owner, "owner");
      Objects.requireNonNull(group, "group");
      Objects.requireNonNull(modified, "modified");
      Objects.requireNonNull(accessed, "accessed");
      mode.ifPresent(Attributes::checkMode);
    }

    /** Returns the same with another owner. */
    public Change withOwner(String newOwner) {
      return new Change(Optional.of(newOwner), group, mode, modified, accessed);
    }

    /** Returns the same with another group. */
    public Change withGroup(String newGroup) {
      return new Change(owner, Optional.of(newGroup), mode, modified, accessed);
    }

    /**
     * Returns the same with another mode, see {@link Attributes#mode}. A directory of a mounted
     * file system keeps its set-group-id bit.
     */
    public Change withMode(int newMode) {
      return new Change(owner, group, OptionalInt.of(newMode), modified, accessed);
    }

    /** Returns the same with another modification time. */
    public Change withModified(Instant time) {
      return new Change(owner, group, mode, Optional.of(time), accessed);
    }

    /** Returns the same with another modification time, in nanoseconds since 1970. */
    public Change withModified(long nanos) {
      return withModified(instant(nanos));
    }

    /** Returns the same with another access time. */
    public Change withAccessed(Instant time) {
      return new Change(owner, group, mode, modified, Optional.of(time));
    }

    /** Returns the same with another access time, in nanoseconds since 1970. */
    public Change withAccessed(long nanos) {
      return withAccessed(instant(nanos));
    }

    /** Returns nanoseconds since 1970, the nearest long; absent if the time stays. */
    public OptionalLong modifiedNanos() {
      return nanos(modified);
    }

    /** Returns nanoseconds since 1970, the nearest long; absent if the time stays. */
    public OptionalLong accessedNanos() {
      return nanos(accessed);
    }

    private static OptionalLong nanos(Optional<Instant> time) {
      return time.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(WideTimestamps.nanos(time.get()));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import io.situ.storage.WideTimestamps;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a file of a mounted file system, as {@code man 2 statx} reports it, where a
 * driver learns it by a call of its own.
 *
 * @param mode type and permissions
 * @param owner number of the user
 * @param group number of the group
 * @param inode number of the inode as the mount reports it
 * @param size in bytes
 * @param modifiedNanos since 1970
 * @param accessedNanos since 1970
 * @param changedNanos since 1970
 * @param far the exact times, absent where nanoseconds are
 */
public record FileStat(
    int mode,
    int owner,
    int group,
    long inode,
    long size,
    long modifiedNanos,
    long accessedNanos,
    long changedNanos,
    Optional<WideTimestamps> far) {

  /** A time of {@code seconds} and {@code nanos} since 1970, or the nearest that a long holds. */
  public static long nanos(long seconds, int nanos) {
    return WideTimestamps.nanos(seconds, nanos);
  }

  /** Nanoseconds since 1970 of the modification, modulo 2 to the power of 64. */
  public long modificationStamp() {
    if (far.isEmpty()) {
      return modifiedNanos;
    }
    Instant time = far.get().modified();
    return time.getEpochSecond() * 1_000_000_000L + time.getNano();
  }
}

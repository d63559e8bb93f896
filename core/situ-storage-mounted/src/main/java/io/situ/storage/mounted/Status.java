package io.situ.storage.mounted;

/**
 * What is known of a file of a mounted file system, as {@code man 2 statx} tells it, where a driver
 * learns it by a call of its own.
 *
 * @param mode type and permissions
 * @param owner number of the user
 * @param group number of the group
 * @param inode number of the inode as the mount tells it
 * @param size in bytes
 * @param modifiedNanos since 1970
 * @param accessedNanos since 1970
 * @param changedNanos since 1970
 */
public record Status(
    int mode,
    int owner,
    int group,
    long inode,
    long size,
    long modifiedNanos,
    long accessedNanos,
    long changedNanos) {

  /** A time of {@code seconds} and {@code nanos} since 1970, or the nearest that a long holds. */
  public static long nanos(long seconds, int nanos) {
    return Stat.nanos(seconds, nanos);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

/**
 * A range of a file and the objects it is striped over. The names of flags and patterns are those
 * of Lustre's {@code lustre_user.h}.
 */
final class LayoutComponent {

  static final int STALE = 0x1;
  static final int PREFER_READ = 0x2;
  static final int INIT = 0x10;
  static final int EXTENSION = 0x40;
  static final int PARITY = 0x80;

  static final int RAID0 = 0x1;
  static final int MDT = 0x100;
  static final int OVERSTRIPING = 0x200;
  static final int HOLE = 0x40000000;
  static final int RELEASED = 0x80000000;

  private final int flags;
  private final int pattern;
  private final long start;
  private final long end;
  private final long stripeSize;
  private final int[] osts;

  /**
   * @param end the first byte behind it, {@code Long.MAX_VALUE} for the end of the file
   */
  LayoutComponent(int flags, long start, long end, Stripes stripes) {
    this.flags = flags;
    this.pattern = stripes.pattern();
    this.start = start;
    this.end = end;
    this.stripeSize = stripes.size();
    this.osts = stripes.osts();
  }

  /**
   * How a component is striped.
   *
   * @param size of a stripe, in bytes
   * @param osts the index of each object's target, none where there are no objects
   */
  record Stripes(int pattern, long size, int... osts) {}

  boolean released() {
    return (pattern & RELEASED) != 0;
  }

  boolean preferred() {
    return (flags & PREFER_READ) != 0;
  }

  /** Whether its objects exist and are what a reader may get. */
  boolean readable() {
    boolean there = (flags & INIT) != 0 && (flags & (STALE | EXTENSION | PARITY)) == 0;
    if (!there || (pattern & (RELEASED | HOLE)) != 0) {
      return false;
    }
    return pattern == MDT || (pattern & ~OVERSTRIPING) == RAID0 && osts.length > 0;
  }

  boolean covers(long offset) {
    return start <= offset && offset < end;
  }

  /** Where it begins. */
  long start() {
    return start;
  }

  /** The target of a byte it covers; {@link StripeRange#MDT} for the metadata target. */
  int target(long offset) {
    return pattern == MDT ? StripeRange.MDT : osts[(int) (offset / stripeSize % osts.length)];
  }

  /** The first byte behind {@code offset} that may lie on another target. */
  long border(long offset) {
    if (pattern == MDT || osts.length == 1) {
      return end;
    }
    long stripe = (offset / stripeSize + 1) * stripeSize;
    return stripe < 0 ? end : Math.min(end, stripe);
  }
}

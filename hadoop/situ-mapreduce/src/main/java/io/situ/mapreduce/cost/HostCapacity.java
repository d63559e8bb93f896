// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

/**
 * What one host can do for a job.
 *
 * @param slots map containers that fit there at once; less than 1 is taken as 1
 * @param processors that its tasks share with all else that runs there, more than 0
 * @param used how many threads of other work compete for them, at least 0
 */
public record HostCapacity(int slots, double processors, double used) {

  public HostCapacity {
    slots = Math.max(1, slots);
    if (!(processors > 0) || !(used >= 0)) {
      throw new IllegalArgumentException(processors + " processors, " + used + " in use");
    }
  }

  /** Returns how many tasks should run there at once; more of them would only share. */
  public int lanes() {
    return (int) Math.max(1, Math.min(slots, Math.ceil(processors)));
  }

  /** Returns the part of a processor that each of them has, at most 1. */
  public double laneSpeed() {
    return Math.min(1, processors / (lanes() + used));
  }

  /** Returns how many tasks with a processor of their own it is worth. */
  public double worth() {
    return lanes() * laneSpeed();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

/**
 * An object that is not attached while others are.
 *
 * @param path in the store
 * @param reason a clause
 */
public record SkippedObject(String path, String reason) {

  /** Takes each of them as it is met. Called by many threads, by one at a time. */
  @FunctionalInterface
  public interface Taker {

    /** Takes none: the attach ends at the first. */
    Taker NONE = object -> {};

    /** Takes one. */
    void accept(SkippedObject object);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import java.util.Objects;

/**
 * What became of one order.
 *
 * @param made what stands for the block now; without meaning unless it is linked
 * @param refusal why the block is not linked, empty if it is, or may be yet
 * @param pending whether the order is still being carried out: ask again
 */
public record LinkAnswer(Links made, String refusal, boolean pending) {

  /** The answer to an order that is still being carried out. */
  public static final LinkAnswer PENDING = new LinkAnswer(Links.PLACEHOLDER, "", true);

  public LinkAnswer {
    Objects.requireNonNull(made, "made");
    Objects.requireNonNull(refusal, "refusal");
  }

  public static LinkAnswer linked(Links made) {
    return new LinkAnswer(made, "", false);
  }

  public static LinkAnswer refused(String why) {
    return new LinkAnswer(Links.PLACEHOLDER, why, false);
  }

  public boolean isLinked() {
    return refusal.isEmpty() && !pending;
  }
}

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
public record LinkBlockResult(LinkType made, String refusal, boolean pending) {

  /** The answer to an order that is still being carried out. */
  public static final LinkBlockResult PENDING = new LinkBlockResult(LinkType.PLACEHOLDER, "", true);

  public LinkBlockResult {
    Objects.requireNonNull(made, "made");
    Objects.requireNonNull(refusal, "refusal");
  }

  public static LinkBlockResult linked(LinkType made) {
    return new LinkBlockResult(made, "", false);
  }

  public static LinkBlockResult refused(String why) {
    return new LinkBlockResult(LinkType.PLACEHOLDER, why, false);
  }

  public boolean isLinked() {
    return refusal.isEmpty() && !pending;
  }
}

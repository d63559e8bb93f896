package io.situ.hdfs.wire;

import java.util.Objects;

/**
 * What became of one order.
 *
 * @param made what stands for the block now; without meaning if it was refused
 * @param refusal why the block is not linked, empty if it is
 */
public record LinkAnswer(Links made, String refusal) {

  public LinkAnswer {
    Objects.requireNonNull(made, "made");
    Objects.requireNonNull(refusal, "refusal");
  }

  public static LinkAnswer linked(Links made) {
    return new LinkAnswer(made, "");
  }

  public static LinkAnswer refused(String why) {
    return new LinkAnswer(Links.PLACEHOLDER, why);
  }

  public boolean isLinked() {
    return refusal.isEmpty();
  }
}

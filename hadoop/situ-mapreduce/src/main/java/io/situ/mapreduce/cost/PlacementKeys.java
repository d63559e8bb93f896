// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import io.situ.storage.config.StoreConfig.Key;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The keys by which map tasks are placed. */
public final class PlacementKeys {

  public static final Key LOCALITY =
      new Key(
          Locality.KEY,
          Optional.of("auto"),
          "What map tasks on YARN are placed for: auto, so that the last one ends as early as it"
              + " can; strict, so that as little as possible crosses the network; off leaves it to"
              + " the cluster's scheduler.");

  public static final Key COST_START =
      new Key(
          CostModel.START,
          Optional.of(CostModel.DEFAULT_START),
          "For locality=auto: what starting a map task costs, in time of one processor from its"
              + " container to its first record.");

  public static final Key COST_LOCAL =
      new Key(
          CostModel.LOCAL,
          Optional.of(CostModel.DEFAULT_LOCAL),
          "For locality=auto: bytes per second that a map with a processor of its own gets through,"
              + " read on its own host.");

  public static final Key COST_REMOTE =
      new Key(
          CostModel.REMOTE,
          Optional.of(CostModel.DEFAULT_REMOTE),
          "For locality=auto: bytes per second at which a map reads from another host; that time"
              + " comes on top.");

  public static final Key COST_PROCESSORS =
      new Key(
          CostModel.PROCESSORS,
          Optional.of(CostModel.DEFAULT_PROCESSORS),
          "For locality=auto: how many maps a host really runs at once at full speed, such as 1.5;"
              + " auto takes the vcores that its NodeManager offers.");

  private PlacementKeys() {}

  /** Returns every key. */
  public static List<Key> all() {
    return List.of(LOCALITY, COST_START, COST_LOCAL, COST_REMOTE, COST_PROCESSORS);
  }

  /**
   * Refuses values that make no sense.
   *
   * @throws IllegalArgumentException naming the key and what it may be
   */
  public static void check(Configuration conf) {
    Locality.of(conf);
    CostModel.of(conf);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import org.apache.spark.SparkConf;
import org.apache.spark.shuffle.api.ShuffleDataIO;
import org.apache.spark.shuffle.api.ShuffleDriverComponents;
import org.apache.spark.shuffle.api.ShuffleExecutorComponents;

/**
 * What {@link SituShuffleManager} has Spark write through. The manager configures it by itself:
 * {@code spark.shuffle.sort.io.plugin.class} needs no value.
 */
public final class SituShuffleDataIO implements ShuffleDataIO {

  private final SparkConf conf;

  /** Creates it, as Spark does. */
  public SituShuffleDataIO(SparkConf conf) {
    this.conf = conf;
  }

  @Override
  public ShuffleExecutorComponents executor() {
    return new SharedExecutorComponents(conf);
  }

  @Override
  public ShuffleDriverComponents driver() {
    return new SharedDriverComponents();
  }
}

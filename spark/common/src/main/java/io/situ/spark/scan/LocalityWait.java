// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.mapreduce.cost.CostModel;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a slot of an executor stays empty while tasks wait for other hosts. Spark has one time
 * for all stages of an application; here it is what the whole read of a partition costs over the
 * network. So waiting costs no more than what it may save.
 */
public final class LocalityWait {

  private static final Logger LOG = LoggerFactory.getLogger(LocalityWait.class);

  private static final String ALL_LEVELS = "spark.locality.wait";
  private static final String NODE = "spark.locality.wait.node";
  private static final String PARTITION = "spark.sql.files.maxPartitionBytes";

  private static final Duration MAX = Duration.ofSeconds(30);

  private LocalityWait() {}

  /**
   * Sets the time for an application whose user has set none and has scans packed by host. It
   * counts for stages that start from then on.
   *
   * @param conf that Spark's scheduler reads
   * @throws IllegalArgumentException naming key and value, if a key of scans is not valid
   */
  public static void set(SparkConf conf) {
    boolean chosen = Stream.of(ALL_LEVELS, NODE).anyMatch(conf::contains);
    if (!chosen && ScanKeys.MODE.get(name -> conf.get(name, null)) != ScanLocality.OFF) {
      CostModel costs = ScanKeys.costs((String name) -> conf.get(name, null));
      Duration wait = of(costs, conf.getSizeAsBytes(PARTITION, "128m"));
      conf.set(NODE, wait.toMillis() + "ms");
      LOG.info("{} is {}: what reading a partition over the network costs", NODE, wait);
    }
  }

  /** Returns the time for partitions of so many bytes. */
  private static Duration of(CostModel costs, long bytes) {
    double seconds = Math.min(MAX.toSeconds(), costs.remoteSeconds(bytes));
    return Duration.ofMillis(Math.round(seconds * 1000));
  }
}

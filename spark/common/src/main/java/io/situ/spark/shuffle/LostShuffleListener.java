// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import org.apache.spark.FetchFailed;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.SparkEnv;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up all outputs of a shuffle whose directory is lost, in the driver. Each output is else
 * given up alone when a task fails to read it, and a stage ends after a few such failures.
 *
 * <p>Spark calls it in one thread.
 */
public final class LostShuffleListener extends SparkListener {

  private static final Logger LOG = LoggerFactory.getLogger(LostShuffleListener.class);

  /** Creates it, as Spark does. */
  public LostShuffleListener() {}

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.reason() instanceof FetchFailed failed && isLost(failed.shuffleId())) {
      giveUp(failed.shuffleId());
    }
  }

  private static boolean isLost(int shuffle) {
    return SparkEnv.get().shuffleManager() instanceof SituShuffleManager own
        && own.application().filter(application -> application.isLost(shuffle)).isPresent();
  }

  /** Spark runs all maps then before it starts the stage again, which it does a little later. */
  private static void giveUp(int shuffle) {
    if (SparkEnv.get().mapOutputTracker() instanceof MapOutputTrackerMaster outputs
        && outputs.containsShuffle(shuffle)
        && outputs.getNumAvailableOutputs(shuffle) > 0) {
      LOG.warn("all data of shuffle {} is lost, so all its maps run again", shuffle);
      outputs.unregisterAllMapAndMergeOutput(shuffle);
    }
  }
}

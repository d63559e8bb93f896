// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.FetchFailed;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.ShuffleStatus;
import org.apache.spark.SparkEnv;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Gives up all outputs of a shuffle that are missing or cut short, in the driver, when a task fails
 * to read one. Each output is else given up alone when a task fails to read it, and a stage ends
 * after a few such failures.
 *
 * <p>Spark calls it in one thread.
 */
public final class LostShuffleListener extends SparkListener {

  private static final Logger LOG = LoggerFactory.getLogger(LostShuffleListener.class);

  /** The attempt at a stage after whose first failure to read a shuffle this looked at it. */
  private final Map<Integer, Attempt> looked = new HashMap<>();

  private record Attempt(int stage, int number) {}

  /** Creates it, as Spark does. */
  public LostShuffleListener() {}

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.reason() instanceof FetchFailed failed
        && SparkEnv.get().shuffleManager() instanceof SituShuffleManager own
        && SparkEnv.get().mapOutputTracker() instanceof MapOutputTrackerMaster outputs) {
      int shuffle = failed.shuffleId();
      Attempt attempt = new Attempt(end.stageId(), end.stageAttemptId());
      own.application()
          .ifPresent(
              application -> {
                if (application.isLost(shuffle)) {
                  giveUp(shuffle, outputs);
                } else if (!attempt.equals(looked.put(shuffle, attempt))) {
                  giveUpLost(shuffle, outputs, application);
                }
              });
    }
  }

  /** Spark runs all maps then before it starts the stage again, which it does a little later. */
  private static void giveUp(int shuffle, MapOutputTrackerMaster outputs) {
    if (outputs.containsShuffle(shuffle) && outputs.getNumAvailableOutputs(shuffle) > 0) {
      LOG.warn("all data of shuffle {} is lost, so all its maps run again", shuffle);
      outputs.unregisterAllMapAndMergeOutput(shuffle);
    }
  }

  private static void giveUpLost(
      int shuffle, MapOutputTrackerMaster outputs, SharedApplication application) {
    Option<ShuffleStatus> known = outputs.shuffleStatuses().get(shuffle);
    if (known.isEmpty()) {
      return;
    }
    MapStatus[] maps = known.get().withMapStatuses(MapStatus[]::clone);
    Map<Long, Long> lengths = new HashMap<>();
    for (MapStatus map : maps) {
      if (map != null && MapOutputLocation.isShared(map)) {
        lengths.put(map.mapId(), MapOutputLocation.length(map.location()));
      }
    }
    Set<Long> lost;
    try {
      lost = application.lostOutputs(shuffle, lengths);
    } catch (IOException | RuntimeException e) {
      LOG.debug("outputs of shuffle {} were not looked at", shuffle, e);
      return;
    }
    if (!lost.isEmpty()) {
      LOG.warn("maps of shuffle {} run again, as their output is lost: {}", shuffle, lost.size());
    }
    for (int i = 0; i < maps.length; i++) {
      // What ran again meanwhile is at another place and stays.
      if (maps[i] != null && lost.contains(maps[i].mapId())) {
        outputs.unregisterMapOutput(shuffle, i, maps[i].location());
      }
    }
  }
}

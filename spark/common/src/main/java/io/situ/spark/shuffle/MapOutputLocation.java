// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.output.MapOutputId;
import java.util.Arrays;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.scheduler.TaskLocation$;
import org.apache.spark.storage.BlockManagerId;
import scala.Option;

/**
 * What Spark's driver notes as the place of a map's output. It is no executor's, so that no output
 * is given up with an executor, and one that cannot be read is given up alone. Nor is it a host's
 * name, because Spark gives up what is on a worker's host when a worker is lost; it is the host in
 * the form in which Spark names hosts that have something in memory. Spark prefers a place for a
 * reader only if a fifth of what it reads is there, so that readers prefer hosts that wrote only
 * where there are few maps.
 */
final class MapOutputLocation {

  private static final String PREFIX = "situ-map-";
  private static final int PORT = 1;

  private MapOutputLocation() {}

  /** Replaces the place in a map's status. */
  static void set(MapStatus status, long[] lengths) {
    String length = Long.toString(Arrays.stream(lengths).sum());
    status.updateLocation(
        BlockManagerId.apply(
            PREFIX + status.mapId(),
            TaskLocation$.MODULE$.inMemoryLocationTag() + status.location().host(),
            PORT,
            Option.apply(length)));
  }

  /**
   * Returns the output with the length that is noted for it.
   *
   * @throws IllegalStateException if the output is not on the shared file system
   */
  static MapOutputId find(BlockManagerId location, MapOutputId output) {
    if (!isShared(location, output.map())) {
      throw new IllegalStateException(
          "map output at " + location + " was not written by Situ's shuffle");
    }
    return output.withLength(length(location));
  }

  /** Returns the bytes of all partitions of the output that a place is noted for. */
  static long length(BlockManagerId location) {
    return Long.parseLong(location.topologyInfo().get());
  }

  /** Returns whether it is the place of a map's output on the shared file system. */
  static boolean isShared(MapStatus status) {
    return isShared(status.location(), status.mapId());
  }

  private static boolean isShared(BlockManagerId location, long map) {
    return location.executorId().equals(PREFIX + map) && location.topologyInfo().isDefined();
  }
}

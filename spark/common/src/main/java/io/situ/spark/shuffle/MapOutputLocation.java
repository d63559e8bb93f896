// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.output.MapOutputId;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.scheduler.TaskLocation$;
import org.apache.spark.storage.BlockManagerId;
import scala.Option;

/**
 * What Spark's driver notes as the place of a map's output. It is no executor's and no host's, and
 * no two outputs have one of either in common, so that none is given up with an executor or a host,
 * and one that cannot be read is given up alone. The host that wrote is named in it, in the form in
 * which Spark names an executor of a host. Spark prefers a place for a reader only if a fifth of
 * what it reads is there, so that readers prefer hosts that wrote only where there are few maps.
 */
final class MapOutputLocation {

  private static final String PREFIX = "situ-map-";
  private static final int PORT = 1;

  /**
   * Hosts that the form can name: in Spark's the first underscore ends the host, and only an IPv6
   * address has colons, for which Spark takes no other text than the address alone.
   */
  private static final Pattern NAMEABLE = Pattern.compile("[^_:]+");

  private MapOutputLocation() {}

  /** Replaces the place in a map's status. */
  static void set(MapStatus status, long[] lengths) {
    status.updateLocation(
        of(status.mapId(), Arrays.stream(lengths).sum(), status.location().host()));
  }

  /**
   * Returns the place of an output.
   *
   * @param map Spark's number of the attempt
   * @param length bytes of all partitions together
   * @param writer the host that wrote it; readers do not prefer one that cannot be named
   */
  static BlockManagerId of(long map, long length, String writer) {
    String executor = PREFIX + map;
    String host =
        NAMEABLE.matcher(writer).matches()
            ? TaskLocation$.MODULE$.executorLocationTag() + writer + "_" + executor
            : executor;
    return BlockManagerId.apply(executor, host, PORT, Option.apply(Long.toString(length)));
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

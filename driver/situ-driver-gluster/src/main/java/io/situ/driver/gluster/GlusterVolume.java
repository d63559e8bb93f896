// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.StorePath;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a volume is made, as its mount's own graph of translators reports it.
 *
 * @param id the volume's identifier; empty where the graph does not have it, as of volumes without
 *     replica sets
 * @param name the volume's name
 * @param subdirectory what of the volume is mounted: the root for all of it
 * @param whole whether a file, or a shard of it, lies whole on a brick
 * @param shardSize bytes per shard, where files are sharded
 * @param bricks all bricks
 */
record GlusterVolume(
    Optional<String> id,
    String name,
    StorePath subdirectory,
    boolean whole,
    OptionalLong shardSize,
    List<Brick> bricks) {

  private static final int HUGE = 62;

  GlusterVolume {
    bricks = List.copyOf(bricks);
  }

  /**
   * A directory on a host where a volume keeps files.
   *
   * @param host as the volume was created with: a name or an address
   * @param set the replica set it belongs to, empty if it has none
   * @param arbiter whether it keeps names only and no content
   */
  record Brick(String host, String path, String set, boolean arbiter) {

    /** As the volume's administration names it. */
    String name() {
      return host + ":" + path;
    }

    /** Whether the host that calls itself {@code other} is this brick's, by the names alone. */
    boolean isOn(String other) {
      String a = host.toLowerCase(Locale.ROOT);
      String b = other.toLowerCase(Locale.ROOT);
      return a.equals(b) || a.startsWith(b + ".") || b.startsWith(a + ".");
    }
  }

  /** Whether every file lies whole on the same bricks. */
  boolean isOneSet() {
    boolean one =
        bricks.size() == 1
            || !bricks.get(0).set().isEmpty()
                && bricks.stream().map(Brick::set).distinct().count() == 1;
    return one && whole && shardSize.isEmpty();
  }

  /**
   * Which brick a name was read from in a directory's listing, by the cookie that came with it: the
   * client counts its bricks and mixes the number in, in the lowest bits of a huge cookie, which it
   * marks in bit 62, else as the rest of a division ({@code gf_itransform} in GlusterFS since 3.6).
   *
   * @return a number that is the same for names from the same brick; empty if the cookie has none
   */
  OptionalInt brickOf(long cookie) {
    int count = bricks.size();
    if (cookie == 0 || cookie == -1) {
      return OptionalInt.empty();
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    boolean huge = cookie >>> HUGE != 0;
    return OptionalInt.of((int) (huge ? cookie & ((1L << bits) - 1) : cookie % count));
  }

  /** The bricks of a replica set, or those without one for the empty name. */
  List<Brick> set(String set) {
    return bricks.stream().filter(brick -> brick.set().equals(set)).toList();
  }
}

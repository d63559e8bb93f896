// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import io.situ.spark.distance.ReadDistance;

/** Bytes that tasks read from stores, by distance. */
public record ReadBytes(long nodeLocal, long rackLocal, long remote, long unknown) {

  static final ReadBytes NONE = new ReadBytes(0, 0, 0, 0);

  static ReadBytes of(ReadDistance distance, long bytes) {
    return switch (distance) {
      case NODE_LOCAL -> new ReadBytes(bytes, 0, 0, 0);
      case RACK_LOCAL -> new ReadBytes(0, bytes, 0, 0);
      case REMOTE -> new ReadBytes(0, 0, bytes, 0);
      case UNKNOWN -> new ReadBytes(0, 0, 0, bytes);
    };
  }

  ReadBytes plus(ReadBytes other) {
    return new ReadBytes(
        nodeLocal + other.nodeLocal,
        rackLocal + other.rackLocal,
        remote + other.remote,
        unknown + other.unknown);
  }

  long sum() {
    return nodeLocal + rackLocal + remote + unknown;
  }
}

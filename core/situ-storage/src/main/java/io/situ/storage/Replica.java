// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.util.Objects;
import java.util.Optional;

/**
 * One host that holds an extent.
 *
 * @param host the name the engines (YARN, HDFS, Spark) know the host by
 * @param rack network location such as {@code /rack1}, where the store knows it
 * @param weight how well this replica serves reads beside the others, more than 0; 1 is ordinary
 * @param path the absolute path of the object's bytes on that host, where there is one
 */
public record Replica(String host, Optional<String> rack, double weight, Optional<String> path) {

  public Replica {
    Objects.requireNonNull(rack, "rack");
    Objects.requireNonNull(path, "path");
    if (host.isEmpty()) {
      throw new IllegalArgumentException("a replica needs a host");
    }
    if (!(weight > 0)) {
      throw new IllegalArgumentException("weight of a replica on " + host + " is " + weight);
    }
  }

  /** Returns an ordinary replica on {@code host}, rack and path unknown. */
  public static Replica on(String host) {
    return new Replica(host, Optional.empty(), 1, Optional.empty());
  }
}

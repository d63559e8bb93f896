// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.cost;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** What a job's map tasks are placed for. */
public enum Locality {
  /** The map phase shall end as early as it can. */
  AUTO,
  /** As few bytes as possible shall cross the network. */
  STRICT,
  /** The cluster's scheduler decides. */
  OFF;

  /** The key. */
  public static final String KEY = "situ.mapreduce.locality";

  /**
   * Returns what a job's configuration says, {@link #AUTO} where it says nothing.
   *
   * @throws IllegalArgumentException with a sentence for the user, if it says something else
   */
  public static Locality of(Configuration conf) {
    String word = conf.getTrimmed(KEY, AUTO.toString());
    for (Locality locality : values()) {
      if (locality.toString().equals(word)) {
        return locality;
      }
    }
    throw new IllegalArgumentException(KEY + " is '" + word + "'; it must be auto, strict or off");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Which of the map-side classes a submitted job uses, and why. It travels in the job's own
 * configuration, so that it is known later.
 *
 * @param sorter about {@link PrefixSorter}, a sentence without its stop
 * @param combining about {@link CombiningMapOutput}, a sentence without its stop
 */
public record MapSideChoice(String sorter, String combining) {

  private static final String SORTER = "situ.mapreduce.mapside.sorter";
  private static final String COMBINING = "situ.mapreduce.mapside.combining";

  public MapSideChoice {
    Objects.requireNonNull(sorter, "sorter");
    Objects.requireNonNull(combining, "combining");
  }

  /** Returns what {@link #write} wrote; empty for a job that was submitted in another way. */
  public static Optional<MapSideChoice> of(Configuration conf) {
    String sorter = conf.get(SORTER);
    String combining = conf.get(COMBINING);
    return sorter == null || combining == null
        ? Optional.empty()
        : Optional.of(new MapSideChoice(sorter, combining));
  }

  void write(Configuration conf) {
    conf.set(SORTER, sorter);
    conf.set(COMBINING, combining);
  }
}

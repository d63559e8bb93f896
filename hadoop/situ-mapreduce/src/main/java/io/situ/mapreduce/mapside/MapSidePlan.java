// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import io.situ.mapreduce.jobfile.SubmittedJob;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapred.MapTask.MapOutputBuffer;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.QuickSort;

/**
 * Switches the map-side classes on in submitted jobs whose result they are shown not to change, and
 * that name no others. Each refusal is a clause for the user.
 */
public final class MapSidePlan {

  private static final String SORTER = "map.sort.class";
  private static final String COLLECTOR = MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR;
  private static final String OLD_COMBINER = "mapred.combiner.class";
  private static final String SERIALIZATIONS = "io.serializations";

  private final Configuration conf;

  private MapSidePlan(Configuration conf) {
    this.conf = conf;
  }

  /** Decides, and puts what it means into the job's configuration. */
  public static MapSideChoice apply(SubmittedJob job) {
    MapSidePlan plan = new MapSidePlan(job.client());
    Optional<String> sorter = plan.objectionToSorter();
    Optional<String> combining = sorter.or(plan::objectionToCombining);
    if (sorter.isEmpty()) {
      job.conf().set(SORTER, PrefixSorter.class.getName());
    }
    if (combining.isEmpty()) {
      job.conf().set(COLLECTOR, CombiningMapOutput.class.getName());
      job.conf().setBoolean(CombiningMapOutput.KNOWN_ORDER_ONLY, true);
    }
    MapSideChoice choice =
        new MapSideChoice(
            sentence("sorted by prefixes", sorter, "its keys have a known order"),
            sentence(
                "combined before the sort",
                combining,
                "its combiner and its reducer were shown to add whole numbers up"));
    choice.write(job.conf());
    return choice;
  }

  private static String sentence(String done, Optional<String> objection, String because) {
    return objection.map(why -> "not " + done + ": " + why).orElse(done + ": " + because);
  }

  private Optional<String> objectionToSorter() {
    return ofMode().or(this::ofReducers).or(this::ofClasses).or(this::ofOrder);
  }

  /** What speaks against it besides what speaks against the sorter. */
  private Optional<String> objectionToCombining() {
    return ofGrouping().or(() -> ReducerCode.otherLoading(conf)).or(this::ofSums);
  }

  private Optional<String> ofMode() {
    return MapSideKeys.MODE.get(conf::get)
        ? Optional.empty()
        : Optional.of(MapSideKeys.MODE.name() + " is off");
  }

  private Optional<String> ofReducers() {
    return conf.getInt(MRJobConfig.NUM_REDUCES, 1) == 0
        ? Optional.of("the job has no reducers")
        : Optional.empty();
  }

  /** What a job brings of its own stays. */
  private Optional<String> ofClasses() {
    return other(SORTER, QuickSort.class).or(() -> other(COLLECTOR, MapOutputBuffer.class));
  }

  private Optional<String> other(String key, Class<?> stock) {
    String name = conf.getTrimmed(key, stock.getName());
    return name.equals(stock.getName())
        ? Optional.empty()
        : Optional.of(key + " is " + name + " already");
  }

  private Optional<String> ofOrder() {
    String keys =
        ReducerCode.output(conf, MRJobConfig.MAP_OUTPUT_KEY_CLASS, MRJobConfig.OUTPUT_KEY_CLASS);
    String comparator = conf.getTrimmed(MRJobConfig.KEY_COMPARATOR);
    if (comparator != null) {
      return Optional.of("it has a comparator of its own, " + comparator);
    }
    if (!KeyOrder.keyClasses().contains(keys)) {
      return Optional.of("the order of its keys, " + keys + ", is not known");
    }
    return conf.getTrimmedStrings(SERIALIZATIONS, WritableSerialization.class.getName())[0].equals(
            WritableSerialization.class.getName())
        ? Optional.empty()
        : Optional.of(SERIALIZATIONS + " does not begin with Hadoop's own");
  }

  private Optional<String> ofGrouping() {
    return Stream.of(
            MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS, MRJobConfig.GROUP_COMPARATOR_CLASS)
        .filter(key -> conf.getTrimmed(key) != null)
        .findFirst()
        .map(key -> key + " is set");
  }

  private Optional<String> ofSums() {
    List<String> combiners =
        Stream.of(MRJobConfig.COMBINE_CLASS_ATTR, OLD_COMBINER)
            .map(conf::getTrimmed)
            .filter(name -> name != null)
            .toList();
    if (combiners.size() != 1) {
      return Optional.of(combiners.isEmpty() ? "it has no combiner" : "it has two combiners");
    }
    ReducerCode reducer = ReducerCode.of(conf);
    if (!reducer.isSum(combiners.get(0))) {
      return Optional.of(
          "its combiner " + combiners.get(0) + " is not shown to add " + reducer.values());
    }
    return reducer.isSum()
        ? Optional.empty()
        : Optional.of("its reducer " + reducer.name() + " is not shown to add " + reducer.values());
  }
}

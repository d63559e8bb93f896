// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import io.situ.mapreduce.bytecode.SplitIndependence;
import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Which classes a job's tasks run, and whether they are shown to treat each split alone. */
final class TaskCode {

  private static final String MAP_REDUCE = "org.apache.hadoop.mapreduce.";
  private static final String OLD = "org.apache.hadoop.mapred.";
  private static final String CODECS = "org.apache.hadoop.io.compress.";

  private static final Set<String> WITH_PROGRAMS =
      Set.of("org.apache.hadoop.streaming.", OLD + "pipes.");

  private static final Set<String> COLLECTORS =
      Set.of(
          OLD + "MapTask$MapOutputBuffer",
          "io.situ.mapreduce.mapside.CombiningMapOutput",
          "io.situ.mapreduce.shuffle.SharedMapOutput");

  private static final Set<String> SORTERS =
      Set.of(
          "org.apache.hadoop.util.QuickSort",
          "org.apache.hadoop.util.HeapSort",
          "io.situ.mapreduce.mapside.PrefixSorter");

  /** Runners that read records one by one, and do nothing else. */
  private static final Set<String> RECORD_RUNNERS =
      Set.of(OLD + "MapRunner", OLD + "lib.MultithreadedMapRunner");

  private final Configuration conf;
  private final boolean ofCuts;
  private final SplitIndependence map;

  /** What the map task has one of for all its splits, or runs on records of several. */
  private final SplitIndependence shared;

  private final SplitIndependence reduce;

  private TaskCode(Configuration conf, boolean ofCuts) {
    this.conf = conf;
    this.ofCuts = ofCuts;
    this.map =
        ofCuts
            ? SplitIndependence.ofRecords(conf.getClassLoader())
            : SplitIndependence.of(conf.getClassLoader());
    this.shared = SplitIndependence.ofShared(conf.getClassLoader());
    this.reduce = SplitIndependence.ofReduces(conf.getClassLoader());
  }

  /** Returns what speaks against several splits in one map task, as a clause. */
  static Optional<String> objection(Configuration conf, List<RawSplit> splits) {
    try {
      TaskCode code = new TaskCode(conf, false);
      return code.ofSettings().or(() -> code.ofCodecs(splits)).or(code::ofMaps).or(code::ofReduces);
    } catch (RuntimeException | LinkageError e) {
      return Optional.of("its classes cannot be looked into: " + e);
    }
  }

  /**
   * Returns what in a job's mappers speaks against splits that are cut, as a clause. It is for jobs
   * whose splits may share a task.
   */
  static Optional<String> objectionToCuts(Configuration conf) {
    try {
      TaskCode code = new TaskCode(conf, true);
      return code.addMappers().or(code.map::objection);
    } catch (RuntimeException | LinkageError e) {
      return Optional.of("its classes cannot be looked into: " + e);
    }
  }

  private Optional<String> ofKeys() {
    return MapperChain.takenOver(conf)
        .map(key -> "its key " + key + " has a value that differs by task");
  }

  private Optional<String> ofSettings() {
    return ofKeys()
        .or(() -> ofList(MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, COLLECTORS))
        .or(() -> ofList("map.sort.class", SORTERS))
        .or(
            () ->
                ofNames(
                    "io.serializations",
                    conf.getTrimmedStringCollection("io.serializations").stream()
                        .filter(name -> !name.startsWith("org.apache.hadoop.io.serializer."))
                        .filter(name -> !name.equals("org.apache.avro.hadoop.io.AvroSerialization"))
                        .toList()))
        .or(
            () ->
                ofNames(
                    MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC,
                    conf.getTrimmedStringCollection(MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC).stream()
                        .filter(name -> !name.startsWith(CODECS))
                        .toList()));
  }

  private Optional<String> ofList(String key, Set<String> known) {
    return ofNames(
        key,
        Arrays.stream(conf.getTrimmedStrings(key)).filter(name -> !known.contains(name)).toList());
  }

  private static Optional<String> ofNames(String key, List<String> unknown) {
    return unknown.stream().findFirst().map(name -> key + " has " + name + ", which is not known");
  }

  /** Codecs of others may keep what they like between two files. */
  private Optional<String> ofCodecs(List<RawSplit> splits) {
    CompressionCodecFactory codecs = new CompressionCodecFactory(conf);
    Set<String> endings = new HashSet<>();
    for (RawSplit split : splits) {
      try {
        Path file = split.start().file();
        if (endings.add(file.getName().substring(file.getName().lastIndexOf('.') + 1))) {
          CompressionCodec codec = codecs.getCodec(file);
          if (codec != null && !codec.getClass().getName().startsWith(CODECS)) {
            return Optional.of(
                "its input is compressed by " + codec.getClass().getName() + ", not by Hadoop");
          }
        }
      } catch (IOException e) {
        return Optional.of("its splits cannot be read: " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  private Optional<String> ofMaps() {
    Optional<String> objection = addMappers();
    if (objection.isPresent()) {
      return objection;
    }
    map.reader(RegroupPolicy.inputFormat(conf), "its input format");
    addIfSet(MRJobConfig.COMBINE_CLASS_ATTR, "its combiner", false);
    addIfSet("mapred.combiner.class", "its combiner", false);
    addIfSet("mapreduce.job.combiner.group.comparator.class", "its comparator", true);
    addIfSet(MRJobConfig.KEY_COMPARATOR, "its comparator", true);
    if (conf.getInt(MRJobConfig.NUM_REDUCES, 1) > 1) {
      addIfSet(MRJobConfig.PARTITIONER_CLASS_ATTR, "its partitioner", true);
      addIfSet("mapred.partitioner.class", "its partitioner", true);
    }
    addOutput(MRJobConfig.MAP_OUTPUT_KEY_CLASS, MRJobConfig.OUTPUT_KEY_CLASS, "its map output key");
    addOutput(
        MRJobConfig.MAP_OUTPUT_VALUE_CLASS, MRJobConfig.OUTPUT_VALUE_CLASS, "its map output value");
    return map.objection().or(shared::objection);
  }

  private Optional<String> addMappers() {
    return RegroupPolicy.newInterface(conf)
        ? addMapper(conf.get(MRJobConfig.MAP_CLASS_ATTR, MAP_REDUCE + "Mapper"), conf)
        : addRunner();
  }

  private void addOutput(String key, String otherwise, String role) {
    String name = conf.getTrimmed(key, conf.getTrimmed(otherwise));
    if (name != null) {
      addShared(name, role, false);
    }
  }

  private void addIfSet(String key, String role, boolean perTask) {
    String name = conf.getTrimmed(key);
    if (name != null) {
      addShared(name, role, perTask);
    }
  }

  private void addShared(String name, String role, boolean perTask) {
    if (perTask) {
      map.perTask(name, role);
    } else {
      map.perSplit(name, role);
    }
    shared.perSplit(name, role);
  }

  private Optional<String> addRunner() {
    String runner = conf.getTrimmed(RegroupPolicy.OLD_RUNNER, OLD + "MapRunner");
    if (isProgram(runner)) {
      return Optional.of("it runs a program for each map task");
    }
    if (ofCuts && !RECORD_RUNNERS.contains(runner)) {
      return Optional.of("its map runner " + runner + " may know earlier records");
    }
    if (!ofCuts && !runner.equals(OLD + "lib.MultithreadedMapRunner")) {
      map.perSplit(runner, "its map runner");
    }
    return addMapper(conf.getTrimmed("mapred.mapper.class", OLD + "lib.IdentityMapper"), conf);
  }

  private static boolean isProgram(String name) {
    return WITH_PROGRAMS.stream().anyMatch(name::startsWith);
  }

  /**
   * Adds a mapper, or those that it runs.
   *
   * @param from where Hadoop's own mappers that run others find them
   */
  private Optional<String> addMapper(String name, Configuration from) {
    if (isProgram(name)) {
      return Optional.of("it runs a program for each map task");
    }
    if (name.equals(MAP_REDUCE + "lib.map.MultithreadedMapper")) {
      return addMapper(
          from.get("mapreduce.mapper.multithreadedmapper.mapclass", MAP_REDUCE + "Mapper"), from);
    }
    if (name.equals(MAP_REDUCE + "lib.chain.ChainMapper") || name.equals(OLD + "lib.ChainMapper")) {
      return addChain(name.startsWith(OLD));
    }
    if (!ofCuts && name.equals(MAP_REDUCE + "lib.aggregate.ValueAggregatorMapper")) {
      addAggregators(from);
      return Optional.empty();
    }
    map.mapper(name, "its mapper");
    return Optional.empty();
  }

  /** The mapper makes them, for each split, from what the configuration names. */
  private void addAggregators(Configuration from) {
    map.perSplit(MAP_REDUCE + "lib.aggregate.ValueAggregatorBaseDescriptor", "its class");
    for (int i = 0; i < from.getInt("mapreduce.aggregate.descriptor.num", 0); i++) {
      String[] parts = from.get("mapreduce.aggregate.descriptor." + i, "").split(",", 2);
      if (parts.length == 2) {
        map.mapper(parts[1], "its aggregator");
      }
    }
  }

  private Optional<String> addChain(boolean old) {
    try {
      for (MapperChain.Link link : MapperChain.read(conf)) {
        if (old && !link.byValue()) {
          return Optional.of(
              "its chained mapper " + link.mapper() + " hands objects on that it may keep");
        }
        if (link.takenOver().isPresent()) {
          return Optional.of(
              "its chained mapper " + link.mapper() + " has a key whose value differs by task");
        }
        Optional<String> objection = addMapper(link.mapper(), link.conf());
        if (objection.isPresent()) {
          return objection;
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("its chain of mappers cannot be read: " + e.getMessage());
    }
  }

  /** Reducers run as ever, but for what of the job is changed. */
  private Optional<String> ofReduces() {
    for (String key :
        List.of(
            MRJobConfig.REDUCE_CLASS_ATTR,
            "mapred.reducer.class",
            "mapreduce.chain.reducer.reducer.class",
            MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
            "mapred.output.format.class",
            MRJobConfig.GROUP_COMPARATOR_CLASS)) {
      String name = conf.getTrimmed(key);
      if (name != null) {
        reduce.perSplit(name, "its class");
      }
    }
    for (int i = 0; i < conf.getInt("mapreduce.chain.reducer.size", 0); i++) {
      String name = conf.getTrimmed("mapreduce.chain.reducer.mapper.class." + i);
      if (name != null) {
        reduce.perSplit(name, "its class");
      }
    }
    return reduce.objection();
  }
}

package io.situ.mapreduce.regroup;

import io.situ.mapreduce.bytecode.RecordIndependence;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Whether a job's maps are shown to put out the same wherever their splits end. */
final class RecordCode {

  private static final String NEW = "org.apache.hadoop.mapreduce.";
  private static final String OLD = "org.apache.hadoop.mapred.";
  private static final String LONGEST_LINE = "mapreduce.input.linerecordreader.line.maxlength";

  private static final Set<String> RUNNERS =
      Set.of(OLD + "MapRunner", OLD + "lib.MultithreadedMapRunner");

  private RecordCode() {}

  /** Returns what speaks against cutting its splits, as a clause. */
  static Optional<String> objection(Configuration conf) {
    if (conf.getInt(LONGEST_LINE, Integer.MAX_VALUE) != Integer.MAX_VALUE) {
      return Optional.of(LONGEST_LINE + " is set, and a longer line would be cut in two");
    }
    if (RegroupPolicy.newInterface(conf)) {
      return mapper(conf.get(MRJobConfig.MAP_CLASS_ATTR, NEW + "Mapper"), conf);
    }
    String runner = conf.getTrimmed(RegroupPolicy.OLD_RUNNER, OLD + "MapRunner");
    return RUNNERS.contains(runner)
        ? mapper(conf.getTrimmed("mapred.mapper.class", OLD + "lib.IdentityMapper"), conf)
        : Optional.of("its map runner " + runner + " may know earlier records");
  }

  private static Optional<String> mapper(String name, Configuration from) {
    if (name.equals(NEW + "lib.map.MultithreadedMapper")) {
      return mapper(
          from.get("mapreduce.mapper.multithreadedmapper.mapclass", NEW + "Mapper"), from);
    }
    if (name.equals(NEW + "lib.chain.ChainMapper") || name.equals(OLD + "lib.ChainMapper")) {
      return chain(from);
    }
    return RecordIndependence.objection(from.getClassLoader(), name);
  }

  private static Optional<String> chain(Configuration conf) {
    try {
      return MapperChain.read(conf).stream()
          .flatMap(link -> mapper(link.mapper(), link.conf()).stream())
          .findFirst();
    } catch (IOException e) {
      return Optional.of("its chain of mappers cannot be read: " + e.getMessage());
    }
  }
}

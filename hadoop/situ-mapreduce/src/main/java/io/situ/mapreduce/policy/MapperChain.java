// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.policy;

import io.situ.mapreduce.bytecode.TaskKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DefaultStringifier;

/** The mappers that a job's {@code ChainMapper} runs one behind the other, in both interfaces. */
final class MapperChain {

  private static final String PREFIX = "mapreduce.chain.mapper";

  private MapperChain() {}

  /**
   * One of them.
   *
   * @param conf the job's configuration with what the mapper has of its own
   */
  record Link(String mapper, Configuration conf) {

    /** Whether it gets copies of the records that the one before it puts out. */
    boolean byValue() {
      return conf.getBoolean("chain.mapper.byValue", true);
    }

    /** Returns a key that takes over what differs by task or split. */
    Optional<String> takenOver() {
      return MapperChain.takenOver(conf);
    }
  }

  /** Reads them in their order; fails if a configuration is none. */
  static List<Link> read(Configuration conf) throws IOException {
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < conf.getInt(PREFIX + ".size", 0); i++) {
      String mapper = conf.getTrimmed(PREFIX + ".mapper.class." + i);
      if (mapper == null) {
        throw new IOException("mapper " + i + " has no class");
      }
      links.add(new Link(mapper, ownConf(conf, conf.get(PREFIX + ".mapper.config." + i))));
    }
    return links;
  }

  /** Returns a key that takes over what differs by task or split. */
  static Optional<String> takenOver(Configuration conf) {
    for (Map.Entry<String, String> entry : conf) {
      if (TaskKeys.isTakenOver(entry.getKey(), entry.getValue())) {
        return Optional.of(entry.getKey());
      }
    }
    return Optional.empty();
  }

  private static Configuration ownConf(Configuration conf, String text) throws IOException {
    Configuration all = new Configuration(conf);
    if (text == null) {
      return all;
    }
    try (DefaultStringifier<Configuration> stringifier =
        new DefaultStringifier<>(conf, Configuration.class)) {
      stringifier.fromString(text).forEach(entry -> all.set(entry.getKey(), entry.getValue()));
      return all;
    } catch (RuntimeException e) {
      throw new IOException("a mapper's configuration is none: " + e.getMessage(), e);
    }
  }
}

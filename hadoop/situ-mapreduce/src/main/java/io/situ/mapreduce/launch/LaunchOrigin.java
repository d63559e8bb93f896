// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * What a client knows of where the processes of a job on YARN have Hadoop's classes from: its own
 * version of Hadoop, the class paths, and the variables of their environments that name directories
 * or that these values refer to.
 *
 * @param values by configuration keys and names of variables; empty for a note that does not say
 */
record LaunchOrigin(SortedMap<String, String> values) {

  /** What sets variables of processes of a job; each may also be followed by a variable's name. */
  static final List<String> ENVIRONMENTS =
      List.of(
          MRJobConfig.MR_AM_ENV,
          MRJobConfig.MR_AM_ADMIN_USER_ENV,
          MRJobConfig.MAPRED_ADMIN_USER_ENV,
          MRJobConfig.MAP_ENV,
          MRJobConfig.REDUCE_ENV,
          JobConf.MAPRED_TASK_ENV);

  private static final List<String> CLASS_PATHS =
      List.of(
          MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH,
          YarnConfiguration.YARN_APPLICATION_CLASSPATH);

  private static final String HADOOP = "the client's version of Hadoop";

  /** Also such as <code>{{NAME}}</code>. */
  private static final Pattern VARIABLE = Pattern.compile("(?:\\$\\{?|\\{\\{)(\\w+)");

  private static final ObjectMapper JSON = new ObjectMapper();

  LaunchOrigin {
    values = new TreeMap<>(values);
  }

  /** Returns what a job of this process starts from. */
  static LaunchOrigin of(Configuration client) {
    return of(client, System.getenv());
  }

  /**
   * @param environment of the client's process
   */
  static LaunchOrigin of(Configuration client, Map<String, String> environment) {
    // Its class has the files of YARN read, whatever this process has done until now.
    Configuration conf = new YarnConfiguration(client);
    SortedMap<String, String> values = new TreeMap<>();
    values.put(HADOOP, VersionInfo.getVersion());
    CLASS_PATHS.forEach(key -> values.put(key, conf.getTrimmed(key, "")));
    SortedMap<String, String> variables = relevant(variables(conf), named(values.values()));
    values.putAll(variables);
    named(variables.values()).stream()
        .filter(environment::containsKey)
        .forEach(name -> values.put("the client's variable " + name, environment.get(name)));
    return new LaunchOrigin(values);
  }

  /**
   * Returns variables that name directories of software or are among others, and those that their
   * values refer to.
   */
  private static SortedMap<String, String> relevant(
      SortedMap<String, String> all, Set<String> others) {
    SortedMap<String, String> relevant = new TreeMap<>();
    Set<String> names = new TreeSet<>(others);
    int before;
    do {
      before = relevant.size();
      all.forEach(
          (key, value) -> {
            String name = key.substring(key.lastIndexOf(' ') + 1);
            if (name.endsWith("_HOME") || names.contains(name)) {
              relevant.put(key, value);
            }
          });
      names.addAll(named(relevant.values()));
    } while (relevant.size() > before);
    return relevant;
  }

  /** By their key, a space and their name. */
  private static SortedMap<String, String> variables(Configuration conf) {
    SortedMap<String, String> variables = new TreeMap<>();
    for (String key : ENVIRONMENTS) {
      for (String entry : conf.get(key, "").split(",")) {
        int end = entry.indexOf('=');
        if (end > 0) {
          variables.put(key + " " + entry.substring(0, end).strip(), entry.substring(end + 1));
        }
      }
      conf.getPropsWithPrefix(key + ".").keySet().stream()
          .filter(name -> !name.isEmpty())
          .forEach(name -> variables.put(key + " " + name, conf.get(key + "." + name, "")));
    }
    return variables;
  }

  private static Set<String> named(Iterable<String> values) {
    Set<String> names = new TreeSet<>();
    for (String value : values) {
      VARIABLE
          .matcher(value)
          .results()
          .map((MatchResult found) -> found.group(1))
          .forEach(names::add);
    }
    return names;
  }

  /** Has a job start from what another starts from, with other keys' values put in. */
  static void copy(Configuration from, Configuration to) {
    Stream.concat(
            CLASS_PATHS.stream(),
            ENVIRONMENTS.stream()
                .flatMap(
                    key ->
                        Stream.concat(
                            Stream.of(key),
                            from.getPropsWithPrefix(key + ".").keySet().stream()
                                .filter(name -> !name.isEmpty())
                                .map(name -> key + "." + name))))
        .forEach(key -> Optional.ofNullable(from.get(key)).ifPresent(value -> to.set(key, value)));
  }

  /**
   * Returns what an archive of this origin was made for and a job does not have, as a clause; empty
   * where they are the same.
   */
  Optional<String> difference(LaunchOrigin job) {
    if (values.isEmpty()) {
      return Optional.of("does not say what it was made for");
    }
    Set<String> keys = new TreeSet<>(values.keySet());
    keys.addAll(job.values.keySet());
    return keys.stream()
        .filter(key -> !values.getOrDefault(key, "").equals(job.values.getOrDefault(key, "")))
        .findFirst()
        .map(key -> "was made where " + key + " is " + text(key) + " and not " + job.text(key));
  }

  private String text(String key) {
    return values.containsKey(key) ? "'" + values.get(key) + "'" : "not set";
  }

  ObjectNode toJson() {
    ObjectNode json = JSON.createObjectNode();
    values.forEach(json::put);
    return json;
  }

  static LaunchOrigin of(JsonNode json) {
    SortedMap<String, String> values = new TreeMap<>();
    json.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue().asText()));
    return new LaunchOrigin(values);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The methods of a DataNode's dataset that were looked at for one line of Hadoop, with what becomes
 * of their calls. An allow-list: what is not in it is not called. Immutable and thread-safe.
 */
final class DatasetMethods {

  /** What becomes of a call. */
  enum Decision {
    /** A guard takes it. */
    GUARDED,
    /** Hadoop's own dataset takes it: it neither reads nor writes the bytes of a linked block. */
    PASSED
  }

  private static final String LIST = "dataset-methods.tsv";
  private static final int COLUMNS = 4;

  private final String version;
  private final Map<String, Decision> decisions;

  private DatasetMethods(String version, Map<String, Decision> decisions) {
    this.version = version;
    this.decisions = decisions;
  }

  /**
   * Returns the methods known of a version of Hadoop.
   *
   * @param version for instance {@code 3.5.0}
   * @throws IllegalStateException if nothing is known of its line
   */
  static DatasetMethods of(String version) {
    Map<String, Map<String, Decision>> lines = read();
    for (Map.Entry<String, Map<String, Decision>> line : lines.entrySet()) {
      if (version.equals(line.getKey()) || version.startsWith(line.getKey() + ".")) {
        return new DatasetMethods(version, line.getValue());
      }
    }
    throw new IllegalStateException(
        "this DataNode does not start, because Situ's guard was not made for its Hadoop "
            + version
            + " but for "
            + String.join(" and ", lines.keySet())
            + remedy());
  }

  private static Map<String, Map<String, Decision>> read() {
    Map<String, Map<String, Decision>> lines = new TreeMap<>();
    try (InputStream in = DatasetMethods.class.getResourceAsStream(LIST);
        BufferedReader text =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String row = text.readLine(); row != null; row = text.readLine()) {
        if (row.startsWith("#")) {
          continue;
        }
        String[] columns = row.split("\t", COLUMNS);
        for (String line : columns[0].split(",")) {
          lines
              .computeIfAbsent(line, ignored -> new TreeMap<>())
              .put(columns[2], Decision.valueOf(columns[1].toUpperCase(java.util.Locale.ROOT)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  private static String remedy() {
    return "; install a release of Situ that is made for it, or go back to the Hadoop that this"
        + " DataNode ran before";
  }

  /** Returns a method's name and the full names of its parameters' types. */
  static String signature(Method method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(type -> type.isArray() ? type.getComponentType().getName() + "[]" : type.getName())
            .collect(Collectors.joining(",", "(", ")"));
  }

  /**
   * Returns what becomes of a method's calls.
   *
   * @throws IllegalStateException if the method is not known
   */
  Decision decision(Method method) {
    Decision decision = decisions.get(signature(method));
    if (decision == null) {
      throw unknown(List.of(signature(method)));
    }
    return decision;
  }

  /**
   * Refuses a dataset with methods that are not known, inherited and default ones included.
   *
   * @throws IllegalStateException naming them
   */
  void refuseUnknown(Class<?> dataset) {
    TreeSet<String> unknown = new TreeSet<>();
    for (Method method : dataset.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers()) && !decisions.containsKey(signature(method))) {
        unknown.add(signature(method));
      }
    }
    if (!unknown.isEmpty()) {
      throw unknown(new ArrayList<>(unknown));
    }
  }

  private IllegalStateException unknown(List<String> signatures) {
    return new IllegalStateException(
        "this DataNode does not start, because Situ's guard does not know what "
            + String.join(" and ", signatures)
            + " of the dataset of Hadoop "
            + version
            + " does to attached blocks"
            + remedy());
  }
}

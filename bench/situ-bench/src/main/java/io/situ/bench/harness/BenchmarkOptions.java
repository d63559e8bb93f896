// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one run of a benchmark measures: names with values, each with a default. */
public final class BenchmarkOptions {

  private final Map<String, String> values;

  private BenchmarkOptions(Map<String, String> values) {
    this.values = values;
  }

  /** No settings at all. */
  public static BenchmarkOptions none() {
    return new BenchmarkOptions(Map.of());
  }

  /** These settings and one more. */
  public BenchmarkOptions and(String name, Object value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value.toString());
    return new BenchmarkOptions(more);
  }

  /**
   * These settings, changed as {@code NAME=VALUE} says.
   *
   * @throws UsageException if there is no such setting, or it is a number and the value is not
   */
  BenchmarkOptions change(String argument) throws UsageException {
    int equals = argument.indexOf('=');
    String name = argument.substring(0, equals);
    String value = argument.substring(equals + 1);
    String before = values.get(name);
    if (before == null) {
      throw new UsageException("there is no setting " + name + "; the settings are: " + this);
    }
    if (isNumber(before) && !isNumber(value)) {
      throw notNumber(name, value);
    }
    return and(name, value);
  }

  private static UsageException notNumber(String name, String value) {
    return new UsageException(name + " needs a whole number of at least 1, not '" + value + "'");
  }

  private static boolean isNumber(String text) {
    return text.matches("[1-9][0-9]{0,8}");
  }

  public int number(String name) {
    return Integer.parseInt(values.get(name));
  }

  /**
   * A number that may be left out.
   *
   * @throws UsageException if it is given and is none
   */
  public int numberOr(String name, int otherwise) throws UsageException {
    String value = text(name);
    if (value.isEmpty()) {
      return otherwise;
    }
    if (!isNumber(value)) {
      throw notNumber(name, value);
    }
    return number(name);
  }

  public String text(String name) {
    return values.get(name);
  }

  /**
   * What a setting names, with commas between.
   *
   * @param known what may be named
   * @throws UsageException if one of them is not known
   */
  public <T> List<T> several(String name, Map<String, T> known) throws UsageException {
    List<T> named = new ArrayList<>();
    for (String word : text(name).split(",")) {
      if (!known.containsKey(word)) {
        throw new UsageException(
            name + " are some of " + String.join(",", known.keySet()) + ", not " + word);
      }
      named.add(known.get(word));
    }
    return named;
  }

  /**
   * What a setting names of the constants of an enumeration, in lower case and with commas between.
   *
   * @throws UsageException if one of them is not known
   */
  public <E extends Enum<E>> List<E> several(String name, Class<E> known) throws UsageException {
    Map<String, E> all = new LinkedHashMap<>();
    for (E one : known.getEnumConstants()) {
      all.put(one.name().toLowerCase(Locale.ROOT), one);
    }
    return several(name, all);
  }

  /** All that {@link #several(String, Class)} knows, as it is written. */
  public static <E extends Enum<E>> String names(Class<E> known) {
    return Stream.of(known.getEnumConstants())
        .map(one -> one.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(","));
  }

  /** Settings of jobs, {@code KEY=VALUE} with commas between, each as an option of Hadoop's. */
  public List<String> keys(String name) {
    String keys = text(name);
    return keys.isEmpty() ? List.of() : Stream.of(keys.split(",")).map(key -> "-D" + key).toList();
  }

  /** Whether a title contains one of what {@code only} names, with commas between. */
  public boolean picks(String title) {
    return Stream.of(text("only").split(",")).anyMatch(title::contains);
  }

  /** As they are given to a shell. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(Object::toString)
        .map(one -> one.contains(" ") ? "'" + one + "'" : one)
        .collect(Collectors.joining(" "));
  }
}

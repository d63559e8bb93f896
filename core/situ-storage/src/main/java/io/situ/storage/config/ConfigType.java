// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import io.situ.storage.StorePath;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the value of a configuration key may be, how it is parsed and how it is printed: what {@link
 * #print} returns, {@link #parse} takes for the same value. Immutable and thread-safe.
 *
 * @param <T> values
 */
public final class ConfigType<T> {

  private final String allowed;
  private final boolean size;
  private final Function<String, T> parser;
  private final Function<T, String> printer;

  private ConfigType(
      String allowed, boolean size, Function<String, T> parser, Function<T, String> printer) {
    this.allowed = Objects.requireNonNull(allowed, "allowed");
    this.size = size;
    this.parser = Objects.requireNonNull(parser, "parser");
    this.printer = Objects.requireNonNull(printer, "printer");
  }

  /**
   * Returns a type of a driver's own.
   *
   * @param allowed what a value may be, such as {@code "auto or a number"}: it follows {@code "it
   *     must be"}
   * @param parser gets a text that is not empty, without blanks around it; throws {@link
   *     IllegalArgumentException} for one that is no value
   * @param printer returns what the parser takes for the same value
   */
  public static <T> ConfigType<T> of(
      String allowed, Function<String, T> parser, Function<T, String> printer) {
    return new ConfigType<>(allowed, false, parser, printer);
  }

  /**
   * Returns the same type with fewer values.
   *
   * @param newAllowed as for {@link #of}
   */
  public ConfigType<T> where(Predicate<T> allows, String newAllowed) {
    return new ConfigType<>(
        newAllowed,
        size,
        text -> {
          T value = parser.apply(text);
          if (!allows.test(value)) {
            throw new IllegalArgumentException(text + " is out of bounds");
          }
          return value;
        },
        printer);
  }

  private ConfigType<T> within(Predicate<T> allows, String bounds) {
    return where(allows, allowed + bounds);
  }

  /** Returns the type of any text. */
  public static ConfigType<String> text() {
    return of("text", text -> text, text -> text);
  }

  /** Returns the type of whole numbers from {@code min} to {@code max}, also as {@code 0x1f}. */
  public static ConfigType<Integer> number(int min, int max) {
    return of("a number", ConfigType::parseNumber, String::valueOf)
        .within(number -> number >= min && number <= max, " from " + min + " to " + max);
  }

  private static Integer parseNumber(String text) {
    return text.matches("[+-]?0[xX].+") ? Integer.decode(text) : Integer.valueOf(text);
  }

  /**
   * Returns the type of numbers of bytes, also such as {@code 64k}, with {@code k}, {@code m},
   * {@code g}, {@code t}, {@code p} or {@code e} for powers of 1024 in either case.
   *
   * @param min bytes, at least 0
   * @param max bytes; {@link Long#MAX_VALUE} for no bound
   */
  public static ConfigType<Long> size(long min, long max) {
    ConfigType<Long> type =
        new ConfigType<>(
            "a size such as 64m", true, ConfigUnits::parseSize, ConfigUnits::printSize);
    String most = max == Long.MAX_VALUE ? "" : " to " + ConfigUnits.printSize(max);
    return type.within(
        bytes -> bytes >= min && bytes <= max,
        min <= 1 && most.isEmpty() ? "" : ", from " + ConfigUnits.printSize(min) + most);
  }

  /**
   * Returns the type of durations such as {@code 30s}, with {@code ns}, {@code us}, {@code ms},
   * {@code s}, {@code m}, {@code min}, {@code h} or {@code d} in either case. What is longer than
   * {@link Long#MAX_VALUE} milliseconds is taken for that.
   *
   * @param alone the unit of a number without one: seconds or milliseconds
   * @param min at least zero
   */
  public static ConfigType<Duration> duration(ChronoUnit alone, Duration min) {
    return duration(alone, min, ConfigUnits.MAX_DURATION);
  }

  /**
   * Returns the type of durations as {@link #duration(ChronoUnit, Duration)} with an upper bound.
   *
   * @param max none of them is longer
   */
  public static ConfigType<Duration> duration(ChronoUnit alone, Duration min, Duration max) {
    String unit =
        alone == ChronoUnit.MILLIS ? "milliseconds" : alone.toString().toLowerCase(Locale.ROOT);
    ConfigType<Duration> type =
        of(
            unit + " or a duration such as 30s",
            text -> ConfigUnits.parseDuration(text, alone),
            ConfigUnits::printDuration);
    boolean bounded = max.compareTo(ConfigUnits.MAX_DURATION) < 0;
    String most = bounded ? " to " + ConfigUnits.printDuration(max) : "";
    return type.within(
        each -> each.compareTo(min) >= 0 && each.compareTo(max) <= 0,
        min.isZero() && !bounded ? "" : ", from " + ConfigUnits.printDuration(min) + most);
  }

  /** Returns the type of {@code true} and {@code false} in either case. */
  public static ConfigType<Boolean> bool() {
    return either("true", "false");
  }

  /** Returns the type of two words, in either case, of which one is true and the other false. */
  public static ConfigType<Boolean> either(String whenTrue, String whenFalse) {
    return of(
        whenTrue + " or " + whenFalse,
        text -> {
          if (!text.equalsIgnoreCase(whenTrue) && !text.equalsIgnoreCase(whenFalse)) {
            throw new IllegalArgumentException(text + " is neither");
          }
          return text.equalsIgnoreCase(whenTrue);
        },
        value -> value ? whenTrue : whenFalse);
  }

  /**
   * Returns the type of an enumeration's words: its names in either case, {@code -} for {@code _}.
   */
  @SafeVarargs
  public static <E extends Enum<E>> ConfigType<E> choice(E... constants) {
    List<E> values = List.of(constants);
    List<String> words = values.stream().map(ConfigType::word).toList();
    int last = words.size() - 1;
    String all =
        last == 0
            ? words.get(0)
            : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    return of(
        all,
        text ->
            values.stream()
                .filter(value -> word(value).equalsIgnoreCase(text.replace('_', '-')))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text + " is none of these")),
        ConfigType::word);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the type of this host's paths. */
  public static ConfigType<Path> path() {
    return of("a path", Path::of, Path::toString);
  }

  /** Returns the type of paths of stores. */
  public static ConfigType<StorePath> storePath() {
    return of("an absolute path without '..'", StorePath::of, StorePath::toString);
  }

  /**
   * Returns the type of a program and its arguments, separated by blanks; no word has blanks in it.
   */
  public static ConfigType<List<String>> command() {
    return of(
        "a program, with arguments separated by blanks",
        text -> List.of(text.split("\\s+")),
        words -> String.join(" ", words));
  }

  /**
   * Returns the type of lists separated by commas, with or without blanks around each. Empty
   * elements are left out.
   *
   * @param element has no commas in its texts
   * @param allowed as for {@link #of}
   */
  public static <E> ConfigType<List<E>> list(ConfigType<E> element, String allowed) {
    return of(
        allowed,
        text ->
            Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(element::parse)
                .toList(),
        values -> values.stream().map(element::print).collect(Collectors.joining(",")));
  }

  /** Returns what a value may be, as it follows {@code "it must be"}. */
  public String allowed() {
    return allowed;
  }

  /** Returns whether values are numbers of bytes. */
  public boolean isSize() {
    return size;
  }

  /**
   * Parses a value.
   *
   * @param text not empty, without blanks around it
   * @throws IllegalArgumentException if it is none; its message does not name a key
   */
  public T parse(String text) {
    return parser.apply(text);
  }

  /** Prints a value as {@link #parse} takes it. */
  public String print(T value) {
    return printer.apply(value);
  }

  @Override
  public String toString() {
    return allowed;
  }
}

package io.situ.storage.acl;

import io.situ.storage.process.ExternalCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Names and numbers of users or groups, as this host's name service tells them. Each number is
 * asked for once, and all that are unknown at a time by one process. Safe for use by many threads.
 */
public final class Accounts {

  private static final int NUMBER = 2;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final long LARGEST = 0xffff_ffffL;

  private final String database;
  private final ConcurrentMap<Integer, String> names = new ConcurrentHashMap<>();

  private Accounts(String database) {
    this.database = database;
  }

  public static Accounts users() {
    return new Accounts("passwd");
  }

  public static Accounts groups() {
    return new Accounts("group");
  }

  /** Asks for those that are not known yet. */
  public void learn(Collection<Integer> ids) {
    List<Integer> unknown = ids.stream().distinct().filter(id -> !names.containsKey(id)).toList();
    if (unknown.isEmpty()) {
      return;
    }
    List<String> words = new ArrayList<>(List.of("getent", database));
    unknown.forEach(id -> words.add(Integer.toUnsignedString(id)));
    ask(words).forEach(names::putIfAbsent);
    unknown.forEach(id -> names.putIfAbsent(id, Integer.toUnsignedString(id)));
  }

  /** A host without that command knows no names: numbers stand for them. */
  private static Map<Integer, String> ask(List<String> words) {
    Map<Integer, String> found = new HashMap<>();
    try {
      byte[] output = ExternalCommand.of(words, TIMEOUT).run().output();
      for (String line : new String(output, StandardCharsets.UTF_8).split("\n")) {
        String[] fields = line.split(":", NUMBER + 2);
        if (fields.length > NUMBER && isNumber(fields[NUMBER])) {
          found.put(Integer.parseUnsignedInt(fields[NUMBER]), fields[0]);
        }
      }
    } catch (IOException e) {
      return Map.of();
    }
    return found;
  }

  private static boolean isNumber(String text) {
    return text.matches("\\d{1,10}") && Long.parseLong(text) <= LARGEST;
  }

  /** The name, or the decimal number. */
  public String name(int id) {
    learn(List.of(id));
    return names.get(id);
  }

  /** The number of a name, asked for anew each time, or of a decimal number; empty if none is. */
  public OptionalInt id(String name) {
    if (isNumber(name)) {
      return OptionalInt.of(Integer.parseUnsignedInt(name));
    }
    if (name.isEmpty() || name.startsWith("-")) {
      return OptionalInt.empty();
    }
    return ask(List.of("getent", database, name)).entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .mapToInt(Map.Entry::getKey)
        .findFirst();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.acl;

import io.situ.storage.process.CommandResult;
import io.situ.storage.process.ExternalCommand;
import io.situ.storage.process.RecentFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
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
 * Names and numbers of users or groups, as this host's name service reports them. Each number is
 * asked for once, and all that are unknown at a time by one process. A service that fails is asked
 * again after a while. Thread-safe.
 */
public final class NssUserLookup {

  private static final int NUMBER = 2;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(30);
  private static final long LARGEST = 0xffff_ffffL;

  /** {@code getent} ends so if it does not know one of the keys. */
  private static final int SOME_UNKNOWN = 2;

  private final String command;
  private final String database;
  private final RecentFailure failure;
  private final ConcurrentMap<Integer, String> names = new ConcurrentHashMap<>();

  private NssUserLookup(String database) {
    this("getent", database, RETRY_INTERVAL);
  }

  /**
   * For tests.
   *
   * @param command what is asked, as {@code getent} is
   * @param interval how long a command that failed is not asked again
   */
  NssUserLookup(String command, String database, Duration interval) {
    this.command = command;
    this.database = database;
    this.failure = new RecentFailure(interval);
  }

  /** Returns a look-up of users, by {@code getent}. */
  public static NssUserLookup users() {
    return new NssUserLookup("passwd");
  }

  /** Returns a look-up of groups, by {@code getent}. */
  public static NssUserLookup groups() {
    return new NssUserLookup("group");
  }

  /** Asks for those that are not known yet. */
  public void prefetch(Collection<Integer> ids) {
    List<Integer> unknown = ids.stream().distinct().filter(id -> !names.containsKey(id)).toList();
    if (unknown.isEmpty() || failure.reason().isPresent()) {
      return;
    }
    List<String> words = new ArrayList<>(List.of(command, database));
    unknown.forEach(id -> words.add(Integer.toUnsignedString(id)));
    try {
      query(words).forEach(names::putIfAbsent);
      unknown.forEach(id -> names.putIfAbsent(id, Integer.toUnsignedString(id)));
    } catch (InterruptedIOException e) {
      // The thread stays interrupted; the service answers others.
    } catch (IOException e) {
      failure.set(String.valueOf(e.getMessage()));
    }
  }

  private static Map<Integer, String> query(List<String> words) throws IOException {
    CommandResult result = ExternalCommand.of(words, TIMEOUT).run();
    byte[] output = result.exitCode() == SOME_UNKNOWN ? result.output() : result.require();
    Map<Integer, String> found = new HashMap<>();
    for (String line : new String(output, StandardCharsets.UTF_8).split("\n")) {
      String[] fields = line.split(":", NUMBER + 2);
      if (fields.length > NUMBER && isNumber(fields[NUMBER])) {
        found.put(Integer.parseUnsignedInt(fields[NUMBER]), fields[0]);
      }
    }
    return found;
  }

  private static boolean isNumber(String text) {
    return text.matches("\\d{1,10}") && Long.parseLong(text) <= LARGEST;
  }

  /** Returns the name; the decimal number if there is none, or the service does not answer. */
  public String name(int id) {
    prefetch(List.of(id));
    return names.getOrDefault(id, Integer.toUnsignedString(id));
  }

  /**
   * Returns the number of a name, asked for again each time, or of a decimal number; empty if none
   * is known.
   */
  public OptionalInt id(String name) {
    if (isNumber(name)) {
      return OptionalInt.of(Integer.parseUnsignedInt(name));
    }
    if (name.isEmpty() || name.startsWith("-")) {
      return OptionalInt.empty();
    }
    try {
      return query(List.of(command, database, name)).entrySet().stream()
          .filter(entry -> entry.getValue().equals(name))
          .mapToInt(Map.Entry::getKey)
          .findFirst();
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }
}

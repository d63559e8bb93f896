package io.situ.hdfs.attach;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Names of users or groups by their numbers, as this host's name service tells them. Each is asked
 * for once, and all that are unknown at a time by one process. Safe for use by many threads.
 */
final class Accounts {

  private static final int NUMBER = 2;

  private final String database;
  private final ConcurrentMap<Integer, String> names = new ConcurrentHashMap<>();

  private Accounts(String database) {
    this.database = database;
  }

  static Accounts users() {
    return new Accounts("passwd");
  }

  static Accounts groups() {
    return new Accounts("group");
  }

  /** Asks for those that are not known yet. */
  void learn(Collection<Integer> ids) {
    List<Integer> unknown = ids.stream().distinct().filter(id -> !names.containsKey(id)).toList();
    if (unknown.isEmpty()) {
      return;
    }
    List<String> words = new ArrayList<>(List.of("getent", database));
    unknown.forEach(id -> words.add(Integer.toUnsignedString(id)));
    try {
      ask(words);
    } catch (IOException e) {
      // A host without that command knows no names; numbers stand for them.
    }
    unknown.forEach(id -> names.putIfAbsent(id, Integer.toUnsignedString(id)));
  }

  private void ask(List<String> words) throws IOException {
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        String[] fields = line.split(":", NUMBER + 2);
        if (fields.length > NUMBER && fields[NUMBER].matches("\\d{1,10}")) {
          names.putIfAbsent(Integer.parseUnsignedInt(fields[NUMBER]), fields[0]);
        }
      }
    }
  }

  /** The name, or the decimal number. */
  String name(int id) {
    learn(List.of(id));
    return names.get(id);
  }
}

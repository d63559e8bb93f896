package io.situ.hdfs.attach;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Names of users and groups by their numbers, as this host's name service tells them. Each is asked
 * for once. Safe for use by many threads.
 */
final class Accounts {

  private final ConcurrentMap<Integer, String> users = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, String> groups = new ConcurrentHashMap<>();

  /** The user's name, or the decimal number. */
  String user(int id) {
    return users.computeIfAbsent(id, unknown -> ask("passwd", id));
  }

  /** The group's name, or the decimal number. */
  String group(int id) {
    return groups.computeIfAbsent(id, unknown -> ask("group", id));
  }

  private static String ask(String database, int id) {
    String number = Integer.toUnsignedString(id);
    try {
      Process process =
          new ProcessBuilder("getent", database, number)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      try (InputStream out = process.getInputStream()) {
        String line = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        int end = line.indexOf(':');
        return end > 0 ? line.substring(0, end) : number;
      }
    } catch (IOException e) {
      return number;
    }
  }
}

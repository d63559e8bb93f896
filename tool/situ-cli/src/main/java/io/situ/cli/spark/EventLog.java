// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The event log of one application: a file {@code APPLICATION[_ATTEMPT]}, or a directory {@code
 * eventlog_v2_APPLICATION[_ATTEMPT]} with files {@code events_N_APPLICATION}, as Spark's {@code
 * SingleEventLogFileWriter} and {@code RollingEventLogFilesWriter} name them. Lines are JSON,
 * written by Spark's {@code JsonProtocol}. Spark's History Server may put one file {@code
 * events_N_APPLICATION.compact} in the place of all up to the Nth, without what is over. While it
 * writes that, or where it was killed then, the file's name ends in {@code .inprogress} too, and
 * the others are there.
 *
 * @param files in the order in which they were written
 */
record EventLog(FileSystem store, List<Path> files) {

  /** Type of the event with the application's settings. */
  static final String SETTINGS = "SparkListenerEnvironmentUpdate";

  private static final String ROLLING = "eventlog_v2_";
  private static final Pattern PART = Pattern.compile("events_(\\d+)_.*");
  private static final String IN_PROGRESS = ".inprogress";

  /** Ends the name of a file that Spark's History Server put in the place of earlier ones. */
  private static final String COMPACTED = ".compact";

  private static final List<String> UNREADABLE = List.of(".lz4", ".lzf", ".snappy");

  private static final long MAX_CLOCK_DIFFERENCE = 600_000;
  private static final int MAX_EVENTS_BEFORE_SETTINGS = 100;

  /** What {@link ZstdInputStream} says of a frame that is not whole. */
  private static final String CUT_SHORT = "Not enough input bytes";

  /**
   * Spark writes, and reads, strings of any length: a plan may have many millions of characters.
   */
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  EventLog {
    files = List.copyOf(files);
  }

  /**
   * Finds the log of an application, of its last attempt where there are several.
   *
   * @param logs what a directory of logs has in it
   * @param application the application's id; empty for the newest log there
   * @return empty if there is none
   * @throws IOException if its directory cannot be listed; a {@link FileNotFoundException} if it is
   *     gone
   */
  static Optional<EventLog> find(
      FileSystem store, List<FileStatus> logs, Optional<String> application) throws IOException {
    Optional<FileStatus> found =
        logs.stream()
            .filter(
                log -> application.isEmpty() || isOf(log.getPath().getName(), application.get()))
            .max(Comparator.comparingLong(FileStatus::getModificationTime));
    return found.isEmpty() ? Optional.empty() : Optional.of(of(store, found.get()));
  }

  /**
   * Finds the log of the application that was started with a setting, among those that were written
   * since. Logs that cannot be read, as those of other users, are passed over.
   *
   * @param logs what a directory of logs has in it
   * @param since milliseconds since 1970-01-01T00:00Z
   * @return empty if there is none
   * @throws IOException if it is not among those that can be read: the failure of the first that
   *     cannot; a {@link FileNotFoundException} if a part of one is gone
   */
  static Optional<EventLog> find(
      FileSystem store, List<FileStatus> logs, Map.Entry<String, String> setting, long since)
      throws IOException {
    List<FileStatus> newest = new ArrayList<>(logs);
    // Clocks of hosts differ, and a directory has the time of its last file.
    newest.removeIf(log -> log.getModificationTime() < since - MAX_CLOCK_DIFFERENCE);
    newest.sort(Comparator.comparingLong(FileStatus::getModificationTime).reversed());
    IOException failure = null;
    for (FileStatus status : newest) {
      try {
        EventLog log = of(store, status);
        if (log.startedWith(setting)) {
          return Optional.of(log);
        }
      } catch (FileNotFoundException e) {
        // One that was moved may be the one to be found, so that this counts most.
        failure = failure instanceof FileNotFoundException ? failure : e;
      } catch (IOException e) {
        failure = failure == null ? unreadable(e) : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return Optional.empty();
  }

  private static IOException unreadable(IOException reason) {
    return new IOException(
        "none of the event logs that can be read is its own, and one cannot be read: "
            + reason.getMessage(),
        reason);
  }

  private static EventLog of(FileSystem store, FileStatus log) throws IOException {
    return new EventLog(
        store, log.isDirectory() ? parts(store, log.getPath()) : List.of(log.getPath()));
  }

  /** Settings are among the first events. */
  private boolean startedWith(Map.Entry<String, String> setting) throws IOException {
    if (files.isEmpty() || !isReadable(files.get(0).getName())) {
      return false;
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(open(files.get(0)), StandardCharsets.UTF_8))) {
      String line = next(files.get(0), lines);
      for (int i = 0; i < MAX_EVENTS_BEFORE_SETTINGS && line != null; i++) {
        if (type(line).equals(SETTINGS)) {
          JsonNode settings = JSON.readTree(line).path("Spark Properties");
          return settings.path(setting.getKey()).asText().equals(setting.getValue());
        }
        line = next(files.get(0), lines);
      }
    } catch (JsonProcessingException e) {
      return false;
    }
    return false;
  }

  private static boolean isOf(String name, String application) {
    String log = name.startsWith(ROLLING) ? name.substring(ROLLING.length()) : name;
    return log.matches(Pattern.quote(inNames(application)) + "(_\\d+)?([.].*)?");
  }

  /**
   * Returns an id as it is in names of logs: as Spark's {@code Utils.sanitizeDirName} writes it.
   */
  private static String inNames(String application) {
    return application
        .replaceAll("[ :/]", "-")
        .replaceAll("[.${}'\"]", "_")
        .toLowerCase(Locale.ROOT);
  }

  private static List<Path> parts(FileSystem store, Path directory) throws IOException {
    List<FileStatus> parts = new ArrayList<>();
    for (FileStatus file : store.listStatus(directory)) {
      String name = file.getPath().getName();
      if (PART.matcher(name).matches() && !name.endsWith(COMPACTED + IN_PROGRESS)) {
        parts.add(file);
      }
    }
    parts.sort(
        Comparator.comparingLong((FileStatus file) -> number(file.getPath()))
            .thenComparing(file -> isCompacted(file.getPath())));
    List<Path> files = parts.stream().map(FileStatus::getPath).toList();
    int first = files.size() - 1;
    while (first > 0 && !isCompacted(files.get(first))) {
      first--;
    }
    return files.isEmpty() ? files : files.subList(first, files.size());
  }

  private static boolean isCompacted(Path file) {
    return file.getName().endsWith(COMPACTED);
  }

  /** Returns whether events are missing that Spark's History Server took for unimportant. */
  boolean isCompacted() {
    return files.stream().anyMatch(EventLog::isCompacted);
  }

  private static long number(Path part) {
    Matcher name = PART.matcher(part.getName());
    return name.matches() ? Long.parseLong(name.group(1)) : -1;
  }

  /**
   * Reads the events of some types, in their order. The last line of a log that is being written,
   * or whose writer was killed, may be cut short: it is left out.
   *
   * @param readers what gets the events, by their type; those of other types are left out
   * @throws IOException in one sentence, if a file cannot be read or is damaged; a {@link
   *     FileNotFoundException} if one is gone
   */
  void read(Map<String, Consumer<JsonNode>> readers) throws IOException {
    for (Path file : files) {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
        read(file, lines, readers);
      }
    }
  }

  private static void read(Path file, BufferedReader lines, Map<String, Consumer<JsonNode>> readers)
      throws IOException {
    long number = 0;
    String line = next(file, lines);
    while (line != null) {
      number++;
      String following = next(file, lines);
      try {
        Consumer<JsonNode> reader = readers.get(type(line));
        if (reader != null) {
          reader.accept(JSON.readTree(line));
        }
      } catch (JsonProcessingException e) {
        if (following != null) {
          throw new IOException(
              "the event log '"
                  + file
                  + "' is damaged in line "
                  + number
                  + ": "
                  + e.getOriginalMessage(),
              e);
        }
      }
      line = following;
    }
  }

  /** Returns the type of an event, which Spark writes first; an empty string where it has none. */
  private static String type(String line) throws IOException {
    try (JsonParser parser = JSON.createParser(line)) {
      boolean typed =
          parser.nextToken() == JsonToken.START_OBJECT && "Event".equals(parser.nextFieldName());
      return typed && parser.nextToken() == JsonToken.VALUE_STRING ? parser.getText() : "";
    }
  }

  /**
   * A compressed log whose writer was killed ends in the middle of a frame. What is no such frame
   * makes the decompressor throw any exception.
   */
  private static String next(Path file, BufferedReader lines) throws IOException {
    try {
      return lines.readLine();
    } catch (IOException e) {
      if (e instanceof EOFException || CUT_SHORT.equals(e.getMessage())) {
        return null;
      }
      throw e;
    } catch (RuntimeException e) {
      throw new IOException("the event log '" + file + "' is damaged: " + e.getMessage(), e);
    }
  }

  private static boolean isReadable(String name) {
    return UNREADABLE.stream().noneMatch(written(name)::endsWith);
  }

  /** Returns the name that a file has once it is whole, and had before it was compacted. */
  private static String written(String name) {
    return withoutEnd(withoutEnd(name, COMPACTED), IN_PROGRESS);
  }

  private static String withoutEnd(String name, String end) {
    return name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
  }

  private InputStream open(Path file) throws IOException {
    if (!isReadable(file.getName())) {
      throw new IOException(
          "the event log '"
              + file
              + "' is compressed by a codec that is not read here: set"
              + " spark.eventLog.compression.codec to zstd, or spark.eventLog.compress to false");
    }
    InputStream bytes = openBytes(file);
    return written(file.getName()).endsWith(".zstd") ? new ZstdInputStream(bytes) : bytes;
  }

  /** Hadoop's local file systems say also of a file that may not be read that there is none. */
  private InputStream openBytes(Path file) throws IOException {
    try {
      return store.open(file);
    } catch (FileNotFoundException e) {
      throw store.exists(file) ? new IOException(e.getMessage(), e) : e;
    }
  }
}

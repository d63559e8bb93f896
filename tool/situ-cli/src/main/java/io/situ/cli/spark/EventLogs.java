// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import io.situ.hadoop.fs.config.ClientSecurity;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Directories with event logs: of this host, in stores, and on file systems that Hadoop's client
 * has. Thread-safe.
 */
public final class EventLogs {

  private static final Set<String> HDFS = Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs");

  private final Map<String, String> settings;

  /**
   * Creates the access with keys of Hadoop's and Situ's configuration.
   *
   * @param settings by full name
   */
  public EventLogs(Map<String, String> settings) {
    this.settings = Map.copyOf(settings);
  }

  /**
   * Reads what an application did from its event log.
   *
   * @param directory a path or URI, as in {@code spark.eventLog.dir}
   * @param application its identifier, as the application has it; empty for the newest log there
   * @return empty if the directory has no such log
   * @throws IOException in one sentence, if the log cannot be read, or its servers ask for Kerberos
   *     and this user cannot log in
   */
  public Optional<SparkApplication> read(String directory, Optional<String> application)
      throws IOException {
    return read(directory, (store, logs) -> EventLog.find(store, logs, application));
  }

  /**
   * Reads what the application did that was started with a setting.
   *
   * @param directory a path or URI, as in {@code spark.eventLog.dir}
   * @param since when it was submitted, in milliseconds since 1970-01-01T00:00Z
   * @return empty if the directory has no such log
   * @throws IOException in one sentence, if the log cannot be read
   */
  Optional<SparkApplication> read(String directory, Map.Entry<String, String> setting, long since)
      throws IOException {
    return read(directory, (store, logs) -> EventLog.find(store, logs, setting, since));
  }

  @FunctionalInterface
  private interface Search {
    Optional<EventLog> in(FileSystem store, List<FileStatus> logs) throws IOException;
  }

  private Optional<SparkApplication> read(String directory, Search search) throws IOException {
    Configuration conf = new Configuration();
    settings.forEach(conf::set);
    Path logs = resolve(directory);
    requireFileSystem(logs.toUri().getScheme(), conf);
    logIn(logs.toUri().getScheme(), conf);
    FileSystem store = open(logs, conf);
    try {
      return read(store, list(store, logs, directory), search);
    } catch (FileNotFoundException e) {
      // Its driver has renamed the log at its end, or the History Server has compacted it.
      return read(store, list(store, logs, directory), search);
    }
  }

  /** As Spark's {@code Utils.resolveURI}: what is no URI with a scheme is a path of this host. */
  private static Path resolve(String directory) throws IOException {
    URI uri;
    try {
      uri = new URI(directory);
    } catch (URISyntaxException e) {
      return ofThisHost(directory);
    }
    if (uri.getScheme() == null) {
      return ofThisHost(directory);
    }
    if (uri.isOpaque()) {
      throw new IOException(
          "the directory of event logs '"
              + directory
              + "' is relative: after a scheme its path has to be absolute, as in "
              + uri.getScheme()
              + ":///DIR");
    }
    return new Path(uri);
  }

  private static Path ofThisHost(String directory) throws IOException {
    return new Path(new File(directory).getCanonicalFile().toURI());
  }

  private static void requireFileSystem(String scheme, Configuration conf) throws IOException {
    try {
      FileSystem.getFileSystemClass(scheme, conf);
    } catch (UnsupportedFileSystemException | RuntimeException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw new IOException(
          "event logs on '"
              + scheme
              + "' cannot be read here, because its file system is no part of Situ ("
              + reason.getMessage()
              + "): copy the log to a directory of this host, of HDFS or of a store, and 'situ"
              + " report APPLICATION --event-log DIR' prints the report",
          e);
    }
  }

  /** A host or service of HDFS that is not known may be one that only a configuration names. */
  private static FileSystem open(Path logs, Configuration conf) throws IOException {
    try {
      return logs.getFileSystem(conf);
    } catch (IOException | IllegalArgumentException e) {
      if (!HDFS.contains(logs.toUri().getScheme())) {
        throw e;
      }
      throw new IOException(
          "'"
              + logs
              + "' cannot be opened ("
              + e.getMessage()
              + "): --conf DIR or HADOOP_CONF_DIR names Hadoop's configuration",
          e);
    }
  }

  /** Not where no server asks who this is: this host may have no Kerberos realm. */
  private static void logIn(String scheme, Configuration conf) throws IOException {
    if (HDFS.contains(scheme)) {
      ClientSecurity.requireLogin(conf);
    } else if (!scheme.equals("file") && !scheme.equals("situ")) {
      ClientSecurity.use(conf);
    }
  }

  private static Optional<SparkApplication> read(
      FileSystem store, List<FileStatus> logs, Search search) throws IOException {
    Optional<EventLog> log = search.in(store, logs);
    return log.isPresent() ? Optional.of(ApplicationReader.read(log.get())) : Optional.empty();
  }

  private static List<FileStatus> list(FileSystem store, Path logs, String directory)
      throws IOException {
    try {
      return List.of(store.listStatus(logs));
    } catch (FileNotFoundException e) {
      throw new IOException("there is no directory of event logs '" + directory + "'", e);
    }
  }
}

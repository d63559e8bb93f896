// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.io.MD5Hash;

/**
 * The directories in which one stopped NameNode keeps its images, as its configuration lists them,
 * held as a NameNode holds them. A new image goes to all of them: one without it would have edits
 * that do not follow its own. Not thread-safe.
 */
public final class NameDirectories implements AutoCloseable {

  /** Keys that begin as those of directories do, and name none. */
  private static final Set<String> NO_DIRECTORIES =
      Set.of(
          DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_MINIMUM_KEY,
          DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_REQUIRED_KEY,
          DFSConfigKeys.DFS_NAMENODE_NAME_DIR_RESTORE_KEY);

  private static final Path CURRENT = Path.of("current");
  private static final Path VERSION = CURRENT.resolve("VERSION");

  private final NameNodeStorageDirectory chosen;
  private final List<NameNodeStorageDirectory> others = new ArrayList<>();
  private final boolean alone;
  private final boolean listed;
  private final List<Path> notMounted;

  private NameDirectories(
      NameNodeStorageDirectory chosen, boolean alone, boolean listed, List<Path> notMounted) {
    this.chosen = chosen;
    this.alone = alone;
    this.listed = listed;
    this.notMounted = List.copyOf(notMounted);
  }

  /**
   * @param directory the one whose newest image counts
   * @param conf the NameNode's: {@code dfs.namenode.name.dir} says which other directories it has,
   *     {@code dfs.namenode.edits.dir} where else its log lies, and {@code
   *     dfs.namenode.shared.edits.dir} that it is not the only NameNode
   * @throws StoreException if the directory is no NameNode's, its NameNode runs, one beside it is
   *     of another HDFS, a directory of the log cannot be read, or the shared one is not there
   */
  public static NameDirectories open(Path directory, Configuration conf) throws IOException {
    List<String> shared = keys(conf, DFSConfigKeys.DFS_NAMENODE_SHARED_EDITS_DIR_KEY);
    Optional<List<Path>> listed = beside(directory, conf);
    List<Path> beside = listed.orElse(List.of());
    List<Path> logs = new ArrayList<>(beside);
    for (String key : keys(conf, DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_KEY)) {
      for (Path log : directories(conf, key)) {
        requireKnown(log.resolve(VERSION), log, key);
        logs.add(log);
      }
    }
    List<Path> notMounted = new ArrayList<>();
    for (String key : shared) {
      for (Path log : directories(conf, key)) {
        requireKnown(log.resolve(VERSION), log, key);
        (Files.exists(log.resolve(CURRENT)) ? logs : notMounted).add(log);
      }
    }
    if (!notMounted.isEmpty() && !hasSeveralNamespaces(conf)) {
      throw new StoreException(
          StoreException.Kind.NOT_FOUND,
          null,
          "'"
              + notMounted.get(0)
              + "', the directory of dfs.namenode.shared.edits.dir, holds no edits; mount it here, for"
              + " it may hold what was done after the newest image");
    }
    NameDirectories opened =
        new NameDirectories(
            NameNodeStorageDirectory.open(directory, logs),
            shared.isEmpty(),
            listed.isPresent(),
            notMounted);
    try {
      for (Path other : beside) {
        opened.add(other);
      }
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void add(Path directory) throws IOException {
    NameNodeStorageDirectory other = NameNodeStorageDirectory.open(directory, List.of());
    others.add(other);
    other.requireMirror(chosen);
  }

  /** The keys of this name, for a name service and NameNode too, that have a value. */
  private static List<String> keys(Configuration conf, String name) {
    return StreamSupport.stream(conf.spliterator(), false)
        .map(entry -> entry.getKey())
        .filter(key -> key.equals(name) || key.startsWith(name + "."))
        .filter(key -> !NO_DIRECTORIES.contains(key))
        .filter(key -> !conf.getTrimmed(key, "").isEmpty())
        .toList();
  }

  /** Those of this host. */
  private static List<Path> directories(Configuration conf, String key) {
    Collection<String> values = conf.getTrimmedStringCollection(key);
    return values.stream()
        .map(value -> new org.apache.hadoop.fs.Path(value).toUri())
        .filter(uri -> uri.getScheme() == null || uri.getScheme().equals("file"))
        .map(uri -> Path.of(uri.getPath()))
        .toList();
  }

  /**
   * The other directories of the lists that name this one. One that is empty the NameNode fills
   * itself when it starts, and it does not start where one is not there.
   *
   * @return empty if no list names it
   */
  private static Optional<List<Path>> beside(Path directory, Configuration conf)
      throws IOException {
    Path real = directory.toRealPath();
    Set<Path> beside = new LinkedHashSet<>();
    for (String key : keys(conf, DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY)) {
      List<Path> listed = new ArrayList<>();
      for (Path each : directories(conf, key)) {
        if (isFormatted(each)) {
          listed.add(each.toRealPath());
        }
      }
      if (listed.contains(real)) {
        beside.addAll(listed);
      }
    }
    boolean listed = beside.remove(real);
    return listed ? Optional.of(List.copyOf(beside)) : Optional.empty();
  }

  private static boolean isFormatted(Path directory) throws StoreException {
    Path version = directory.resolve(VERSION);
    requireKnown(version, directory, DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY);
    return Files.exists(version);
  }

  /** Refuses a directory where it cannot be found out whether a file is there. */
  private static void requireKnown(Path file, Path directory, String key) throws StoreException {
    if (!Files.exists(file) && !Files.notExists(file)) {
      throw new StoreException(
          StoreException.Kind.PERMISSION_DENIED,
          null,
          "'"
              + directory
              + "', one of "
              + key
              + ", cannot be read; call this as the NameNode's user, with that directory mounted");
    }
  }

  /** Then the shared edits of another one need not be on this host. */
  private static boolean hasSeveralNamespaces(Configuration conf) {
    return conf.getTrimmedStringCollection(DFSConfigKeys.DFS_NAMESERVICES).size() > 1;
  }

  /**
   * The directories of shared edits that are not on this host, where the configuration has several
   * namespaces and they may be of another one.
   */
  public List<Path> sharedElsewhere() {
    return notMounted;
  }

  /** Whether the configuration says which other directories the NameNode has. */
  public boolean areAllKnown() {
    return listed;
  }

  /** The block pool of this NameNode. */
  public String pool() {
    return chosen.pool();
  }

  /**
   * The newest image.
   *
   * @throws StoreException if there is none, or it is damaged
   */
  public Path image() throws IOException {
    return chosen.image();
  }

  /**
   * The number that the next image gets: above all that was ever logged.
   *
   * @throws StoreException if something was logged that the newest image does not hold, or what was
   *     logged after it lies elsewhere
   */
  public long next() throws IOException {
    return chosen.next(alone);
  }

  /**
   * Writes an image and makes it the newest one of each directory. All are on the disk when this
   * returns; after a failure it is taken away again from those that had it.
   *
   * @param transaction its number
   */
  public void publish(FsImageAdditions names, long transaction) throws IOException {
    List<NameNodeStorageDirectory> all = new ArrayList<>(others);
    all.add(chosen);
    List<NameNodeStorageDirectory> published = new ArrayList<>();
    try {
      Path draft = chosen.draft(transaction);
      MD5Hash sum = names.write(draft, transaction);
      for (NameNodeStorageDirectory other : others) {
        other.copyDraft(draft, transaction, sum);
      }
      for (NameNodeStorageDirectory each : all) {
        published.add(each);
        each.publish(transaction, sum);
      }
    } catch (IOException | RuntimeException e) {
      each(published, one -> one.withdraw(transaction), e);
      each(all, one -> Files.deleteIfExists(one.draft(transaction)), e);
      throw e;
    }
  }

  private interface Step {
    void of(NameNodeStorageDirectory directory) throws IOException;
  }

  /** Takes a step in all directories, also where it fails in one. */
  private static void each(List<NameNodeStorageDirectory> all, Step step, Exception cause) {
    for (NameNodeStorageDirectory one : all) {
      try {
        step.of(one);
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (NameNodeStorageDirectory last = chosen) {
      for (NameNodeStorageDirectory other : others) {
        other.close();
      }
    }
  }
}

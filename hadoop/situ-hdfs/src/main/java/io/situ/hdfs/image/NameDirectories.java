// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
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
  private final List<Path> perhapsOwn;

  private NameDirectories(
      NameNodeStorageDirectory chosen, boolean alone, boolean listed, List<Path> perhapsOwn) {
    this.chosen = chosen;
    this.alone = alone;
    this.listed = listed;
    this.perhapsOwn = List.copyOf(perhapsOwn);
  }

  /**
   * @param directory the one whose newest image counts
   * @param conf the NameNode's: {@code dfs.namenode.name.dir} says which other directories it has,
   *     {@code dfs.namenode.edits.dir} where else its log lies, and {@code
   *     dfs.namenode.shared.edits.dir} that it is not the only NameNode
   * @throws StoreException if the directory is no NameNode's, its NameNode runs, one beside it is
   *     of another HDFS, a directory of the log cannot be read, or one that is its own or shared is
   *     not there
   */
  public static NameDirectories open(Path directory, Configuration conf) throws IOException {
    Optional<Listed> listed = listed(directory, conf);
    List<Path> beside = listed.map(Listed::beside).orElse(List.of());
    NameNodeIdentity self = NameNodeIdentity.of(conf, listed.map(Listed::suffix).orElse(""));
    List<Path> logs = new ArrayList<>(beside);
    List<Path> perhapsOwn = new ArrayList<>();
    addEdits(conf, self, logs, perhapsOwn);
    boolean alone = addSharedEdits(conf, self, logs);
    NameDirectories opened =
        new NameDirectories(
            NameNodeStorageDirectory.open(directory, logs), alone, listed.isPresent(), perhapsOwn);
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

  /** By default these are the directories of images, of which the NameNode misses its own. */
  private static void addEdits(
      Configuration conf, NameNodeIdentity self, List<Path> logs, List<Path> perhapsOwn)
      throws StoreException {
    String name = DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_KEY;
    Set<Path> images = new HashSet<>();
    keys(conf, DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY)
        .forEach(key -> images.addAll(directories(conf, key)));
    for (String key : keys(conf, name)) {
      NameNodeIdentity.Owner owner = self.owner(suffix(key, name));
      for (Path log : directories(conf, key)) {
        requireKnown(log.resolve(VERSION), log, key);
        logs.add(log);
        if (Files.exists(log) || images.contains(log)) {
          continue;
        }
        if (owner == NameNodeIdentity.Owner.THIS) {
          throw notThere(log, key, "is not on this host; mount it");
        }
        if (owner == NameNodeIdentity.Owner.UNKNOWN) {
          perhapsOwn.add(log);
        }
      }
    }
  }

  /** Returns whether there are none: then this NameNode is the only one that logs. */
  private static boolean addSharedEdits(Configuration conf, NameNodeIdentity self, List<Path> logs)
      throws StoreException {
    String name = DFSConfigKeys.DFS_NAMENODE_SHARED_EDITS_DIR_KEY;
    List<String> keys = keys(conf, name);
    for (String key : keys) {
      for (Path log : directories(conf, key)) {
        requireKnown(log.resolve(VERSION), log, key);
        if (Files.exists(log.resolve(CURRENT))) {
          logs.add(log);
        } else if (self.mayBeOfService(suffix(key, name))) {
          throw notThere(log, key, "holds no edits; mount it here" + unless(conf, self, key, name));
        }
      }
    }
    return keys.isEmpty();
  }

  private static String unless(Configuration conf, NameNodeIdentity self, String key, String name) {
    return self.service().isPresent() || key.equals(name)
        ? ""
        : ", or, if it is of another name service, set "
            + DFSConfigKeys.DFS_NAMESERVICE_ID
            + " to that of this NameNode ("
            + conf.getTrimmed(DFSConfigKeys.DFS_NAMESERVICES, "")
            + ")";
  }

  private static StoreException notThere(Path log, String key, String words) {
    return new StoreException(
        StoreException.Kind.NOT_FOUND,
        null,
        "'"
            + log
            + "', of "
            + key
            + ", "
            + words
            + ": it may hold what was done after the newest image");
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

  private static String suffix(String key, String name) {
    return key.equals(name) ? "" : key.substring(name.length() + 1);
  }

  /**
   * Directories that are listed with the one that was named.
   *
   * @param suffix of the key that lists it
   * @param beside the others
   */
  private record Listed(String suffix, List<Path> beside) {}

  /**
   * Looks for the lists that name this one. One that is empty the NameNode fills itself when it
   * starts, and it does not start where one is not there.
   *
   * @return empty if no list names it
   */
  private static Optional<Listed> listed(Path directory, Configuration conf) throws IOException {
    String name = DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY;
    Path real = directory.toRealPath();
    Set<Path> beside = new LinkedHashSet<>();
    String suffix = "";
    for (String key : keys(conf, name)) {
      List<Path> listed = new ArrayList<>();
      for (Path each : directories(conf, key)) {
        if (isFormatted(each)) {
          listed.add(each.toRealPath());
        }
      }
      if (listed.contains(real)) {
        beside.addAll(listed);
        suffix = key.equals(name) ? suffix : suffix(key, name);
      }
    }
    return beside.remove(real)
        ? Optional.of(new Listed(suffix, List.copyOf(beside)))
        : Optional.empty();
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

  /**
   * The directories of {@code dfs.namenode.edits.dir} that are not on this host, and of which it is
   * not known whether this NameNode has them or another one of its configuration.
   */
  public List<Path> perhapsOwn() {
    return perhapsOwn;
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

  /** A last step, which the image is taken away again without. */
  public interface Completion {
    void run() throws IOException;
  }

  /**
   * Writes an image and makes it the newest one of each directory. All are on the disk when this
   * returns; after a failure it is taken away again from those that had it.
   *
   * @param transaction its number
   * @param completion taken once it is in all directories
   */
  public void publish(FsImageAdditions names, long transaction, Completion completion)
      throws IOException {
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
      completion.run();
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

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import io.situ.hdfs.image.NameNodeIdentity.Owner;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.io.MD5Hash;

/**
 * The directories in which one stopped NameNode keeps its images, as its configuration lists them,
 * held as a NameNode holds them. A new image goes to all of them: one without it would have edits
 * that do not follow its own. Not thread-safe.
 */
public final class NameDirectories implements AutoCloseable {

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
    Path real = directory.toRealPath();
    NameNodeKeys keys = new NameNodeKeys(conf, DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY);
    List<String> naming = naming(real, keys);
    NameNodeIdentity self = NameNodeIdentity.of(conf, naming.stream().map(keys::suffix).toList());
    List<Path> beside = beside(real, keys, read(naming, keys, self));
    List<Path> logs = new ArrayList<>(beside);
    List<Path> perhapsOwn = new ArrayList<>();
    addEdits(conf, self, logs, perhapsOwn);
    boolean alone = addSharedEdits(conf, self, logs);
    NameDirectories opened =
        new NameDirectories(
            NameNodeStorageDirectory.open(directory, logs), alone, !naming.isEmpty(), perhapsOwn);
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

  /** Returns the keys that list a directory. */
  private static List<String> naming(Path real, NameNodeKeys keys) throws IOException {
    List<String> naming = new ArrayList<>();
    for (String key : keys.all()) {
      for (Path each : keys.directories(key)) {
        if (Files.exists(each) && each.toRealPath().equals(real)) {
          naming.add(key);
          break;
        }
      }
    }
    return naming;
  }

  /** Returns those of the keys that the NameNode reads, or all if they are another one's. */
  private static List<String> read(List<String> naming, NameNodeKeys keys, NameNodeIdentity self) {
    List<String> read =
        naming.stream().filter(key -> keys.owner(key, self) != Owner.OTHER).toList();
    return read.isEmpty() ? naming : read;
  }

  /**
   * Returns the directories that are listed with one. One that is empty the NameNode fills itself
   * when it starts, and it does not start where one is not there.
   */
  private static List<Path> beside(Path real, NameNodeKeys keys, List<String> read)
      throws IOException {
    Set<Path> beside = new LinkedHashSet<>();
    for (String key : read) {
      for (Path each : keys.directories(key)) {
        requireKnown(each.resolve(VERSION), each, key);
        if (Files.exists(each.resolve(VERSION))) {
          beside.add(each.toRealPath());
        }
      }
    }
    beside.remove(real);
    return List.copyOf(beside);
  }

  /** By default these are the directories of images, of which the NameNode misses its own. */
  private static void addEdits(
      Configuration conf, NameNodeIdentity self, List<Path> logs, List<Path> perhapsOwn)
      throws StoreException {
    NameNodeKeys images = new NameNodeKeys(conf, DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY);
    Set<Path> known = new HashSet<>();
    images.all().forEach(key -> known.addAll(images.directories(key)));
    NameNodeKeys keys = new NameNodeKeys(conf, DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_KEY);
    for (String key : keys.all()) {
      Owner owner = keys.owner(key, self);
      for (Path log : keys.directories(key)) {
        if (isOfNoConcern(log, owner)) {
          continue;
        }
        requireKnown(log.resolve(VERSION), log, key);
        logs.add(log);
        if (Files.exists(log) || known.contains(log)) {
          continue;
        }
        if (owner == Owner.THIS) {
          throw notThere(log, key, "is not on this host; mount it");
        }
        perhapsOwn.add(log);
      }
    }
  }

  /** Another NameNode's log is looked at where it can be. */
  private static boolean isOfNoConcern(Path log, Owner owner) {
    return owner == Owner.OTHER && !Files.isReadable(log.resolve(VERSION));
  }

  /** Returns whether there are none: then this NameNode is the only one that logs. */
  private static boolean addSharedEdits(Configuration conf, NameNodeIdentity self, List<Path> logs)
      throws StoreException {
    NameNodeKeys keys = new NameNodeKeys(conf, DFSConfigKeys.DFS_NAMENODE_SHARED_EDITS_DIR_KEY);
    boolean alone = true;
    for (String key : keys.all()) {
      Owner owner = keys.owner(key, self);
      alone &= owner == Owner.OTHER;
      for (Path log : keys.directories(key)) {
        if (isOfNoConcern(log, owner)) {
          continue;
        }
        requireKnown(log.resolve(VERSION), log, key);
        if (!Files.exists(log.resolve(CURRENT))) {
          throw notThere(log, key, "holds no edits; mount it here" + unless(conf, self, owner));
        }
        logs.add(log);
      }
    }
    return alone;
  }

  private static String unless(Configuration conf, NameNodeIdentity self, Owner owner) {
    return self.service().isPresent() || owner == Owner.THIS
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

  /** A step without which an image is not published. */
  public interface Preparation {
    void run() throws IOException;
  }

  /**
   * Writes an image and makes it the newest one of each directory. All are on the disk when this
   * returns; after a failure it is taken away again from those that had it.
   *
   * @param transaction its number
   * @param preparation taken once the image's bytes are on the disk of each directory, right before
   *     the first of them has it
   */
  public void publish(FsImageAdditions names, long transaction, Preparation preparation)
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
        each.forceDraft(transaction);
      }
      preparation.run();
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

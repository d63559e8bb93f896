// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.local.LocalDirectories;
import io.situ.storage.local.LockedFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.EditLogFileInputStream;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOpCodes;
import org.apache.hadoop.hdfs.server.namenode.NNStorage;
import org.apache.hadoop.hdfs.util.MD5FileUtils;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.MD5Hash;

/**
 * One of the directories in which a stopped NameNode keeps its images, held as a NameNode holds it.
 * What is in it stays as it is; all that is ever added is a newer image. Not thread-safe.
 */
final class NameNodeStorageDirectory implements AutoCloseable {

  private static final Pattern IMAGE = Pattern.compile("fsimage_(\\d+)");
  private static final Pattern EDITS = Pattern.compile("edits_(?:inprogress_)?(\\d+)(?:-(\\d+))?");

  private final Path directory;
  private final Path current;
  private final List<Path> logs;
  private final Path lockFile;
  private final boolean lockFileIsNew;
  private final LockedFile lock;
  private final Properties version;

  private NameNodeStorageDirectory(Path directory, List<Path> logs) throws IOException {
    this.current = directory.resolve("current");
    this.version = version(directory, current.resolve("VERSION"));
    List<Path> own = new ArrayList<>();
    for (Path log : logs) {
      Path in = log.toAbsolutePath().normalize().resolve("current");
      if (Files.isDirectory(in) && isOfThisNamespace(in)) {
        own.add(in);
      }
    }
    this.logs =
        Stream.concat(Stream.of(current.toAbsolutePath().normalize()), own.stream())
            .distinct()
            .toList();
    this.directory = directory;
    this.lockFile = directory.resolve("in_use.lock");
    this.lockFileIsNew = Files.notExists(lockFile);
    this.lock = LockedFile.tryLock(lockFile).orElseThrow(() -> running(directory));
  }

  /**
   * @param logs where else the NameNode logs what is done; those that are not there, and those of
   *     other namespaces, do not count
   * @throws StoreException if it is no such directory, or its NameNode runs
   */
  static NameNodeStorageDirectory open(Path directory, List<Path> logs) throws IOException {
    return new NameNodeStorageDirectory(directory, logs);
  }

  private static StoreException running(Path directory) {
    return failure("the NameNode of '" + directory + "' is running; stop it first");
  }

  /** Of several namespaces the configuration may name logs that they share. */
  private boolean isOfThisNamespace(Path log) throws IOException {
    Properties other = read(log.resolve("VERSION"));
    return other.isEmpty()
        || Stream.of("namespaceID", "clusterID")
            .allMatch(key -> Objects.equals(other.get(key), version.get(key)));
  }

  /** Empty where there is no such file. */
  private static Properties read(Path file) throws IOException {
    Properties version = new Properties();
    if (Files.isRegularFile(file)) {
      try (var in = Files.newInputStream(file)) {
        version.load(in);
      }
    }
    return version;
  }

  private static Properties version(Path directory, Path file) throws IOException {
    Properties version = read(file);
    if (!"NAME_NODE".equals(version.getProperty("storageType"))) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          null,
          "'"
              + directory
              + "' is no directory of a NameNode; name one of those in dfs.namenode.name.dir");
    }
    return version;
  }

  /** Refuses a directory of another namespace, or that has a newer image than another one. */
  void requireMirror(NameNodeStorageDirectory other) throws IOException {
    for (String key :
        List.of("namespaceID", "clusterID", "blockpoolID", "cTime", "layoutVersion")) {
      if (!Objects.equals(version.getProperty(key), other.version.getProperty(key))) {
        throw failure(
            "'"
                + directory
                + "' and '"
                + other.directory
                + "' are both in dfs.namenode.name.dir, but "
                + key
                + " differs in their VERSION files: take one of them out of the configuration, or"
                + " empty it");
      }
    }
    if (newest() > other.newest()) {
      throw failure(
          "the newest image is in '"
              + directory
              + "', not in '"
              + other.directory
              + "': name that");
    }
  }

  private static StoreException failure(String sentence) {
    return new StoreException(Kind.FAILED, null, sentence);
  }

  /** The block pool of this NameNode. */
  String pool() {
    return version.getProperty("blockpoolID");
  }

  /**
   * The newest image.
   *
   * @throws StoreException if there is none, or it is damaged
   */
  Path image() throws IOException {
    long newest = newest();
    Path image = image(newest);
    MD5Hash stored = MD5FileUtils.readStoredMd5ForFile(image.toFile());
    if (stored != null && !stored.equals(MD5FileUtils.computeMd5ForFile(image.toFile()))) {
      throw failure("'" + image + "' does not fit its checksum; is it damaged?");
    }
    return image;
  }

  private Path image(long transaction) {
    return current.resolve(NNStorage.getImageFileName(transaction));
  }

  private long newest() throws IOException {
    long newest = -1;
    for (Path file : files(current)) {
      Matcher image = IMAGE.matcher(file.getFileName().toString());
      if (image.matches()) {
        newest = Math.max(newest, Long.parseLong(image.group(1)));
      }
    }
    if (newest < 0) {
      throw failure("'" + current + "' holds no image of the names of HDFS");
    }
    return newest;
  }

  private static List<Path> files(Path directory) throws IOException {
    return LocalDirectories.list(directory).stream().sorted().toList();
  }

  /** A part of the log; it is open if it has no {@code last}. */
  private record Segment(Path file, long first, OptionalLong last) {

    boolean mayEndAfter(long transaction) {
      return mayEndIn(transaction + 1, Long.MAX_VALUE);
    }

    boolean mayEndIn(long from, long to) {
      return last.isEmpty() || last.getAsLong() >= from && last.getAsLong() <= to;
    }
  }

  private List<Segment> segments() throws IOException {
    List<Segment> segments = new ArrayList<>();
    for (Path log : logs) {
      for (Path file : files(log)) {
        Matcher edits = EDITS.matcher(file.getFileName().toString());
        if (edits.matches()) {
          String last = edits.group(2);
          segments.add(
              new Segment(
                  file,
                  Long.parseLong(edits.group(1)),
                  last == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(last))));
        }
      }
    }
    return segments;
  }

  /**
   * The number that the next image gets: above all that was ever logged.
   *
   * @param alone whether no other NameNode logs, so that one which never ran has missed nothing
   * @throws StoreException if something was logged that the newest image does not hold, or what was
   *     logged after it lies elsewhere
   */
  long next(boolean alone) throws IOException {
    long image = newest();
    long firstAdded = image;
    while (Files.exists(image(firstAdded - 1))) {
      firstAdded--;
    }
    long last = image;
    long seen = Long.parseLong(Files.readString(current.resolve("seen_txid")).strip());
    boolean goesOn = alone && seen == 0;
    for (Segment segment : segments()) {
      if (segment.mayEndAfter(image) || segment.mayEndIn(firstAdded - 1, image - 1)) {
        Logged logged = read(segment);
        if (logged.lastChange() > image) {
          throw unsaved();
        }
        last = Math.max(last, logged.last());
        boolean isFollowedByAdded =
            logged.last() >= firstAdded - 1 && logged.last() < image && logged.lastChange() < 0;
        goesOn |= segment.first() == image + 1 || isFollowedByAdded;
      }
    }
    if (seen > last + 1) {
      throw unsaved();
    }
    if (!goesOn) {
      throw elsewhere(image);
    }
    return last + 1;
  }

  /**
   * What a segment holds.
   *
   * @param last the number before its first where there is nothing in it
   * @param lastChange -1 where nothing in it changes names
   */
  private record Logged(long last, long lastChange) {}

  private static Logged read(Segment segment) throws IOException {
    long end = segment.last().orElse(HdfsServerConstants.INVALID_TXID);
    boolean open = segment.last().isEmpty();
    long last = segment.first() - 1;
    long lastChange = -1;
    try (EditLogFileInputStream log =
        new EditLogFileInputStream(segment.file().toFile(), segment.first(), end, open)) {
      for (FSEditLogOp op = log.readOp(); op != null; op = log.readOp()) {
        last = op.getTransactionId();
        if (op.opCode != FSEditLogOpCodes.OP_START_LOG_SEGMENT
            && op.opCode != FSEditLogOpCodes.OP_END_LOG_SEGMENT) {
          lastChange = last;
        }
      }
    }
    return new Logged(last, lastChange);
  }

  private StoreException elsewhere(long image) {
    return failure(
        "there is no log of what was done after image "
            + image
            + " in '"
            + current
            + "': name the directory of the NameNode that was active last, and give its"
            + " configuration with --conf if it logs elsewhere (dfs.namenode.edits.dir), or start"
            + " it once if it has never run");
  }

  private StoreException unsaved() {
    return failure(
        "the newest image in '"
            + current
            + "' does not hold all that was done; start the NameNode, call 'hdfs dfsadmin -safemode"
            + " enter' and 'hdfs dfsadmin -saveNamespace', and stop it again");
  }

  /** Where a new image is written; a NameNode takes no notice of it. */
  Path draft(long transaction) {
    return current.resolve(NNStorage.getCheckpointImageFileName(transaction));
  }

  /** Makes a draft of the one that another directory holds, and refuses a copy with other bytes. */
  void copyDraft(Path other, long transaction, MD5Hash sum) throws IOException {
    Path draft = draft(transaction);
    Files.copy(other, draft, StandardCopyOption.REPLACE_EXISTING);
    if (!MD5FileUtils.computeMd5ForFile(draft.toFile()).equals(sum)) {
      throw failure("'" + draft + "' is not what was copied to it; is its disk damaged?");
    }
  }

  /** Brings the bytes of a draft to the disk. */
  void forceDraft(long transaction) throws IOException {
    try (FileChannel written = FileChannel.open(draft(transaction), StandardOpenOption.WRITE)) {
      written.force(true);
    }
  }

  private static Path sum(Path image) {
    return MD5FileUtils.getDigestFileForFile(image.toFile()).toPath();
  }

  /** Takes an image of this number away, if there is one. */
  void withdraw(long transaction) throws IOException {
    Path image = image(transaction);
    Files.deleteIfExists(image);
    Files.deleteIfExists(sum(image));
    IOUtils.fsync(current.toFile());
  }

  /**
   * Makes a draft whose bytes are on the disk the newest image: by one rename, after its checksum
   * is beside its name. Both names are on the disk when this returns.
   *
   * @param sum of the draft's bytes
   */
  void publish(long transaction, MD5Hash sum) throws IOException {
    Path draft = draft(transaction);
    Path image = image(transaction);
    MD5FileUtils.saveMD5File(image.toFile(), sum);
    IOUtils.fsync(current.toFile());
    try {
      if (!lock.isHeld()) {
        throw running(directory);
      }
      Files.move(draft, image, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(sum(image));
      throw e;
    }
    IOUtils.fsync(current.toFile());
  }

  @Override
  public void close() throws IOException {
    if (lockFileIsNew && lock.isHeld()) {
      Files.deleteIfExists(lockFile);
    }
    lock.close();
  }
}

package io.situ.hdfs.image;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.namenode.EditLogFileInputStream;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOpCodes;
import org.apache.hadoop.hdfs.server.namenode.NNStorage;
import org.apache.hadoop.hdfs.util.MD5FileUtils;
import org.apache.hadoop.io.MD5Hash;

/**
 * One of the directories in which a stopped NameNode keeps its images, held as a NameNode holds it.
 * What is in it stays as it is; all that is ever added is a newer image. For one thread.
 */
public final class NameDirectory implements AutoCloseable {

  private static final Pattern IMAGE = Pattern.compile("fsimage_(\\d+)");
  private static final Pattern EDITS = Pattern.compile("edits_(?:inprogress_)?(\\d+)(?:-(\\d+))?");

  private final Path current;
  private final Path lockFile;
  private final boolean lockFileIsNew;
  private final FileChannel channel;
  private final Properties version;

  private NameDirectory(Path directory) throws IOException {
    this.current = directory.resolve("current");
    this.version = version(directory, current.resolve("VERSION"));
    this.lockFile = directory.resolve("in_use.lock");
    this.lockFileIsNew = Files.notExists(lockFile);
    this.channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * @throws StoreException if it is no such directory, or its NameNode runs
   */
  public static NameDirectory open(Path directory) throws IOException {
    NameDirectory opened = new NameDirectory(directory);
    try {
      FileLock lock = opened.channel.tryLock();
      if (lock != null) {
        return opened;
      }
    } catch (OverlappingFileLockException e) {
      opened.channel.close();
      throw running(directory);
    }
    opened.channel.close();
    throw running(directory);
  }

  private static StoreException running(Path directory) {
    return failure("the NameNode of '" + directory + "' is running; stop it first");
  }

  private static Properties version(Path directory, Path file) throws IOException {
    Properties version = new Properties();
    if (Files.isRegularFile(file)) {
      try (var in = Files.newInputStream(file)) {
        version.load(in);
      }
    }
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

  private static StoreException failure(String sentence) {
    return new StoreException(Kind.FAILED, null, sentence);
  }

  /** The block pool of this NameNode. */
  public String pool() {
    return version.getProperty("blockpoolID");
  }

  /**
   * The newest image.
   *
   * @throws StoreException if there is none, or it is damaged
   */
  public Path image() throws IOException {
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
    for (String name : names()) {
      Matcher image = IMAGE.matcher(name);
      if (image.matches()) {
        newest = Math.max(newest, Long.parseLong(image.group(1)));
      }
    }
    if (newest < 0) {
      throw failure("'" + current + "' holds no image of the names of HDFS");
    }
    return newest;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(current)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /**
   * The number that the next image gets: above all that was ever logged.
   *
   * @throws StoreException if something was logged that the newest image does not hold
   */
  public long next() throws IOException {
    long image = newest();
    long last = image;
    for (String name : names()) {
      Matcher edits = EDITS.matcher(name);
      boolean later =
          edits.matches() && (edits.group(2) == null || Long.parseLong(edits.group(2)) > image);
      if (later) {
        last = Math.max(last, lastOf(current.resolve(name).toFile(), edits, image));
      }
    }
    long seen = Long.parseLong(Files.readString(current.resolve("seen_txid")).strip());
    if (seen > last + 1) {
      throw unsaved();
    }
    return last + 1;
  }

  private long lastOf(File file, Matcher edits, long image) throws IOException {
    long first = Long.parseLong(edits.group(1));
    boolean open = edits.group(2) == null;
    long last = open ? -12345 : Long.parseLong(edits.group(2));
    long found = first - 1;
    try (EditLogFileInputStream log = new EditLogFileInputStream(file, first, last, open)) {
      for (FSEditLogOp op = log.readOp(); op != null; op = log.readOp()) {
        found = op.getTransactionId();
        boolean changes =
            op.opCode != FSEditLogOpCodes.OP_START_LOG_SEGMENT
                && op.opCode != FSEditLogOpCodes.OP_END_LOG_SEGMENT;
        if (changes && found > image) {
          throw unsaved();
        }
      }
    }
    return found;
  }

  private StoreException unsaved() {
    return failure(
        "the newest image in '"
            + current
            + "' does not hold all that was done; start the NameNode, call 'hdfs dfsadmin -safemode"
            + " enter' and 'hdfs dfsadmin -saveNamespace', and stop it again");
  }

  /** Where a new image is written; a NameNode takes no notice of it. */
  public Path draft(long transaction) {
    return current.resolve(NNStorage.getCheckpointImageFileName(transaction));
  }

  /**
   * Makes a draft the newest image: by one rename, after its checksum is beside its name.
   *
   * @param sum of the draft's bytes
   */
  public void publish(long transaction, MD5Hash sum) throws IOException {
    Path draft = draft(transaction);
    Path image = image(transaction);
    try (FileChannel written = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    MD5FileUtils.saveMD5File(image.toFile(), sum);
    Files.move(draft, image, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() throws IOException {
    if (lockFileIsNew) {
      Files.deleteIfExists(lockFile);
    }
    channel.close();
  }
}

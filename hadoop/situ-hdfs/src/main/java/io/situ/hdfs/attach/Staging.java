package io.situ.hdfs.attach;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * The hidden directory beside a target in which files are made before they come into sight. It is
 * also the journal: each file in it that is whole says what it was made of, so an attach that was
 * stopped can be taken up. Who takes it up gives it a new number, and whoever else still works in
 * it finds it gone.
 */
final class Staging {

  private static final FsPermission PRIVATE = new FsPermission((short) 0700);

  private final DistributedFileSystem hdfs;
  private final Path target;
  private final Path directory;
  private final boolean resumed;

  private Staging(DistributedFileSystem hdfs, Path target, Path directory, boolean resumed) {
    this.hdfs = hdfs;
    this.target = target;
    this.directory = directory;
    this.resumed = resumed;
  }

  /** Takes up what an attach of the same tree has left, or begins; takes anything else away. */
  static Staging open(DistributedFileSystem hdfs, Path target, AttachedTree tree)
      throws IOException {
    List<Path> left = leftBehind(hdfs, target);
    Optional<Path> latest = left.stream().skip(Math.max(0, left.size() - 1)).findFirst();
    long number = latest.map(path -> number(path, target)).orElse(0L) + 1;
    Path mine = new Path(target.getParent(), ".situ-attach-" + number + "-" + target.getName());
    boolean resumed = latest.isPresent() && isOf(hdfs, latest.get(), tree);
    for (Path other : resumed ? left.subList(0, left.size() - 1) : left) {
      hdfs.delete(other, true);
    }
    if (resumed) {
      hdfs.rename(latest.get(), mine, Options.Rename.NONE);
    } else {
      hdfs.mkdirs(target.getParent());
      hdfs.mkdir(mine, PRIVATE);
    }
    hdfs.setXAttr(mine, AttachedTree.ATTRIBUTE, tree.toBytes());
    return new Staging(hdfs, target, mine, resumed);
  }

  private static boolean isOf(DistributedFileSystem hdfs, Path directory, AttachedTree tree)
      throws IOException {
    return AttachedTree.read(hdfs, directory).filter(tree::isOf).isPresent();
  }

  /** What attaches of this target that were stopped have left, by ascending number. */
  private static List<Path> leftBehind(DistributedFileSystem hdfs, Path target) throws IOException {
    if (target.isRoot() || !hdfs.exists(target.getParent())) {
      return List.of();
    }
    PathFilter ours = path -> number(path, target) >= 0;
    List<Path> found = new ArrayList<>();
    for (FileStatus status : hdfs.listStatus(target.getParent(), ours)) {
      found.add(status.getPath());
    }
    found.sort(Comparator.comparingLong(path -> number(path, target)));
    return found;
  }

  private static long number(Path path, Path target) {
    Matcher name =
        Pattern.compile("\\.situ-attach-(\\d{1,18})-" + Pattern.quote(target.getName()))
            .matcher(path.getName());
    return name.matches() ? Long.parseLong(name.group(1)) : -1;
  }

  /**
   * Takes away what attaches of this target that were stopped have left.
   *
   * @return whether there was anything
   */
  static boolean clear(DistributedFileSystem hdfs, Path target) throws IOException {
    List<Path> left = leftBehind(hdfs, target);
    for (Path directory : left) {
      hdfs.delete(directory, true);
    }
    return !left.isEmpty();
  }

  /** Whether there may be files in it that are whole. */
  boolean isResumed() {
    return resumed;
  }

  /** Its path in HDFS. */
  String path() {
    return directory.toUri().getPath();
  }

  /** Makes it the target. */
  void become() throws IOException {
    hdfs.rename(directory, target, Options.Rename.NONE);
  }

  void delete() throws IOException {
    hdfs.delete(directory, true);
  }

  /** Whether somebody else has taken it up, or away. */
  boolean isLost() throws IOException {
    return !hdfs.exists(directory);
  }

  StoreException lost(Exception cause) {
    return new StoreException(
        StoreException.Kind.CHANGED,
        null,
        "another 'situ attach' or 'situ detach' has taken over '" + target + "'; this one ends",
        cause);
  }
}

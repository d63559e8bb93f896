package io.situ.hdfs.attach;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes attached files away whose objects are gone, and directories that are empty by then. A file
 * that users gave another name stays, and so do files of HDFS's own. For one thread.
 */
final class Sweep implements Walk.Visitor {

  private final AttachSession session;
  private final Set<String> wanted;
  private final Predicate<FoundFile> removable;
  private String top = "";
  private long removed;

  private Sweep(AttachSession session, Set<String> wanted, Predicate<FoundFile> removable) {
    this.session = session;
    this.wanted = wanted;
    this.removable = removable;
  }

  /**
   * Of a target: what was attached there and still is where it was put.
   *
   * @param wanted places of what stays, those of directories with a slash at the end
   */
  static Sweep ofAttached(AttachSession session, TreeRoot root, Set<String> wanted) {
    return new Sweep(session, wanted, file -> root.isInPlace(file) || root.isOldInPlace(file));
  }

  /** Of a hidden directory: everything but what is wanted, whole or not. */
  static Sweep ofStaging(AttachSession session, Set<String> wanted) {
    return new Sweep(session, wanted, file -> true);
  }

  /** How many files were taken away. */
  long run(String directory) throws IOException {
    top = directory;
    new Walk(session.nameNode(), session.parallel(), this).run(directory);
    return removed;
  }

  @Override
  public void files(List<FoundFile> files) throws IOException {
    List<FoundFile> gone = files.stream().filter(this::isGone).toList();
    session.parallel().all(gone, file -> session.nameNode().delete(file.inode(), false));
    removed += gone.size();
  }

  private boolean isGone(FoundFile file) {
    String place = file.path().substring(top.length());
    return !wanted.contains(place) && removable.test(file);
  }

  @Override
  public void left(String directory) throws IOException {
    if (!directory.equals(top) && !wanted.contains(directory.substring(top.length()) + "/")) {
      Walk.deleteIfEmpty(session.hdfs(), directory);
    }
  }
}

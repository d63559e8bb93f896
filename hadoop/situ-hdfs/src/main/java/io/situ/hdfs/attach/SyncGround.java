package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;

/** A target that becomes what the store is now: files whose objects are gone go too. */
final class SyncGround implements Ground {

  private final AttachSession session;
  private final UpdateGround files;
  private final String target;
  private final AttachedTree tree;
  private final Dress dress;
  private final Tally tally;
  private final Leaving leaving;
  private final Set<String> wanted = ConcurrentHashMap.newKeySet();
  private final List<Source> directories = new ArrayList<>();

  /** Takes away what is not there any more. */
  interface Leaving {
    /**
     * @param target a path in HDFS
     * @param wanted places of what stays, those of directories with a slash at the end
     * @return how many files went
     */
    long run(String target, Set<String> wanted) throws IOException;
  }

  SyncGround(
      AttachSession session, UpdateGround files, AttachedTree tree, Tally tally, Leaving leaving) {
    this.leaving = leaving;
    this.session = session;
    this.files = files;
    this.target = files.target();
    this.tree = tree;
    this.dress = new Dress(session);
    this.tally = tally;
  }

  @Override
  public void directories(List<Source> more) {
    directories.addAll(more);
    more.forEach(directory -> wanted.add(directory.place() + "/"));
  }

  @Override
  public List<Source> needed(List<Source> some) throws IOException {
    some.forEach(file -> wanted.add(file.place()));
    return files.needed(some);
  }

  @Override
  public void publish() throws IOException {
    tally.add(Count.REMOVED, leaving.run(target, wanted));
    for (List<Source> level : FreshGround.byDepth(directories)) {
      session.parallel().all(level, this::dress);
    }
    files.publish();
    Path directory = new Path(target.isEmpty() ? "/" : target);
    boolean old = AttachedTree.readOld(session.hdfs(), directory).isPresent();
    session.hdfs().setXAttr(directory, AttachedTree.ATTRIBUTE, tree.toBytes());
    if (old) {
      session.hdfs().removeXAttr(directory, AttachedTree.OLD_ATTRIBUTE);
    }
  }

  private Void dress(Source directory) throws IOException {
    dress.directory(target + directory.place(), directory);
    return null;
  }
}

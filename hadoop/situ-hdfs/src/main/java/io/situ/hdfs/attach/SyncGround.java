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
  private final Set<String> wanted = ConcurrentHashMap.newKeySet();
  private final List<Source> directories = new ArrayList<>();

  SyncGround(AttachSession session, UpdateGround files, AttachedTree tree, Tally tally) {
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
    tally.add(Count.REMOVED, Sweep.ofAttached(session, tree, wanted).run(target));
    for (List<Source> level : FreshGround.byDepth(directories)) {
      session.parallel().all(level, this::dress);
    }
    files.publish();
    session.hdfs().setXAttr(new Path(target), AttachedTree.ATTRIBUTE, tree.toBytes());
  }

  private Void dress(Source directory) throws IOException {
    dress.directory(target + directory.place(), directory);
    return null;
  }
}

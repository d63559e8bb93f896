// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.destination.DeletedObjectRemover;
import io.situ.hdfs.destination.ExistingTarget;
import io.situ.hdfs.destination.MirroredTarget;
import io.situ.hdfs.destination.NewTarget;
import io.situ.hdfs.destination.StaleFileRemover;
import io.situ.hdfs.lock.NamespaceLock;
import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.SkippedObject;
import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.tree.InodePaths;
import io.situ.hdfs.tree.Staging;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.hdfs.write.AttachSession;
import io.situ.hdfs.write.AttachTarget;
import io.situ.hdfs.write.AttachWork;
import io.situ.hdfs.write.TreeWriter;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the objects of a store appear in HDFS. They are made in a hidden directory beside the
 * target. A target that is not there comes into sight all at once, by a rename; in one that is
 * there, each file is exchanged at once. An attach that was stopped at any moment is taken up by
 * the next one of the same tree and target. While another attach or repair works in the same HDFS,
 * this waits. Not thread-safe.
 */
public final class Attacher implements AutoCloseable {

  private static final String COMMAND = "attach";
  private static final Logger LOG = LoggerFactory.getLogger(Attacher.class);

  private final AttachSession session;
  private final SkippedObject.Taker taker;

  /** One that ends at the first object that cannot be attached. */
  public Attacher(DistributedFileSystem hdfs) throws IOException {
    this(hdfs, SkippedObject.Taker.NONE);
  }

  /**
   * @param hdfs where the target is; the caller closes it
   * @param taker gets the objects that are left out
   * @throws IOException if no secret is configured, or the table of identities is not valid
   */
  public Attacher(DistributedFileSystem hdfs, SkippedObject.Taker taker) throws IOException {
    this(AttachSession.open(hdfs, new NamespaceLock(hdfs, LOG::warn)), taker);
  }

  /**
   * @param session this closes it
   */
  Attacher(AttachSession session, SkippedObject.Taker taker) {
    this.session = session;
    this.taker = taker;
  }

  /**
   * Attaches a tree, or makes what is attached of it what it is now: files whose objects have not
   * changed stay as they are, with their blocks.
   *
   * @param tree its root becomes the target directory
   * @param objects the root, if it is known, and all below it with its extents, a directory before
   *     what is in it
   * @param target a directory that does not exist yet, or at which the same root was attached
   * @throws StoreException if the target is anything else, a name is not available in HDFS, or this
   *     was stopped for so long that another command may have begun
   * @throws IOException if anything cannot be attached. A new target is not in sight then; what was
   *     made is found by the next attach, unless nothing was
   */
  public AttachSummary attach(AttachedTree tree, AttachObjects objects, Path target)
      throws IOException {
    Path at = session.hdfs().makeQualified(target);
    TreeRoot.requireSuperuser(session.hdfs());
    try (NamespaceLock.Hold held = session.lock().take(COMMAND, at)) {
      return attachNow(tree, objects, at);
    }
  }

  private AttachSummary attachNow(AttachedTree tree, AttachObjects objects, Path at)
      throws IOException {
    AttachCounters tally = new AttachCounters();
    if (session.hdfs().exists(at)) {
      TreeRoot root = root(at, tree);
      AttachWork work = work(at, tree, tally);
      StaleFileRemover sweep = StaleFileRemover.ofAttached(session, root, work.leftOut());
      return update(root, objects, work, sweep::run);
    }
    AttachWork work = work(at, tree, tally);
    write(work, tree, objects, new NewTarget(work), at.toUri().getPath());
    return tally.summary();
  }

  /** As the other, of objects that are all known. */
  public AttachSummary attach(AttachedTree tree, Iterator<StoreObject> objects, Path target)
      throws IOException {
    return attach(tree, AttachObjects.of(objects), target);
  }

  private AttachWork work(Path at, AttachedTree tree, AttachCounters tally) throws IOException {
    DataNodes nodes = DataNodes.living(session.nameNode());
    Staging staging = Staging.open(session.hdfs(), at, tree);
    return new AttachWork(session, staging, nodes, tally, new SkippedObjectLog(tally, taker));
  }

  /**
   * Makes what is attached what an inventory shows that it is now, and looks at nothing else.
   *
   * @param tree as it is now
   * @param target where the same root was attached by the snapshot since which the changes are
   * @throws StoreException if the target is anything else, or as {@link #attach} does
   * @throws IOException as {@link #attach} does; the target then says of itself that it is what no
   *     snapshot reports
   */
  public AttachSummary update(AttachedTree tree, AttachChanges changes, Path target)
      throws IOException {
    Path at = session.hdfs().makeQualified(target);
    TreeRoot.requireSuperuser(session.hdfs());
    try (NamespaceLock.Hold held = session.lock().take(COMMAND, at)) {
      return updateNow(tree, changes, at);
    }
  }

  private AttachSummary updateNow(AttachedTree tree, AttachChanges changes, Path at)
      throws IOException {
    TreeRoot root = root(at, tree);
    root.refuseOld();
    boolean known =
        AttachedTree.read(session.hdfs(), at)
            .filter(there -> there.snapshot().equals(changes.since()))
            .isPresent();
    if (!known) {
      throw new StoreException(
          StoreException.Kind.CHANGED, null, "'" + at + "' was attached by another snapshot");
    }
    AttachWork work = work(at, tree, new AttachCounters());
    DeletedObjectRemover withdrawal = new DeletedObjectRemover(session, root, work.leftOut());
    update(root, AttachObjects.of(changes.objects()), work, () -> withdrawal.run(changes.gone()));
    work.tally().add(Count.PASSED_OVER, changes.same());
    return work.tally().summary();
  }

  private AttachSummary update(
      TreeRoot root, AttachObjects objects, AttachWork work, MirroredTarget.Leaving leaving)
      throws IOException {
    AttachedTree.forgetSnapshot(session.hdfs(), new Path(InodePaths.path(root.inode())));
    AttachTarget ground = new MirroredTarget(work, new ExistingTarget(work, root), root, leaving);
    write(work, root.tree(), objects, ground, root.path());
    return work.tally().summary();
  }

  private static void write(
      AttachWork work, AttachedTree tree, AttachObjects objects, AttachTarget ground, String target)
      throws IOException {
    TreeWriter writer = new TreeWriter(work, ground, target);
    AttachObjects.Unread unread = work.leftOut()::failed;
    writer.run(
        () -> {
          StoreObject object;
          while ((object = objects.next(unread)) != null) {
            tree.requireBelow(object);
            writer.add(AttachItem.of(tree.store(), object, tree.place(object.path())));
          }
        });
  }

  /**
   * The target as a directory at which the tree is attached. One that an older Situ has attached
   * counts; what its files say of themselves is not believed.
   */
  private TreeRoot root(Path target, AttachedTree tree) throws IOException {
    Optional<TreeRoot> there = TreeRoot.find(session.hdfs(), target);
    refuseForeign(target, tree, there.map(TreeRoot::tree));
    return there.orElseThrow().with(tree);
  }

  private static void refuseForeign(Path target, AttachedTree tree, Optional<AttachedTree> there)
      throws StoreException {
    if (there.isEmpty() || !there.get().isOf(tree)) {
      throw new StoreException(
          StoreException.Kind.ALREADY_EXISTS,
          null,
          "'"
              + target
              + "' exists and "
              + there.map(other -> tree(other) + " is attached").orElse("nothing is attached")
              + " there; name a directory that does not exist");
    }
    if (!there.get().identity().equals(tree.identity())) {
      throw new StoreException(
          StoreException.Kind.CHANGED,
          null,
          "store '"
              + tree.store()
              + "' is not the one that '"
              + target
              + "' was attached from; is that mounted? If it is to be the new one, detach first");
    }
  }

  private static String tree(AttachedTree tree) {
    return "'" + tree.uri() + "'";
  }

  @Override
  public void close() throws IOException {
    session.close();
  }
}

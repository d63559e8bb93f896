// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.Staging;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.hdfs.write.AttachBatch;
import io.situ.hdfs.write.AttachSession;
import io.situ.hdfs.write.AttachTarget;
import io.situ.hdfs.write.AttachWork;
import io.situ.hdfs.write.AttachedDirectoryCache;
import io.situ.hdfs.write.FileComparison;
import io.situ.hdfs.write.FileComparison.State;
import io.situ.hdfs.write.MetadataApplier;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A target whose files are there: only those that are not right are made, and each takes the place
 * of the one before at once. What is right stays as it is, with its blocks.
 */
public final class ExistingTarget implements AttachTarget {

  private static final Logger LOG = LoggerFactory.getLogger(ExistingTarget.class);

  private static final FsPermission PRIVATE = new FsPermission((short) 0700);

  private final AttachWork work;
  private final AttachSession session;
  private final Staging staging;
  private final TreeRoot root;
  private final FileComparison comparison;
  private final Relinker relinker;
  private final ResumedFiles laid;
  private final MetadataApplier dress;
  private final AttachedDirectoryCache held;
  private final AttachCounters tally;
  private final boolean canAdd;

  /**
   * A file that is being made.
   *
   * @param state what it was
   * @param source as it was asked for
   * @param refusing hosts of DataNodes that have refused to link a block of it
   */
  private record Move(State state, AttachItem source, Set<String> refusing) {}

  /** What became of a file of the hidden directory that was to be moved. */
  private enum Outcome {
    MOVED,
    DELETED,
    /** A directory is in its place. */
    BLOCKED
  }

  /** By their places. */
  private final Map<String, Move> moves = new ConcurrentHashMap<>();

  private final StagingDirectories parents;

  public ExistingTarget(AttachWork work, TreeRoot root) {
    this(work, root, true);
  }

  /**
   * @param canAdd whether files are made that are not there
   */
  private ExistingTarget(AttachWork work, TreeRoot root, boolean canAdd) {
    this.canAdd = canAdd;
    this.work = work;
    this.session = work.session();
    this.staging = work.staging();
    this.root = root;
    this.tally = work.tally();
    this.comparison = new FileComparison(work.nodes());
    this.relinker =
        new Relinker(session, comparison, new AttachBatch(session, work.nodes(), tally));
    this.laid = new ResumedFiles(session, staging, comparison, tally);
    this.dress = new MetadataApplier(session);
    this.held = AttachedDirectoryCache.of(session, root, dress);
    this.parents = new StagingDirectories(AttachedDirectoryCache.MAX_HELD, this::makeDirectory);
  }

  /** One that makes no file which is not there: a user may have deleted it since it was listed. */
  public static ExistingTarget ofRepair(AttachWork work, TreeRoot root) {
    return new ExistingTarget(work, root, false);
  }

  @Override
  public void directories(List<AttachItem> directories) {}

  boolean hasClosed() {
    return dress.hasClosed();
  }

  public AttachedDirectoryCache held() {
    return held;
  }

  /** A file of HDFS and what it should be. */
  record ComparedPair(Optional<HdfsFileInfo> found, AttachItem source) {}

  @Override
  public List<AttachItem> needed(List<AttachItem> files, AttachFailures failures)
      throws IOException {
    List<ComparedPair> pairs =
        session
            .parallel()
            .all(files, source -> failures.note(source, () -> compare(source)))
            .stream()
            .filter(Objects::nonNull)
            .toList();
    List<ComparedPair> fewer = new ArrayList<>();
    List<ComparedPair> same = new ArrayList<>();
    List<AttachItem> needed = new ArrayList<>();
    for (ComparedPair pair : pairs) {
      State state = state(pair);
      switch (state) {
        case SAME -> same.add(pair);
        case FEWER -> fewer.add(pair);
        case FOREIGN -> keep(pair.found().orElseThrow().path());
        case ABSENT -> {
          if (canAdd) {
            need(pair, state, needed);
          }
        }
        case DIFFERENT -> need(pair, state, needed);
      }
    }
    adjust(same, Count.UNCHANGED, failures);
    List<ComparedPair> hopeless = relinker.link(fewer);
    fewer.removeAll(hopeless);
    adjust(fewer, Count.REPAIRED, failures);
    for (ComparedPair pair : hopeless) {
      need(pair, State.DIFFERENT, needed);
    }
    List<AttachItem> left = laid.without(needed);
    for (AttachItem source : left) {
      parents.makeAbove(source.place());
    }
    laid.count(made(needed.stream().filter(source -> !left.contains(source)).toList(), failures));
    return left;
  }

  /** What an older Situ has attached is attached again, whatever it says of itself. */
  private State state(ComparedPair pair) {
    State state = comparison.state(pair.found(), pair.source());
    return state == State.FOREIGN && root.isOldInPlace(pair.found().orElseThrow())
        ? State.DIFFERENT
        : state;
  }

  private ComparedPair compare(AttachItem source) throws IOException {
    String path = root.path() + source.place();
    return new ComparedPair(
        HdfsFileInfo.find(session.nameNode(), held.path(source.place()))
            .map(file -> file.withPath(path)),
        source);
  }

  private void need(ComparedPair pair, State state, List<AttachItem> needed) {
    AttachItem source = pair.source();
    Move before = moves.get(source.place());
    Set<String> refusing = before == null ? Set.of() : before.refusing();
    moves.put(source.place(), new Move(state, source, refusing));
    needed.add(pair.found().map(file -> placed(file, source, refusing)).orElse(source));
  }

  private AttachItem placed(HdfsFileInfo file, AttachItem source, Set<String> refusing) {
    return refusing.isEmpty()
        ? comparison.keepPlacement(file, source)
        : comparison.avoidBadReplicas(file, source, refusing);
  }

  @Override
  public Optional<AttachItem> elsewhere(AttachItem file, Set<String> hosts) {
    Move move = moves.get(file.place());
    if (file.equals(move.source())) {
      return Optional.empty();
    }
    Set<String> refusing = new HashSet<>(move.refusing());
    refusing.addAll(hosts);
    moves.put(file.place(), new Move(move.state(), move.source(), refusing));
    return Optional.of(move.source());
  }

  /** Names a file of HDFS's own that is in the place of an object; true. */
  public static boolean warnOfKept(String path) {
    LOG.warn("'{}' has been written in HDFS and stays", path);
    return true;
  }

  private void keep(String path) {
    warnOfKept(path);
    tally.add(Count.KEPT, 1);
  }

  private void adjust(List<ComparedPair> pairs, Count right, AttachFailures failures)
      throws IOException {
    List<Boolean> adjusted =
        session
            .parallel()
            .all(
                pairs,
                pair ->
                    failures.note(
                        pair.source(), () -> adjust(pair.found().orElseThrow(), pair.source())));
    adjusted.stream()
        .filter(Objects::nonNull)
        .forEach(changed -> tally.add(changed ? Count.REPAIRED : right, 1));
  }

  private boolean adjust(HdfsFileInfo file, AttachItem source) throws IOException {
    return held.within(source.place(), source.object(), path -> adjust(file, source, path));
  }

  /** A file that was found in a directory that was another's then may have been moved out of it. */
  private boolean adjust(HdfsFileInfo file, AttachItem source, String path) throws IOException {
    HdfsFileStatus there = session.nameNode().getFileInfo(path);
    if (there == null || there.getFileId() != file.status().getFileId()) {
      throw new StoreException(
          Kind.CHANGED, source.object().path(), "its file in HDFS is another one now");
    }
    return dress.adjust(file, source);
  }

  private void makeDirectory(String directory) throws IOException {
    laid.clearFile(directory);
    session.nameNode().mkdirs(staging.path() + directory, PRIVATE, false);
  }

  @Override
  public List<AttachItem> made(List<AttachItem> files, AttachFailures failures) throws IOException {
    List<AttachItem> taken = new ArrayList<>();
    List<AttachItem> cleared = new ArrayList<>();
    for (AttachItem source : move(files, taken, failures)) {
      if (failures.note(source, () -> clear(source)) != null) {
        cleared.add(source);
      }
    }
    for (AttachItem source : move(cleared, taken, failures)) {
      failures.note(source, () -> refuseDirectory(source));
    }
    files.forEach(source -> moves.remove(source.place()));
    return taken;
  }

  /**
   * Moves files to their places.
   *
   * @param taken gets those that are there now
   * @return those in whose places directories are
   */
  private List<AttachItem> move(
      List<AttachItem> files, List<AttachItem> taken, AttachFailures failures) throws IOException {
    List<Outcome> outcomes =
        session.parallel().all(files, source -> failures.note(source, () -> move(source)));
    List<AttachItem> blocked = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      if (outcomes.get(i) == Outcome.MOVED) {
        taken.add(files.get(i));
      } else if (outcomes.get(i) == Outcome.BLOCKED) {
        blocked.add(files.get(i));
      }
    }
    return blocked;
  }

  private Outcome move(AttachItem source) throws IOException {
    State state = moves.get(source.place()).state();
    return held.within(source.place(), source.object(), to -> move(source, state, to));
  }

  private Outcome move(AttachItem source, State state, String to) throws IOException {
    String place = source.place();
    Optional<HdfsFileInfo> there = HdfsFileInfo.find(session.nameNode(), to);
    if (!canAdd && there.filter(found -> !found.status().isDirectory()).isEmpty()) {
      session.nameNode().delete(staging.path() + place, false);
      return Outcome.DELETED;
    }
    if (there.isPresent() && there.get().status().isDirectory()) {
      return Outcome.BLOCKED;
    }
    if (there.isPresent() && !isReplaceable(there.get(), place)) {
      keep(root.path() + place);
      session.nameNode().delete(staging.path() + place, false);
      return Outcome.DELETED;
    }
    // What takes that place between the two calls is lost. Where the file before was moved away
    // first,
    // readers would find none meanwhile.
    Options.Rename how = there.isPresent() ? Options.Rename.OVERWRITE : Options.Rename.NONE;
    session.nameNode().rename2(staging.path() + place, to, how);
    tally.add(state == State.ABSENT ? Count.ADDED : Count.CHANGED, 1);
    return Outcome.MOVED;
  }

  /**
   * Takes attached files out of a directory that is a file now, and then the directory if it is
   * empty. No step for {@link AttachSession#parallel}, for it runs such steps.
   *
   * @return how many files went
   */
  private long clear(AttachItem source) throws IOException {
    long removed =
        StaleFileRemover.ofAttached(session, root, work.leftOut())
            .run(root.path() + source.place());
    tally.add(Count.REMOVED, removed);
    return removed;
  }

  private static Void refuseDirectory(AttachItem source) throws StoreException {
    throw new StoreException(
        Kind.IS_A_DIRECTORY,
        source.object().path(),
        "is a directory with files of HDFS's own there, where the store has a file; move that"
            + " away");
  }

  private boolean isReplaceable(HdfsFileInfo file, String place) {
    return file.isAttached() || root.isOldInPlace(file.withPath(root.path() + place));
  }

  @Override
  public void publish() throws IOException {
    staging.delete();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import io.situ.hdfs.attach.Comparison.State;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A target whose files are there: only those that are not right are made, and each takes the place
 * of the one before at once. What is right stays as it is, with its blocks.
 */
final class UpdateGround implements Ground {

  private static final Logger LOG = LoggerFactory.getLogger(UpdateGround.class);

  private static final FsPermission PRIVATE = new FsPermission((short) 0700);

  private final AttachWork work;
  private final AttachSession session;
  private final Staging staging;
  private final TreeRoot root;
  private final Comparison comparison;
  private final Relinker relinker;
  private final Laid laid;
  private final Dress dress;
  private final HeldDirectories held;
  private final Tally tally;

  /** States of the files that are being made, by their places. */
  private final Map<String, State> moves = new ConcurrentHashMap<>();

  private final Recent<String, Boolean> parents = new Recent<>(HeldDirectories.MAX_HELD);

  UpdateGround(AttachWork work, TreeRoot root) {
    this.work = work;
    this.session = work.session();
    this.staging = work.staging();
    this.root = root;
    this.tally = work.tally();
    this.comparison = new Comparison(work.nodes());
    this.relinker =
        new Relinker(session, comparison, new AttachBatch(session, work.nodes(), tally));
    this.laid = new Laid(session, staging, comparison, tally);
    this.dress = new Dress(session);
    this.held = HeldDirectories.of(session, root, dress);
    parents.put("", true);
  }

  @Override
  public void directories(List<Source> directories) {}

  boolean hasClosed() {
    return dress.hasClosed();
  }

  HeldDirectories held() {
    return held;
  }

  /** A file of HDFS and what it should be. */
  record Pair(Optional<FoundFile> found, Source source) {}

  @Override
  public List<Source> needed(List<Source> files, Failures failures) throws IOException {
    List<Pair> pairs =
        session.parallel().all(files, source -> failures.note(source, () -> look(source))).stream()
            .filter(Objects::nonNull)
            .toList();
    List<Pair> fewer = new ArrayList<>();
    List<Pair> same = new ArrayList<>();
    List<Source> needed = new ArrayList<>();
    for (Pair pair : pairs) {
      State state = state(pair);
      switch (state) {
        case SAME -> same.add(pair);
        case FEWER -> fewer.add(pair);
        case FOREIGN -> keep(pair.found().orElseThrow().path());
        default -> need(pair.source(), state, needed);
      }
    }
    adjust(same, Count.UNCHANGED, failures);
    List<Pair> hopeless = relinker.link(fewer);
    fewer.removeAll(hopeless);
    adjust(fewer, Count.MENDED, failures);
    for (Pair pair : hopeless) {
      need(pair.source(), State.DIFFERENT, needed);
    }
    List<Source> left = laid.without(needed);
    for (Source source : left) {
      parent(source.place());
    }
    made(needed.stream().filter(source -> !left.contains(source)).toList(), failures);
    return left;
  }

  /** What an older Situ has attached is attached anew, whatever it says of itself. */
  private State state(Pair pair) {
    State state = comparison.state(pair.found(), pair.source());
    return state == State.FOREIGN && root.isOldInPlace(pair.found().orElseThrow())
        ? State.DIFFERENT
        : state;
  }

  private Pair look(Source source) throws IOException {
    return new Pair(FoundFile.look(session.nameNode(), root.path() + source.place()), source);
  }

  private void need(Source source, State state, List<Source> needed) {
    moves.put(source.place(), state);
    needed.add(source);
  }

  /** Names a file of HDFS's own that is in the place of an object; true. */
  static boolean warnOfKept(String path) {
    LOG.warn("'{}' has been written in HDFS and stays", path);
    return true;
  }

  private void keep(String path) {
    warnOfKept(path);
    tally.add(Count.KEPT, 1);
  }

  private void adjust(List<Pair> pairs, Count right, Failures failures) throws IOException {
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
        .forEach(changed -> tally.add(changed ? Count.MENDED : right, 1));
  }

  private boolean adjust(FoundFile file, Source source) throws IOException {
    held.confirm(source.place(), source.object());
    return dress.adjust(file, source);
  }

  /** Makes the directories that a file of the hidden directory is in. */
  private synchronized void parent(String place) throws IOException {
    String directory = place.substring(0, place.lastIndexOf('/'));
    if (parents.get(directory) != null) {
      return;
    }
    parent(directory);
    laid.clearFile(directory);
    session.nameNode().mkdirs(staging.path() + directory, PRIVATE, false);
    parents.put(directory, true);
  }

  @Override
  public void made(List<Source> files, Failures failures) throws IOException {
    session
        .parallel()
        .all(files, source -> failures.note(source, () -> move(source, moves.get(source.place()))));
    files.stream().map(Source::place).forEach(moves::remove);
  }

  private boolean move(Source source, State state) throws IOException {
    String place = source.place();
    held.confirm(place, source.object());
    String to = held.path(place);
    Optional<FoundFile> there = FoundFile.look(session.nameNode(), to);
    if (there.isPresent() && there.get().status().isDirectory()) {
      clear(source);
      there = Optional.empty();
    }
    if (there.isPresent() && !isReplaceable(there.get(), place)) {
      keep(root.path() + place);
      session.nameNode().delete(staging.path() + place, false);
      return false;
    }
    Options.Rename how = there.isPresent() ? Options.Rename.OVERWRITE : Options.Rename.NONE;
    session.nameNode().rename2(staging.path() + place, to, how);
    tally.add(state == State.ABSENT ? Count.ADDED : Count.CHANGED, 1);
    return true;
  }

  /** Takes attached files out of a directory that is a file now, and then the directory. */
  private void clear(Source source) throws IOException {
    String directory = root.path() + source.place();
    Sweep sweep = Sweep.ofAttached(session, root, work.leftOut());
    tally.add(Count.REMOVED, sweep.run(directory));
    if (session.nameNode().getFileInfo(directory) != null) {
      throw new StoreException(
          Kind.IS_A_DIRECTORY,
          source.object().path(),
          "is a directory with files of HDFS's own there, where the store has a file; move that"
              + " away");
    }
  }

  private boolean isReplaceable(FoundFile file, String place) {
    return file.isAttached() || root.isOldInPlace(file.at(root.path() + place));
  }

  @Override
  public void publish() throws IOException {
    staging.delete();
  }
}

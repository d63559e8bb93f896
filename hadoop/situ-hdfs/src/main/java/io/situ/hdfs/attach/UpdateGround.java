package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import io.situ.hdfs.attach.Comparison.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  private final AttachSession session;
  private final Staging staging;
  private final TreeRoot root;
  private final String target;
  private final Comparison comparison;
  private final Relinker relinker;
  private final Laid laid;
  private final Dress dress;
  private final Tally tally;
  private final Map<String, State> moves = new ConcurrentHashMap<>();
  private final Set<String> made = new HashSet<>();

  UpdateGround(
      AttachSession session, Staging staging, TreeRoot root, DataNodes nodes, Tally tally) {
    this.session = session;
    this.staging = staging;
    this.root = root;
    this.target = root.path();
    this.comparison = new Comparison(nodes);
    this.relinker = new Relinker(session, comparison, new AttachBatch(session, nodes, tally));
    this.laid = new Laid(session, staging, comparison, tally);
    this.dress = new Dress(session);
    this.tally = tally;
    made.add("");
  }

  @Override
  public void directories(List<Source> directories) {}

  String target() {
    return target;
  }

  /** A file of HDFS and what it should be. */
  record Pair(Optional<FoundFile> found, Source source) {}

  @Override
  public List<Source> needed(List<Source> files) throws IOException {
    List<Pair> pairs = session.parallel().all(files, this::look);
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
    adjust(same, Count.UNCHANGED);
    List<Pair> hopeless = relinker.link(fewer);
    fewer.removeAll(hopeless);
    adjust(fewer, Count.MENDED);
    for (Pair pair : hopeless) {
      need(pair.source(), State.DIFFERENT, needed);
    }
    List<Source> left = laid.without(needed);
    for (Source source : left) {
      parent(source.place());
    }
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
    return new Pair(FoundFile.look(session.nameNode(), target + source.place()), source);
  }

  private void need(Source source, State state, List<Source> needed) {
    moves.put(source.place(), state);
    needed.add(source);
    tally.add(state == State.ABSENT ? Count.ADDED : Count.CHANGED, 1);
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

  private void adjust(List<Pair> pairs, Count right) throws IOException {
    List<Boolean> adjusted =
        session
            .parallel()
            .all(pairs, pair -> dress.adjust(pair.found().orElseThrow(), pair.source()));
    adjusted.forEach(changed -> tally.add(changed ? Count.MENDED : right, 1));
  }

  /** Makes the directories that a file of the hidden directory is in. */
  private synchronized void parent(String place) throws IOException {
    String directory = place.substring(0, place.lastIndexOf('/'));
    if (made.contains(directory)) {
      return;
    }
    parent(directory);
    laid.clearFile(directory);
    session.nameNode().mkdirs(staging.path() + directory, PRIVATE, false);
    made.add(directory);
  }

  @Override
  public void publish() throws IOException {
    session.parallel().all(List.copyOf(moves.entrySet()), this::move);
    staging.delete();
  }

  private Void move(Map.Entry<String, State> move) throws IOException {
    String to = target + move.getKey();
    Optional<FoundFile> there = FoundFile.look(session.nameNode(), to);
    if (there.isPresent() && !isReplaceable(there.get())) {
      keep(to);
      return null;
    }
    session.nameNode().rename2(staging.path() + move.getKey(), to, how(there));
    return null;
  }

  private boolean isReplaceable(FoundFile file) {
    return file.status().isDirectory() || file.isAttached() || root.isOldInPlace(file);
  }

  private static Options.Rename how(Optional<FoundFile> there) {
    return there.isPresent() && !there.get().status().isDirectory()
        ? Options.Rename.OVERWRITE
        : Options.Rename.NONE;
  }
}

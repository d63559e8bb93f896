package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** A target that is not there yet: the hidden directory becomes it. */
final class FreshGround implements Ground {

  private static final FsPermission USUAL = new FsPermission((short) 0755);

  private final AttachSession session;
  private final Staging staging;
  private final Dress dress;
  private final Tally tally;
  private final Laid laid;
  private final Set<String> wanted = ConcurrentHashMap.newKeySet();
  private Optional<Source> root = Optional.empty();

  FreshGround(AttachSession session, Staging staging, DataNodes nodes, Tally tally) {
    this.session = session;
    this.staging = staging;
    this.dress = new Dress(session);
    this.laid = new Laid(session, staging, new Comparison(nodes), tally);
    this.tally = tally;
  }

  @Override
  public void directories(List<Source> directories) throws IOException {
    for (List<Source> level : byDepth(directories)) {
      session.parallel().all(level, this::directory);
    }
  }

  private Void directory(Source source) throws IOException {
    wanted.add(source.place() + "/");
    laid.clearFile(source.place());
    if (source.place().isEmpty()) {
      root = Optional.of(source);
    } else {
      dress.directory(staging.path() + source.place(), source);
    }
    return null;
  }

  /** Directories at the same depth can be made at once. */
  static List<List<Source>> byDepth(List<Source> directories) {
    TreeMap<Long, List<Source>> levels = new TreeMap<>();
    for (Source source : directories) {
      long depth = source.place().chars().filter(c -> c == '/').count();
      levels.computeIfAbsent(depth, ignored -> new ArrayList<>()).add(source);
    }
    return List.copyOf(levels.values());
  }

  @Override
  public List<Source> needed(List<Source> files) throws IOException {
    tally.add(Count.ADDED, files.size());
    if (staging.isResumed()) {
      files.forEach(file -> wanted.add(file.place()));
    }
    return laid.without(files);
  }

  @Override
  public void publish() throws IOException {
    if (staging.isResumed()) {
      Sweep.ofStaging(session, wanted).run(staging.path());
    }
    Path directory = new Path(staging.path());
    if (root.isPresent()) {
      dress.directory(staging.path(), root.get());
    } else {
      session.hdfs().setPermission(directory, USUAL);
    }
    staging.become();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.tree.Staging;
import io.situ.hdfs.write.AttachSession;
import io.situ.hdfs.write.AttachTarget;
import io.situ.hdfs.write.AttachWork;
import io.situ.hdfs.write.AttachedDirectoryCache;
import io.situ.hdfs.write.FileComparison;
import io.situ.hdfs.write.MetadataApplier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** A target that is not there yet: the hidden directory becomes it. */
public final class NewTarget implements AttachTarget {

  private static final FsPermission USUAL = new FsPermission((short) 0755);

  private final AttachWork work;
  private final AttachSession session;
  private final Staging staging;
  private final MetadataApplier dress;
  private final ResumedFiles laid;
  private final AttachedDirectoryCache held;
  private Optional<AttachItem> root = Optional.empty();

  public NewTarget(AttachWork work) throws IOException {
    this.work = work;
    this.session = work.session();
    this.staging = work.staging();
    this.dress = new MetadataApplier(session);
    this.held = AttachedDirectoryCache.of(session, staging.root(), dress);
    this.laid = new ResumedFiles(session, staging, new FileComparison(work.nodes()), work.tally());
  }

  @Override
  public void directories(List<AttachItem> directories) throws IOException {
    for (List<AttachItem> level : byDepth(directories)) {
      session.parallel().all(level, this::directory);
    }
  }

  private Void directory(AttachItem source) throws IOException {
    laid.clearFile(source.place());
    if (source.place().isEmpty()) {
      root = Optional.of(source);
      dress.directory(staging.path(), source);
      return null;
    }
    try {
      held.enter(source.place());
    } catch (IOException e) {
      if (!AttachFailures.isOfOne(e) || staging.isLost()) {
        throw e;
      }
      work.leftOut().failed(source.object().path(), e);
    }
    return null;
  }

  /** Directories at the same depth can be made at once. */
  static List<List<AttachItem>> byDepth(List<AttachItem> directories) {
    TreeMap<Long, List<AttachItem>> levels = new TreeMap<>();
    for (AttachItem source : directories) {
      long depth = source.place().chars().filter(c -> c == '/').count();
      levels.computeIfAbsent(depth, ignored -> new ArrayList<>()).add(source);
    }
    return List.copyOf(levels.values());
  }

  @Override
  public List<AttachItem> needed(List<AttachItem> files, AttachFailures failures)
      throws IOException {
    List<AttachItem> left = laid.without(files);
    if (left.size() < files.size()) {
      laid.count(files.stream().filter(source -> !left.contains(source)).toList());
      work.tally().add(Count.ADDED, files.size() - left.size());
    }
    return left;
  }

  @Override
  public List<AttachItem> made(List<AttachItem> files, AttachFailures failures) throws IOException {
    List<Boolean> kept =
        session.parallel().all(files, source -> failures.note(source, () -> confirm(source)));
    List<AttachItem> taken = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      if (kept.get(i) == null) {
        session.nameNode().delete(staging.path() + files.get(i).place(), false);
      } else {
        taken.add(files.get(i));
      }
    }
    work.tally().add(Count.ADDED, taken.size());
    return taken;
  }

  private boolean confirm(AttachItem source) throws IOException {
    return held.within(source.place(), source.object(), path -> true);
  }

  @Override
  public void publish() throws IOException {
    if (staging.isResumed()) {
      StaleFileRemover.ofStaging(session, staging.root(), work.leftOut()).run();
    }
    Path directory = new Path(staging.path());
    if (root.isPresent()) {
      dress.directory(staging.path(), root.get());
    } else {
      session.hdfs().setPermission(directory, USUAL);
    }
    session
        .lock()
        .during(
            () -> {
              staging.become(work.leftOut().hasFailures());
              return null;
            });
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.parallel.BatchPipeline;
import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.HdfsNames;
import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.tree.Staging;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the files that a ground needs, a few batches at a time. Objects that HDFS or a DataNode
 * refuses, or that change again and again, are left out. Not thread-safe.
 */
public final class TreeWriter {

  /** So often an object is looked at in all. */
  static final int MAX_ATTEMPTS = 3;

  private static final int BATCH = 250;

  /** So many blocks are a batch of fewer files. */
  public static final int MAX_CUTS = 50_000;

  private static final int UNDER_WAY = 4;

  private final AttachSession session;
  private final Staging staging;
  private final AttachTarget ground;
  private final AttachCounters tally;
  private final SkippedObjectLog leftOut;
  private final HdfsNames names;
  private final AttachBatch batch;
  private final MetadataApplier dress;
  private final BatchPipeline pipeline = new BatchPipeline(UNDER_WAY);
  private final List<AttachItem> some = new ArrayList<>();
  private long cuts;

  /**
   * @param target where the tree is attached, without a slash at the end
   */
  public TreeWriter(AttachWork work, AttachTarget ground, String target) {
    this.session = work.session();
    this.staging = work.staging();
    this.ground = ground;
    this.tally = work.tally();
    this.leftOut = work.leftOut();
    this.names = new HdfsNames(target, session.settings().longestName());
    this.batch = new AttachBatch(session, work.nodes(), tally);
    this.dress = new MetadataApplier(session);
  }

  /** Names what is to be there, by {@link #add}. */
  public interface Feed {
    void run() throws IOException;
  }

  /**
   * Makes all that the feed names and brings it into sight.
   *
   * @throws StoreException also if the session's lock is lost, or the hidden directory was taken
   *     away
   * @throws IOException at a failure that is not one object's; what was made is left for the next
   *     attach, and nothing is if that is nothing
   */
  public void run(Feed feed) throws IOException {
    try {
      feed.run();
      start();
      pipeline.finish();
      leftOut.refuseAll();
      session.lock().confirm();
      ground.publish();
    } catch (IOException | RuntimeException e) {
      giveUp(e);
      throw e;
    } finally {
      pipeline.close();
    }
  }

  /** A directory before what is in it. */
  public void add(AttachItem source) throws IOException {
    Optional<HdfsNames.Fault> fault = names.fault(source.place());
    if (fault.isPresent()) {
      leftOut.name(source.object().path(), fault.get());
      return;
    }
    some.add(source);
    cuts += source.cuts().size();
    if (some.size() == BATCH || cuts >= MAX_CUTS) {
      start();
    }
  }

  private void start() throws IOException {
    List<AttachItem> sources = List.copyOf(some);
    some.clear();
    cuts = 0;
    List<AttachItem> directories =
        sources.stream().filter(source -> source.object().isDirectory()).toList();
    ground.directories(directories);
    tally.add(AttachSummary.Count.DIRECTORIES, directories.size());
    List<AttachItem> files = sources.stream().filter(source -> source.object().isFile()).toList();
    if (!files.isEmpty()) {
      pipeline.start(() -> make(files));
    }
  }

  private Void make(List<AttachItem> sources) throws IOException {
    List<AttachItem> left = sources;
    for (int attempt = 1; !left.isEmpty(); attempt++) {
      session.lock().confirm();
      AttachFailures failures = new AttachFailures();
      attempt(left, failures);
      left = again(failures, attempt);
    }
    return null;
  }

  private void attempt(List<AttachItem> sources, AttachFailures failures) throws IOException {
    List<FileUnderConstruction> files =
        session
            .parallel()
            .all(
                ground.needed(sources, failures),
                source -> failures.note(source, () -> create(source)))
            .stream()
            .filter(Objects::nonNull)
            .toList();
    batch.run(files, failures);
    List<AttachItem> made =
        session.parallel().all(files, file -> finish(file, failures)).stream()
            .filter(Objects::nonNull)
            .toList();
    ground.made(made, failures).forEach(tally::linked);
  }

  private FileUnderConstruction create(AttachItem source) throws IOException {
    FileUnderConstruction file = new FileUnderConstruction(session, staging, source);
    long blockSize = session.settings().blockSize(source.object().size());
    return session
        .lock()
        .during(
            () -> {
              file.create(MetadataApplier.ofFile(source.object().attributes()), blockSize);
              return file;
            });
  }

  /** Null if it failed; nothing of it is left then. */
  private AttachItem finish(FileUnderConstruction file, AttachFailures failures)
      throws IOException {
    AttachItem source = file.source();
    AttachItem made = failures.contains(source) ? null : failures.note(source, () -> dressed(file));
    if (made == null) {
      file.abandon();
    }
    return made;
  }

  private AttachItem dressed(FileUnderConstruction file) throws IOException {
    return session
        .lock()
        .during(
            () -> {
              dress.finish(file);
              tally.made();
              return file.source();
            });
  }

  /**
   * Those that failed and are to be made another time: as they are now, if they changed or moved,
   * or on other DataNodes, if the ground had placed them; the rest is left out.
   */
  private List<AttachItem> again(AttachFailures failures, int attempt) throws IOException {
    List<AttachItem> again = new ArrayList<>();
    for (AttachItem source : failures.sources()) {
      IOException failure = failures.of(source);
      if (staging.isLost()) {
        throw failure;
      }
      try {
        Optional<AttachItem> next = next(source, failures.refusing(source));
        if (attempt < MAX_ATTEMPTS && next.isPresent()) {
          again.add(next.get());
        } else {
          leftOut.failed(source.object().path(), failure);
        }
      } catch (StoreException e) {
        if (!AttachFailures.isOfOne(e)) {
          throw e;
        }
        leftOut.failed(source.object().path(), e);
      }
    }
    return again;
  }

  /**
   * The object as it is now, if it changed, or on other DataNodes, or where the store says that it
   * is now; empty if nothing of this helps.
   */
  private Optional<AttachItem> next(AttachItem source, Set<String> refusing) throws IOException {
    AttachItem now = session.sources().current(source.whole(), source.top(), source.place());
    if (!now.whole().equals(source.whole())) {
      return Optional.of(now);
    }
    Optional<AttachItem> elsewhere =
        refusing.isEmpty() ? Optional.empty() : ground.elsewhere(source, refusing);
    return elsewhere.isEmpty() && hasMoved(source, now) ? Optional.of(now) : elsewhere;
  }

  /** Returns whether the store names hosts for all of an object, other than an inventory did. */
  private static boolean hasMoved(AttachItem source, AttachItem now) {
    return !now.cuts().equals(source.cuts())
        && now.cuts().stream().noneMatch(cut -> cut.hosts().isEmpty());
  }

  private void giveUp(Exception reason) throws StoreException {
    try {
      if (staging.isLost()) {
        throw staging.lost(reason);
      }
      if (tally.isEmpty() && !staging.isResumed()) {
        staging.delete();
      }
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }
}

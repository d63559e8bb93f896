package io.situ.hdfs.attach;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.DFSUtilClient;

/** Makes the files that a ground needs, a few batches at a time. For one thread. */
final class TreeWriter {

  private static final int BATCH = 250;
  private static final int UNDER_WAY = 4;

  private final AttachSession session;
  private final Staging staging;
  private final Ground ground;
  private final Tally tally;
  private final AttachBatch batch;
  private final Dress dress;
  private final Pipeline pipeline = new Pipeline(UNDER_WAY);
  private final List<Source> some = new ArrayList<>();

  TreeWriter(AttachSession session, Staging staging, Ground ground, DataNodes nodes, Tally tally) {
    this.session = session;
    this.staging = staging;
    this.ground = ground;
    this.tally = tally;
    this.batch = new AttachBatch(session, nodes, tally);
    this.dress = new Dress(session);
  }

  /** Names what is to be there, by {@link #add}. */
  interface Feed {
    void run() throws IOException;
  }

  /**
   * Makes all that the feed names and brings it into sight.
   *
   * @throws StoreException also if another attach has taken over
   * @throws IOException at the first failure; what was made is left for the next attach, and
   *     nothing is if that is nothing
   */
  void run(Feed feed) throws IOException {
    try {
      feed.run();
      start();
      pipeline.finish();
      ground.publish();
    } catch (IOException | RuntimeException e) {
      giveUp(e);
      throw e;
    } finally {
      pipeline.close();
    }
  }

  /** A directory before what is in it. */
  void add(Source source) throws IOException {
    some.add(named(source));
    if (some.size() == BATCH) {
      start();
    }
  }

  static Source named(Source source) throws IOException {
    if (!source.place().isEmpty() && !DFSUtilClient.isValidName(source.place())) {
      StorePath path = source.object().path();
      throw new StoreException(
          StoreException.Kind.INVALID_NAME,
          path,
          "HDFS takes no name with ':' in it; give it another name or attach what is beside it");
    }
    return source;
  }

  private void start() throws IOException {
    List<Source> sources = List.copyOf(some);
    some.clear();
    List<Source> directories =
        sources.stream().filter(source -> source.object().isDirectory()).toList();
    ground.directories(directories);
    tally.add(AttachSummary.Count.DIRECTORIES, directories.size());
    List<Source> files = sources.stream().filter(source -> source.object().isFile()).toList();
    if (!files.isEmpty()) {
      pipeline.start(() -> make(files));
    }
  }

  private Void make(List<Source> sources) throws IOException {
    List<NewFile> files = session.parallel().all(ground.needed(sources), this::create);
    batch.run(files);
    session.parallel().all(files, this::finish);
    return null;
  }

  private NewFile create(Source source) throws IOException {
    NewFile file = new NewFile(session, staging.path() + source.place(), source);
    long blockSize = session.settings().blockSize(source.object().size());
    file.create(Dress.ofFile(source.object().attributes()), blockSize);
    return file;
  }

  private Void finish(NewFile file) throws IOException {
    dress.finish(file);
    tally.linked(file.source());
    return null;
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

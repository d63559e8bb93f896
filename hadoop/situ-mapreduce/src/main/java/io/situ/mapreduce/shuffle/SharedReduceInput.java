// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import io.situ.mapreduce.shuffle.MapOutputFinder.Found;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.Merger;
import org.apache.hadoop.mapred.Merger.Segment;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskStatus.Phase;
import org.apache.hadoop.util.Progress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a reduce its input from the job's shared directory: waits for the maps and merges their
 * outputs where they lie. Set per job as {@code
 * mapreduce.job.reduce.shuffle.consumer.plugin.class}.
 *
 * <p>Output that is missing or damaged is reported to the application master as output that could
 * not be fetched, which makes the map run again. If the output of the map's next attempt cannot be
 * read either, this attempt of the reduce fails instead: its host may be at fault. Damage in the
 * middle shows only while the reducer works: then this attempt of the reduce fails, and every later
 * attempt reads everything once before it starts.
 */
public final class SharedReduceInput<K, V> implements ShuffleConsumerPlugin<K, V> {

  private static final Logger LOG = LoggerFactory.getLogger(SharedReduceInput.class);

  private static final int MAX_BUFFER = 256 << 10;
  private static final int MIN_BUFFER = 16 << 10;
  private static final long ALL_BUFFERS = 64L << 20;
  private static final long POLL_MILLIS = 500;

  private Context<K, V> context;
  private JobConf conf;
  private TaskAttemptID reduce;
  private MapOutputFinder source;
  private GracePeriod grace;

  @Override
  public void init(Context<K, V> context) {
    this.context = context;
    this.conf = context.getJobConf();
    this.reduce = (TaskAttemptID) context.getReduceId();
    this.grace = new GracePeriod(conf);
    try {
      source = new MapOutputFinder(conf, ShuffleDirectory.ofTask(conf), reduce);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public RawKeyValueIterator run() throws IOException, InterruptedException {
    List<Found> found = find();
    context.getCopyPhase().complete();
    context.getStatus().setPhase(Phase.SORT);
    context.getReduceTask().statusUpdate(context.getUmbilical());
    try {
      return new FetchFailureReporter(merge(found), this::report);
    } catch (BadMapOutputException e) {
      report(e);
      throw e;
    }
  }

  private List<Found> find() throws IOException, InterruptedException {
    Map<TaskAttemptID, MapOutputFile> inProcess = context.getLocalMapFiles();
    MapOutputTracker segments =
        new MapOutputTracker(inProcess == null ? conf.getNumMapTasks() : inProcess.size());
    if (inProcess != null) {
      inProcess.keySet().forEach(segments::offer);
    }
    MapEvents events = new MapEvents(context.getUmbilical(), reduce);
    look(segments, inProcess != null);
    while (!segments.isComplete()) {
      List<TaskCompletionEvent> news = events.news();
      news.forEach(segments::onEvent);
      look(segments, inProcess != null);
      context.getCopyPhase().set(segments.share());
      context.getReporter().progress();
      if (news.isEmpty() && !segments.isComplete()) {
        Thread.sleep(POLL_MILLIS);
      }
    }
    return segments.all();
  }

  /**
   * @param inProcess whether maps ran in this process, where none can run again
   */
  private void look(MapOutputTracker segments, boolean inProcess) throws IOException {
    for (TaskAttemptID map : segments.open()) {
      context.getReporter().progress();
      try {
        List<Found> output = source.find(map);
        if (reduce.getId() > 0) {
          for (Found found : output) {
            source.verify(found, context.getReporter());
          }
        }
        segments.add(map, output);
        output.forEach(found -> context.getReduceShuffleBytes().increment(found.index().length()));
        context.getShuffledMapsCounter().increment(1);
      } catch (BadMapOutputException e) {
        if (grace.isOver(map, TimeUnit.NANOSECONDS.toMillis(System.nanoTime()))) {
          if (inProcess) {
            throw e;
          }
          requireReadableBefore(segments, e);
          report(e);
        }
      }
    }
  }

  /** Where two attempts of one map cannot be read the reduce has to run on another host. */
  private static void requireReadableBefore(MapOutputTracker segments, BadMapOutputException bad)
      throws IOException {
    Optional<TaskAttemptID> first = segments.addUnreadable(bad.map());
    if (first.isPresent()) {
      throw new IOException(
          bad.getMessage()
              + ", nor can that of "
              + first.get()
              + ": this host, "
              + FailureDetails.host()
              + ", is taken to be at fault",
          bad);
    }
  }

  /** Has the master run a map again. */
  private void report(BadMapOutputException failure) throws IOException {
    source.requireReadable();
    LOG.warn("{}: its map has to run again", failure.getMessage(), failure);
    context.getFailedShuffleCounter().increment(1);
    context.getStatus().addFetchFailedMap(failure.map());
    context.getReduceTask().statusUpdate(context.getUmbilical());
  }

  @SuppressWarnings("unchecked")
  private RawKeyValueIterator merge(List<Found> found) throws IOException {
    List<Segment<K, V>> segments = new ArrayList<>();
    Set<TaskAttemptID> maps = new HashSet<>();
    for (Found one : found) {
      segments.add(
          new Segment<>(
              source.reader(one, context.getCodec(), buffer(one, found.size())),
              true,
              maps.add(one.map()) ? context.getMergedMapOutputsCounter() : null));
    }
    return Merger.merge(
        conf,
        source.fileSystem(),
        (Class<K>) conf.getMapOutputKeyClass(),
        (Class<V>) conf.getMapOutputValueClass(),
        context.getCodec(),
        segments,
        MergeFactor.of(conf),
        0,
        new Path(reduce.toString()),
        conf.getOutputKeyComparator(),
        context.getReporter(),
        true,
        null,
        context.getSpilledRecordsCounter(),
        new Progress());
  }

  private static int buffer(Found found, int all) {
    long share = Math.max(MIN_BUFFER, Math.min(MAX_BUFFER, ALL_BUFFERS / all));
    return (int) Math.max(1, Math.min(share, found.index().length()));
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException e) {
      LOG.warn("names of {} could not be taken away", reduce, e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import java.lang.reflect.Field;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's own sort and spill of map output, with the result in the job's shared directory. Set per
 * job as {@code mapreduce.job.map.output.collector.class}.
 */
public final class SharedMapOutput<K, V> extends MapTask.MapOutputBuffer<K, V> {

  private static final Logger LOG = LoggerFactory.getLogger(SharedMapOutput.class);

  /** Hadoop's words for what ends the attempt. */
  private static final String SPILL_FAILED = "Spill failed";

  private ShuffleDirectory directory;
  private TaskAttemptID attempt;
  private SharedOutputFiles files;
  private Context context;

  @Override
  public void init(Context context) throws IOException, ClassNotFoundException {
    directory = ShuffleDirectory.ofTask(context.getJobConf());
    attempt = context.getMapTask().getTaskID();
    this.context = context;
    files =
        new SharedOutputFiles(
            context.getMapTask().getMapOutputFile(),
            directory.makeAttempt(attempt),
            UnmergedSpills.of(this, context));
    put(context.getMapTask(), files);
    super.init(context);
  }

  /**
   * On YARN a task's files are chosen after the job was asked, and no configuration key has a say:
   * the field that holds them is not public.
   */
  private static void put(MapTask task, MapOutputFile files) throws IOException {
    try {
      Field field = Task.class.getDeclaredField("mapOutputFile");
      field.setAccessible(true);
      field.set(task, files);
    } catch (ReflectiveOperationException e) {
      throw new IOException(
          "this Hadoop keeps a task's files in another way; set situ.mapreduce.shuffle=local", e);
    }
  }

  @Override
  public synchronized void collect(K key, V value, int partition) throws IOException {
    try {
      super.collect(key, value, partition);
    } catch (IOException e) {
      // A record that is refused is no end: its mapper may go on with the next.
      throw SPILL_FAILED.equals(e.getMessage()) ? given(e) : directory.explained(e);
    } catch (FSError e) {
      throw given(new IOException(e));
    }
  }

  @Override
  public void flush() throws IOException, ClassNotFoundException, InterruptedException {
    try {
      super.flush();
      context
          .getReporter()
          .getCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES)
          .increment(files.completeIndex(context.getJobConf()));
    } catch (IOException e) {
      throw given(e);
    } catch (FSError e) {
      throw given(new IOException(e));
    }
  }

  /** What this attempt wrote is not needed any more. */
  private IOException given(IOException failure) {
    IOException explained = directory.explained(failure);
    try {
      directory.removeAttempt(attempt);
    } catch (IOException e) {
      LOG.warn("what {} wrote could not be removed from {}", attempt, directory, e);
    }
    return explained;
  }
}

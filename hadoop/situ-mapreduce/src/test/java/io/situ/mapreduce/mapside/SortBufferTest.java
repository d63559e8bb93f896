// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.LocalJobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapTask.MapOutputBuffer;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.InverseMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.QuickSort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hadoop's own sort buffer has what Situ's sorter takes from it. Where it had not, the sorter would
 * leave its work to Hadoop's, and jobs would be right and slow.
 */
class SortBufferTest {

  private static final AtomicReference<Object> FOUND = new AtomicReference<>();

  @TempDir private Path scratch;

  @Test
  void isReadInAMapThatThisHadoopRuns() throws Exception {
    Path in = Files.createDirectory(scratch.resolve("in"));
    Files.writeString(in.resolve("text"), "one\nthree\ntwo\n");
    FOUND.set(null);
    JobConf conf = LocalJobs.conf(scratch);
    conf.setClass("map.sort.class", Looks.class, IndexedSorter.class);
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    Job job = Job.getInstance(conf);
    job.setMapperClass(InverseMapper.class);
    job.setNumReduceTasks(3);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(in.toUri()));
    FileOutputFormat.setOutputPath(
        job, new org.apache.hadoop.fs.Path(scratch.resolve("out").toUri()));
    LocalJobs.run(job);

    assertThat(FOUND.get()).isInstanceOf(SortBuffer.class);
    SortBuffer buffer = (SortBuffer) FOUND.get();
    assertThat(buffer.bytes()).hasSize(1 << 20);
    assertThat(buffer.entries().capacity()).isEqualTo((1 << 20) / Integer.BYTES);
    assertThat(buffer.partitions()).isEqualTo(3);
    assertThat(KeyOrder.of(buffer.comparator())).isPresent();
  }

  /** Keeps the buffer, or why it cannot be read, and leaves the sorting to Hadoop. */
  public static final class Looks implements IndexedSorter {
    private final IndexedSorter stock = new QuickSort();

    @Override
    public void sort(IndexedSortable sortable, int from, int to) {
      sort(sortable, from, to, null);
    }

    @Override
    public void sort(IndexedSortable sortable, int from, int to, Progressable progress) {
      try {
        FOUND.set(SortBuffer.of((MapOutputBuffer<?, ?>) sortable));
      } catch (ReflectiveOperationException | RuntimeException e) {
        FOUND.set(e);
      }
      stock.sort(sortable, from, to, progress);
    }
  }
}

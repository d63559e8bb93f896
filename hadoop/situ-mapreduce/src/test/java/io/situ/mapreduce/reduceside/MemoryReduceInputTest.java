// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.reduceside;

import static io.situ.mapreduce.LocalJobs.counter;
import static io.situ.mapreduce.LocalJobs.output;
import static io.situ.mapreduce.LocalJobs.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reducer gets from memory, against what it gets from disk. */
class MemoryReduceInputTest {

  private static final int FILES = 3;
  private static final int LINES = 20_000;

  @TempDir private Path scratch;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(1);
    Path in = Files.createDirectory(scratch.resolve("in"));
    for (int i = 0; i < FILES; i++) {
      StringBuilder text = new StringBuilder();
      for (int line = 0; line < LINES; line++) {
        text.append(random.nextInt(1000)).append(" of file ").append(i).append('\n');
      }
      Files.writeString(in.resolve("text-" + i), text);
    }
  }

  /** Sorts the input by the places of its lines. */
  private Job sort(String out) throws IOException {
    Job job = Job.getInstance(LocalJobs.conf(scratch));
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(scratch + "/in"));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(scratch + "/" + out));
    return job;
  }

  private static long written() {
    return FileSystem.getAllStatistics().stream()
        .filter(statistics -> statistics.getScheme().equals("file"))
        .mapToLong(FileSystem.Statistics::getBytesWritten)
        .sum();
  }

  @Test
  void theSameRecordsComeWithoutBeingWrittenOnceMore() throws Exception {
    long before = written();
    Job stock = run(sort("stock"));
    long byStock = written() - before;
    Job memory = sort("memory");
    memory
        .getConfiguration()
        .set(
            "mapreduce.job.reduce.shuffle.consumer.plugin.class",
            MemoryReduceInput.class.getName());
    before = written();
    run(memory);
    long fromMemory = written() - before;

    assertThat(output(scratch.resolve("memory"))).isEqualTo(output(scratch.resolve("stock")));
    assertThat(counter(memory, TaskCounter.REDUCE_INPUT_RECORDS))
        .isEqualTo(counter(stock, TaskCounter.REDUCE_INPUT_RECORDS))
        .isEqualTo((long) FILES * LINES);
    long mapOutput = counter(stock, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES);
    assertThat(mapOutput).isGreaterThan(1 << 20);
    assertThat(byStock - fromMemory).isGreaterThan(mapOutput * 9 / 10);
  }

  @Test
  void aSecondAttemptLeavesTheHeapToTheReducerAsHadoopDoes() {
    String attempt = "attempt_1_0001_r_000002_";

    assertThat(MemoryReduceInput.share(TaskAttemptID.forName(attempt + 0))).isPositive();
    assertThat(MemoryReduceInput.share(TaskAttemptID.forName(attempt + 1))).isZero();
    assertThat(MemoryReduceInput.share(TaskAttemptID.forName(attempt + 3))).isZero();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Mapper;

/** Mappers that ask which task they are in, or change what it runs by. */
final class TaskJobs {

  private static final String SEEN = "corpus.seen";

  private TaskJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.separate(
            "ids-from-the-task-number", run -> SortedList.run(run, Input.SMALL, Ids.class)),
        CorpusJob.separate(
            "ids-from-the-partition-key", run -> SortedList.run(run, Input.SMALL, IdsByKey.class)),
        CorpusJob.separate("ids-from-the-partition-key-old", TaskJobs::oldIds),
        CorpusJob.separate(
                "random-numbers-by-task",
                run -> SortedList.run(run, Input.SMALL, SeededByTask.class))
            .asVariant(),
        CorpusJob.separate(
                "attempt-in-the-value", run -> SortedList.run(run, Input.SMALL, Attempt.class))
            .asVariant(),
        CorpusJob.separate(
            "counter-of-each-task", run -> SortedList.run(run, Input.SMALL, CountsByTask.class)),
        CorpusJob.separate(
                "configuration-changed",
                run -> SortedList.run(run, Input.SMALL, ChangesConfiguration.class))
            .asVariant(),
        CorpusJob.separate(
            "configuration-changed-by-helper",
            run -> SortedList.run(run, Input.SMALL, Through.class)),
        CorpusJob.separate("configuration-changed-old", TaskJobs::oldChanges).asVariant(),
        CorpusJob.separate(
            "key-from-a-constant-elsewhere",
            run -> SortedList.run(run, Input.SMALL, Indirect.class)),
        CorpusJob.either(
            "counters-with-names-of-data",
            run -> SortedList.run(run, Input.SMALL, CountsByData.class)),
        CorpusJob.either(
                "counters-of-an-enum", run -> SortedList.run(run, Input.SMALL, CountsByEnum.class))
            .asVariant(),
        CorpusJob.either(
                "status-and-progress", run -> SortedList.run(run, Input.SMALL, Reports.class))
            .asVariant(),
        CorpusJob.separate(
            "starts-a-thread", run -> SortedList.run(run, Input.SMALL, Background.class)));
  }

  private static void oldIds(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setMapperClass(OldIds.class);
    run.submit(job);
  }

  private static void oldChanges(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setMapperClass(OldChanges.class);
    run.submit(job);
  }

  static final class Ids extends Mapper<LongWritable, Text, Text, Text> {
    private long next;

    @Override
    protected void setup(Context context) {
      next = context.getTaskAttemptID().getTaskID().getId();
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("id " + next), line);
      next += 100;
    }
  }

  static final class IdsByKey extends Mapper<LongWritable, Text, Text, Text> {
    private long next;

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      int task = context.getConfiguration().getInt("mapreduce.task.partition", -1);
      context.write(new Text(task + "-" + next++), line);
    }
  }

  static final class OldIds extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private int task;
    private long next;

    @Override
    public void configure(JobConf job) {
      task = job.getInt("mapred.task.partition", -1);
    }

    @Override
    public void map(LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      out.collect(new Text(task + "-" + next++), line);
    }
  }

  static final class SeededByTask extends Mapper<LongWritable, Text, Text, Text> {
    private Random random;

    @Override
    protected void setup(Context context) {
      random = new Random(context.getTaskAttemptID().getTaskID().getId());
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(String.valueOf(random.nextInt(1_000_000))), line);
    }
  }

  static final class Attempt extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, new Text(context.getTaskAttemptID().toString()));
    }
  }

  static final class CountsByTask extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      context.getCounter("lines", context.getTaskAttemptID().getTaskID().toString()).increment(1);
    }
  }

  static final class ChangesConfiguration extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) {
      int seen = context.getConfiguration().getInt(SEEN, 0);
      context.getConfiguration().setInt(SEEN, seen + 1);
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, new Text(context.getConfiguration().get(SEEN)));
    }
  }

  /** Changes what it is given. */
  static final class Notes {
    private Notes() {}

    static int next(Configuration conf) {
      conf.setInt(SEEN, conf.getInt(SEEN, 0) + 1);
      return conf.getInt(SEEN, 0);
    }
  }

  static final class Through extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, new Text(String.valueOf(Notes.next(context.getConfiguration()))));
    }
  }

  static final class OldChanges extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private JobConf job;

    @Override
    public void configure(JobConf newJob) {
      job = newJob;
    }

    @Override
    public void map(LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      job.setInt(SEEN, job.getInt(SEEN, 0) + 1);
      out.collect(line, new Text(job.get(SEEN)));
    }
  }

  /** Makes the key's name of parts, so that no constant holds it. */
  static final class Indirect extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String key = String.join(".", List.of("mapreduce", "task", "id"));
      context.write(line, new Text(context.getConfiguration().get(key)));
    }
  }

  static final class CountsByData extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.getCounter("keys", line.toString().split(" ")[0]).increment(1);
      context.write(new Text("line"), line);
    }
  }

  /** What is counted. */
  enum Kind {
    EVEN,
    ODD
  }

  static final class CountsByEnum extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      int number = Integer.parseInt(line.toString().split(" ")[1]);
      context.getCounter(number % 2 == 0 ? Kind.EVEN : Kind.ODD).increment(1);
      context.write(new Text("number " + number % 10), line);
    }
  }

  static final class Reports extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.setStatus("at " + offset);
      context.progress();
      context.write(new Text("line"), line);
    }
  }

  /** Hands lines to a thread, and asks it for how many there were. */
  static final class Background extends Mapper<LongWritable, Text, Text, Text> {
    private java.util.concurrent.ExecutorService worker;
    private final java.util.concurrent.atomic.AtomicLong lines =
        new java.util.concurrent.atomic.AtomicLong();

    @Override
    protected void setup(Context context) {
      worker = java.util.concurrent.Executors.newSingleThreadExecutor();
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context) {
      worker.execute(lines::incrementAndGet);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      worker.shutdown();
      if (worker.awaitTermination(1, java.util.concurrent.TimeUnit.MINUTES)) {
        context.write(new Text("lines"), new Text(lines.toString()));
      }
    }
  }
}

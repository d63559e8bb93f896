// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import io.situ.mapreduce.record.JobRecord;
import io.situ.mapreduce.record.JobRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** One run of a job: stock on {@code file://}, or by Situ on {@code situ://}. Not thread-safe. */
public final class Run {

  /** Who runs the job. */
  enum Side {
    STOCK("file://"),
    IN_PLACE("situ://");

    private final String prefix;

    Side(String prefix) {
      this.prefix = prefix;
    }
  }

  private static final List<TaskCounter> COMPARED =
      List.of(
          TaskCounter.MAP_INPUT_RECORDS,
          TaskCounter.REDUCE_INPUT_GROUPS,
          TaskCounter.REDUCE_OUTPUT_RECORDS);
  private static final List<String> HADOOPS = List.of("org.apache.hadoop.", "File ", "Shuffle ");

  private final CorpusJob job;
  private final Side side;
  private final Inputs inputs;
  private final java.nio.file.Path folder;
  private final Configuration conf = new Configuration();
  private final List<String> ends = new ArrayList<>();
  private final Map<String, Long> counters = new TreeMap<>();

  Run(CorpusJob job, Side side, Inputs inputs, java.nio.file.Path scratch) throws IOException {
    this.job = job;
    this.side = side;
    this.inputs = inputs;
    this.folder = scratch.resolve(job.name() + "-" + side);
    Files.createDirectories(folder.resolve("result"));
    configure();
  }

  private void configure() {
    conf.set("hadoop.tmp.dir", folder + "/tmp");
    conf.setInt("mapreduce.task.io.sort.mb", 16);
    conf.setInt("mapreduce.client.completion.pollinterval", 20);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
    if (!job.statics().isEmpty()) {
      conf.set("fs.file.impl", FreshStaticsFileSystem.class.getName());
      conf.setBoolean("fs.file.impl.disable.cache", true);
      conf.setStrings(
          FreshStaticsFileSystem.CLASSES,
          job.statics().stream().map(Class::getName).toArray(String[]::new));
    }
    if (side == Side.STOCK) {
      conf.set("mapreduce.framework.name", "local");
      return;
    }
    if (job.statics().isEmpty()) {
      conf.set("fs.defaultFS", "situ:///");
    }
    conf.set("mapreduce.framework.name", "situ");
    conf.set("situ.mapreduce.framework", "local");
    conf.set("situ.mapreduce.records.dir", folder.resolve("records").toString());
    conf.set("fs.situ.placement.command", inputs.placement());
  }

  /** Returns a copy of the configuration to run by. */
  public Configuration conf() {
    return new Configuration(conf);
  }

  /** Returns the directory of an input, by this side's scheme. */
  public Path in(Input input) throws IOException {
    return of(inputs.directory(input));
  }

  /** Returns the job's output directory, which is not there yet. */
  public Path out() {
    return out("out");
  }

  /** Returns the path of another output that is compared. */
  public Path out(String name) {
    return of(folder.resolve("result").resolve(name));
  }

  /** Returns a path for what is not compared. */
  public Path work(String name) {
    return of(folder.resolve("work").resolve(name));
  }

  private Path of(java.nio.file.Path path) {
    return new Path(side.prefix + path);
  }

  /** Returns a job of the new interface that reads {@code input} and writes texts as texts. */
  public Job newJob(Input input) throws IOException {
    Job made = Job.getInstance(conf(), job.name());
    FileInputFormat.addInputPath(made, in(input));
    FileOutputFormat.setOutputPath(made, out());
    made.setOutputKeyClass(Text.class);
    made.setOutputValueClass(Text.class);
    return made;
  }

  /** Returns a job of the old interface that reads {@code input} and writes texts as texts. */
  public JobConf oldJob(Input input) throws IOException {
    JobConf made = new JobConf(conf());
    made.setJobName(job.name());
    org.apache.hadoop.mapred.FileInputFormat.addInputPath(made, in(input));
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(made, out());
    made.setOutputKeyClass(Text.class);
    made.setOutputValueClass(Text.class);
    return made;
  }

  /** Runs a job of the old interface to its end, as {@link #submit(Job)} does. */
  public boolean submit(JobConf old) throws Exception {
    old.setBooleanIfUnset("mapred.mapper.new-api", false);
    old.setBooleanIfUnset("mapred.reducer.new-api", false);
    return submit(Job.getInstance(old));
  }

  /** Runs a job to its end; whether it succeeds and what it counts is part of the result. */
  public boolean submit(Job submitted) throws Exception {
    boolean succeeded = submitted.waitForCompletion(false);
    ended(succeeded);
    if (succeeded) {
      submitted.getCounters().forEach(this::count);
    }
    return succeeded;
  }

  /** Adds how a program of its own ended to the result. */
  public void ended(boolean succeeded) {
    ends.add(succeeded ? "succeeded" : "failed");
  }

  private void count(CounterGroup group) {
    if (group.getName().equals(TaskCounter.class.getName())) {
      COMPARED.forEach(name -> add(group.findCounter(name.name())));
    } else if (HADOOPS.stream().noneMatch(group.getName()::startsWith)) {
      group.forEach(this::add);
    }
  }

  private void add(Counter counter) {
    counters.merge(Outputs.neutral(counter.getName()), counter.getValue(), Long::sum);
  }

  Result result() throws IOException {
    return new Result(
        List.copyOf(ends), counters, Outputs.read(folder.resolve("result"), conf, job.ordered()));
  }

  /** Returns what was decided about each job that this run submitted, in their order. */
  List<JobRecord> records() throws IOException {
    return JobRecords.readAll(folder.resolve("records"));
  }
}

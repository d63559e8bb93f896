// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** What jobs write, and how it is committed. */
final class OutputJobs {

  private OutputJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.separate("map-only", run -> mapOnly(run, job -> {})),
        CorpusJob.separate(
                "map-only-compressed",
                run ->
                    mapOnly(
                        run,
                        job ->
                            FileOutputFormat.setOutputCompressorClass(
                                compressed(job), org.apache.hadoop.io.compress.GzipCodec.class)))
            .asVariant(),
        CorpusJob.separate(
            "map-only-lazy",
            run ->
                mapOnly(
                    run,
                    job -> LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class))),
        CorpusJob.separate("map-only-old", OutputJobs::mapOnlyOld),
        CorpusJob.either(
                "output-bzip2",
                run ->
                    reduced(
                        run,
                        job ->
                            FileOutputFormat.setOutputCompressorClass(
                                compressed(job), org.apache.hadoop.io.compress.BZip2Codec.class)))
            .asVariant(),
        CorpusJob.either(
                "output-sequence-file",
                run ->
                    reduced(run, job -> job.setOutputFormatClass(SequenceFileOutputFormat.class)))
            .asVariant(),
        CorpusJob.either(
                "output-map-file",
                run -> reduced(run, job -> job.setOutputFormatClass(MapFileOutputFormat.class)))
            .asVariant(),
        CorpusJob.either(
                "output-own-separator",
                run ->
                    reduced(
                        run,
                        job ->
                            job.getConfiguration()
                                .set("mapreduce.output.textoutputformat.separator", "|")))
            .asVariant(),
        CorpusJob.either("output-none", OutputJobs::none),
        CorpusJob.either(
                "output-without-success-file",
                run ->
                    reduced(
                        run,
                        job ->
                            job.getConfiguration()
                                .setBoolean(
                                    "mapreduce.fileoutputcommitter.marksuccessfuljobs", false)))
            .asVariant(),
        CorpusJob.either(
            "output-own-committer",
            run -> reduced(run, job -> job.setOutputFormatClass(Marked.class))),
        CorpusJob.either(
            "output-casts-its-committer",
            run -> reduced(run, job -> job.setOutputFormatClass(Casts.class))),
        CorpusJob.either("output-replaced", OutputJobs::replaced),
        CorpusJob.either("output-multiple-in-the-reducer", OutputJobs::multipleInReducer),
        CorpusJob.either("output-multiple-text-old", OutputJobs::multipleTextOld).asVariant(),
        CorpusJob.either("output-intermediate-compressed", OutputJobs::intermediate).asVariant());
  }

  /** What a job of this family sets. */
  private interface Settings {
    void set(Job job) throws IOException;
  }

  private static Job compressed(Job job) {
    FileOutputFormat.setCompressOutput(job, true);
    return job;
  }

  private static void mapOnly(Run run, Settings settings) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.setMapperClass(Keys.class);
    job.setNumReduceTasks(0);
    settings.set(job);
    run.submit(job);
  }

  private static void mapOnlyOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setMapperClass(org.apache.hadoop.mapred.lib.InverseMapper.class);
    job.setOutputValueClass(LongWritable.class);
    job.setNumReduceTasks(0);
    run.submit(job);
  }

  private static Job sorted(Run run) throws IOException {
    Job job = run.newJob(Input.SMALL);
    job.setMapperClass(Keys.class);
    job.setReducerClass(SortedList.class);
    job.setNumReduceTasks(2);
    return job;
  }

  private static void reduced(Run run, Settings settings) throws Exception {
    Job job = sorted(run);
    settings.set(job);
    run.submit(job);
  }

  private static void none(Run run) throws Exception {
    Job job = sorted(run);
    job.setReducerClass(Counts.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    run.submit(job);
  }

  private static void replaced(Run run) throws Exception {
    for (String input : List.of("first", "second")) {
      Job job = sorted(run);
      job.getConfiguration().set("prefix", input);
      job.setMapperClass(Prefixed.class);
      job.setOutputFormatClass(Replaces.class);
      run.submit(job);
    }
  }

  private static void multipleInReducer(Run run) throws Exception {
    Job job = sorted(run);
    MultipleOutputs.addNamedOutput(job, "even", TextOutputFormat.class, Text.class, Text.class);
    job.setReducerClass(SidesOfReducer.class);
    run.submit(job);
  }

  private static void multipleTextOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setInputFormat(org.apache.hadoop.mapred.KeyValueTextInputFormat.class);
    job.set("mapreduce.input.keyvaluelinerecordreader.key.value.separator", " ");
    job.setOutputFormat(FileByKey.class);
    run.submit(job);
  }

  private static void intermediate(Run run) throws Exception {
    Job job = sorted(run);
    job.getConfiguration().setBoolean("mapreduce.map.output.compress", true);
    job.getConfiguration().setInt("mapreduce.task.io.sort.mb", 1);
    run.submit(job);
  }

  static final class Keys extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(line.toString().split(" ")[0]), line);
    }
  }

  static final class Prefixed extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(context.getConfiguration().get("prefix")), line);
    }
  }

  static final class Counts extends Reducer<Text, Text, Text, Text> {
    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context) {
      values.forEach(value -> context.getCounter("values", key.toString()).increment(1));
    }
  }

  static final class SidesOfReducer extends Reducer<Text, Text, Text, Text> {
    private MultipleOutputs<Text, Text> outputs;

    @Override
    protected void setup(Context context) {
      outputs = new MultipleOutputs<>(context);
    }

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      long count = 0;
      for (Text value : values) {
        count += value.getLength() > 0 ? 1 : 0;
      }
      Text sum = new Text(String.valueOf(count));
      if (count % 2 == 0) {
        outputs.write("even", key, sum);
      } else {
        outputs.write(key, sum, "odd/" + key);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      outputs.close();
    }
  }

  /** Leaves a mark of its own when the job is committed. */
  static final class Marked extends TextOutputFormat<Text, Text> {
    @Override
    public org.apache.hadoop.mapreduce.OutputCommitter getOutputCommitter(
        TaskAttemptContext context) throws IOException {
      Path output = getOutputPath(context);
      return new FileOutputCommitter(output, context) {
        @Override
        public void commitJob(JobContext job) throws IOException {
          super.commitJob(job);
          output.getFileSystem(job.getConfiguration()).create(new Path(output, "mark")).close();
        }
      };
    }
  }

  /** As many formats that were written for Hadoop 2. */
  static final class Casts extends TextOutputFormat<Text, Text> {
    @Override
    public Path getDefaultWorkFile(TaskAttemptContext context, String extension)
        throws IOException {
      FileOutputCommitter committer = (FileOutputCommitter) getOutputCommitter(context);
      return new Path(committer.getWorkPath(), getUniqueFile(context, "named", extension));
    }
  }

  /** Allows its output directory to be there. */
  static final class Replaces extends TextOutputFormat<Text, Text> {
    @Override
    public void checkOutputSpecs(JobContext job) {}
  }

  static final class FileByKey
      extends org.apache.hadoop.mapred.lib.MultipleTextOutputFormat<Text, Text> {
    @Override
    protected String generateFileNameForKeyValue(Text key, Text value, String name) {
      return key + "/" + name;
    }
  }
}

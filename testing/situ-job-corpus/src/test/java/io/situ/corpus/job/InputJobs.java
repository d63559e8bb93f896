// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;

/** Hadoop's own readers, on what people keep: delimiters, line ends, codecs, sequence files. */
final class InputJobs {

  private InputJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.either("input-carriage-returns", run -> text(run, Input.CRLF, job -> {})),
        CorpusJob.either(
            "input-own-delimiter",
            run ->
                text(
                    run,
                    Input.DELIMITED,
                    job -> job.getConfiguration().set("textinputformat.record.delimiter", "<|>"))),
        CorpusJob.either(
            "input-delimiter-that-overlaps-itself",
            run ->
                text(
                    run,
                    Input.PARAGRAPHS,
                    job -> job.getConfiguration().set("textinputformat.record.delimiter", "\n\n"))),
        CorpusJob.either("input-gzip", run -> text(run, Input.GZIP, job -> {})),
        CorpusJob.either("input-deflate", run -> text(run, Input.DEFLATE, job -> {})).asVariant(),
        CorpusJob.either("input-bzip2", run -> text(run, Input.BZIP2, job -> {})),
        CorpusJob.either("input-bzip2-old", InputJobs::bzip2Old).asVariant(),
        CorpusJob.either("input-long-lines-left-out", InputJobs::longLines),
        CorpusJob.either("input-fixed-length", InputJobs::fixedLength),
        CorpusJob.either("input-fixed-length-old", InputJobs::fixedLengthOld).asVariant(),
        CorpusJob.either("input-sequence-file", run -> sequence(run, Input.SEQUENCE)),
        CorpusJob.either("input-sequence-file-blocks", run -> sequence(run, Input.SEQUENCE_BLOCKS))
            .asVariant(),
        CorpusJob.either("input-sequence-file-old", InputJobs::sequenceOld).asVariant(),
        CorpusJob.either("input-sequence-file-as-text", InputJobs::sequenceAsText).asVariant(),
        CorpusJob.either("input-sequence-file-filtered", InputJobs::filtered).asVariant(),
        CorpusJob.either("input-patterns-and-filter", InputJobs::patterns),
        CorpusJob.either("input-below-directories", InputJobs::recursive),
        CorpusJob.either("input-listed-by-threads", InputJobs::threads).asVariant(),
        CorpusJob.either("input-twice", InputJobs::twice),
        CorpusJob.either("input-range-of-the-split", InputJobs::range),
        CorpusJob.grouped(
            "input-class-of-the-split", run -> SortedList.run(run, Input.SMALL, SplitClass.class)),
        CorpusJob.grouped("input-class-of-the-split-old", InputJobs::classOld).asVariant());
  }

  /** What a job of this family sets. */
  private interface Settings {
    void set(Job job) throws IOException;
  }

  private static void text(Run run, Input input, Settings settings) throws Exception {
    Job job = run.newJob(input);
    job.setMapperClass(Lengths.class);
    job.setReducerClass(LongSumReducer.class);
    job.setOutputValueClass(LongWritable.class);
    settings.set(job);
    run.submit(job);
  }

  private static void bzip2Old(Run run) throws Exception {
    Sums.run(run, run.oldJob(Input.BZIP2), OldLengths.class);
  }

  private static void longLines(Run run) throws Exception {
    text(
        run,
        Input.MIXED,
        job ->
            job.getConfiguration().setInt("mapreduce.input.linerecordreader.line.maxlength", 900));
  }

  private static void fixedLength(Run run) throws Exception {
    Job job = run.newJob(Input.RECORDS);
    org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat.setRecordLength(
        job.getConfiguration(), 100);
    job.setInputFormatClass(org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat.class);
    Sums.run(run, job, Records.class);
  }

  private static void fixedLengthOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.RECORDS);
    org.apache.hadoop.mapred.FixedLengthInputFormat.setRecordLength(job, 100);
    job.setInputFormat(org.apache.hadoop.mapred.FixedLengthInputFormat.class);
    Sums.run(run, job, OldRecords.class);
  }

  private static void sequence(Run run, Input input) throws Exception {
    Job job = run.newJob(input);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    Sums.run(run, job, Lengths.class);
  }

  private static void sequenceOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SEQUENCE);
    job.setInputFormat(org.apache.hadoop.mapred.SequenceFileInputFormat.class);
    Sums.run(run, job, OldLengths.class);
  }

  private static void sequenceAsText(Run run) throws Exception {
    Job job = run.newJob(Input.SEQUENCE);
    job.setInputFormatClass(
        org.apache.hadoop.mapreduce.lib.input.SequenceFileAsTextInputFormat.class);
    run.submit(job);
  }

  private static void filtered(Run run) throws Exception {
    Job job = run.newJob(Input.SEQUENCE);
    job.setInputFormatClass(org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFilter.class);
    org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFilter.setFilterClass(
        job, org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFilter.PercentFilter.class);
    org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFilter.PercentFilter.setFrequency(
        job.getConfiguration(), 7);
    Sums.run(run, job, Lengths.class);
  }

  private static void patterns(Run run) throws Exception {
    text(
        run,
        Input.MIXED,
        job -> {
          FileInputFormat.setInputPaths(job, new Path(run.in(Input.MIXED), "{f[0-4],l*}"));
          FileInputFormat.setInputPathFilter(job, NotF1.class);
        });
  }

  private static void recursive(Run run) throws Exception {
    text(run, Input.SORTED, job -> FileInputFormat.setInputDirRecursive(job, true));
  }

  private static void threads(Run run) throws Exception {
    text(
        run,
        Input.SMALL,
        job ->
            job.getConfiguration()
                .setInt("mapreduce.input.fileinputformat.list-status.num-threads", 4));
  }

  private static void twice(Run run) throws Exception {
    text(run, Input.SMALL, job -> FileInputFormat.addInputPath(job, run.in(Input.SMALL)));
  }

  private static void range(Run run) throws Exception {
    SortedList.run(run, Input.SMALL, Range.class);
  }

  private static void classOld(Run run) throws Exception {
    Sums.run(run, run.oldJob(Input.SMALL), OldSplitClass.class);
  }

  static final class NotF1 implements org.apache.hadoop.fs.PathFilter {
    @Override
    public boolean accept(Path path) {
      return !path.getName().equals("f1");
    }
  }

  static final class Lengths extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      String text = line.toString();
      context.write(new Text(text.split("[ \t]")[0]), new LongWritable(text.length()));
      context.write(new Text("hash"), new LongWritable(text.hashCode()));
      context.write(new Text("keys"), new LongWritable(key.get()));
    }
  }

  static final class OldLengths extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
        throws IOException {
      out.collect(new Text("hash"), new LongWritable(line.toString().hashCode()));
      out.collect(new Text("keys"), key);
    }
  }

  static final class Records extends Mapper<LongWritable, BytesWritable, Text, LongWritable> {
    @Override
    protected void map(LongWritable key, BytesWritable record, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("hash"), new LongWritable(record.hashCode()));
      context.write(new Text("keys"), new LongWritable(key.get()));
      context.write(new Text("records"), new LongWritable(1));
    }
  }

  static final class OldRecords extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, BytesWritable, Text, LongWritable> {
    @Override
    public void map(
        LongWritable key,
        BytesWritable record,
        OutputCollector<Text, LongWritable> out,
        Reporter reporter)
        throws IOException {
      out.collect(new Text("hash"), new LongWritable(record.hashCode()));
      out.collect(new Text("records"), new LongWritable(1));
    }
  }

  static final class Range extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      FileSplit split = (FileSplit) context.getInputSplit();
      context.write(
          new Text(split.getPath().getName()),
          new Text(split.getStart() + "+" + split.getLength()));
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context) {}
  }

  /** Names the file only if its split is of the class that it knows. */
  static final class SplitClass extends Mapper<LongWritable, Text, Text, Text> {
    private String file = "unknown";

    @Override
    protected void setup(Context context) {
      InputSplit split = context.getInputSplit();
      if (split.getClass() == FileSplit.class) {
        file = ((FileSplit) split).getPath().getName();
      }
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(file), line);
    }
  }

  static final class OldSplitClass extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
        throws IOException {
      String name = reporter.getInputSplit().getClass().getSimpleName();
      out.collect(new Text(name), new LongWritable(line.getLength()));
    }
  }
}

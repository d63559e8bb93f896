// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/** Input formats of a job's own, and those of Hadoop that give splits a meaning. */
final class FormatJobs {

  private FormatJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.either("whole-files", run -> list(run, Input.MIXED, WholeFiles.class)),
        CorpusJob.either("not-splittable", run -> numbered(run, NotSplittable.class)).asVariant(),
        CorpusJob.either("own-splits", run -> list(run, Input.MIXED, Halves.class)),
        CorpusJob.separate("own-split-class", run -> list(run, Input.SMALL, Described.class)),
        CorpusJob.either("least-split-size", FormatJobs::leastSplitSize),
        CorpusJob.either("least-split-size-old", FormatJobs::leastSplitSizeOld).asVariant(),
        CorpusJob.separate("lines-dealt-out", FormatJobs::nLine),
        CorpusJob.separate("lines-dealt-out-old", FormatJobs::nLineOld).asVariant(),
        CorpusJob.separate("combined-files", FormatJobs::combined),
        CorpusJob.separate("generated-records", FormatJobs::generated),
        CorpusJob.either("lines-numbered-by-reader", run -> numbered(run, LineNumbers.class)),
        CorpusJob.either("reader-names-its-file", run -> list(run, Input.SMALL, Named.class))
            .asVariant(),
        CorpusJob.either("reader-asks-for-its-file-old", FormatJobs::readerAsksOld).asVariant(),
        CorpusJob.separate(
            "reader-asks-for-its-task", run -> list(run, Input.SMALL, ByTask.class)));
  }

  private static void list(Run run, Input input, Class<? extends FileInputFormat<?, ?>> format)
      throws Exception {
    Job job = run.newJob(input);
    job.setInputFormatClass(format);
    job.setMapOutputKeyClass(Text.class);
    job.setReducerClass(SortedList.class);
    run.submit(job);
  }

  private static void numbered(Run run, Class<? extends FileInputFormat<?, ?>> format)
      throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setInputFormatClass(format);
    SortedList.run(run, job, CountsLines.class);
  }

  private static void leastSplitSize(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    FileInputFormat.setMinInputSplitSize(job, Long.MAX_VALUE);
    SortedList.run(run, job, CountsLines.class);
  }

  private static void leastSplitSizeOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.MIXED);
    job.setLong("mapred.min.split.size", Long.MAX_VALUE);
    job.setMapperClass(OldCountsLines.class);
    run.submit(job);
  }

  private static void nLine(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.setInputFormatClass(org.apache.hadoop.mapreduce.lib.input.NLineInputFormat.class);
    org.apache.hadoop.mapreduce.lib.input.NLineInputFormat.setNumLinesPerSplit(job, 40);
    SortedList.run(run, job, CountsLines.class);
  }

  private static void nLineOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setInputFormat(org.apache.hadoop.mapred.lib.NLineInputFormat.class);
    job.setInt("mapreduce.input.lineinputformat.linespermap", 40);
    job.setMapperClass(OldCountsLines.class);
    run.submit(job);
  }

  private static void combined(Run run) throws Exception {
    Job job = run.newJob(Input.MIXED);
    job.setInputFormatClass(org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat.class);
    FileInputFormat.setMaxInputSplitSize(job, Long.MAX_VALUE);
    SortedList.run(run, job, CountsLines.class);
  }

  private static void generated(Run run) throws Exception {
    Job job = run.newJob(Input.SMALL);
    job.setInputFormatClass(Generated.class);
    run.submit(job);
  }

  private static void readerAsksOld(Run run) throws Exception {
    JobConf job = run.oldJob(Input.SMALL);
    job.setInputFormat(OldNamed.class);
    run.submit(job);
  }

  static final class CountsLines extends Mapper<LongWritable, Text, Text, Text> {
    private long lines;

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      if (lines++ % 1_000 == 0) {
        context.write(new Text("at line " + lines), new Text(key.toString()));
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      context.write(new Text("lines"), new Text(String.valueOf(lines)));
    }
  }

  static final class OldCountsLines extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private long lines;

    @Override
    public void map(LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      out.collect(new Text("line " + ++lines), new Text(key.toString()));
    }
  }

  /** Gives one record for each split, of its name, range and checksum. */
  static final class RangeReader extends RecordReader<Text, Text> {
    private FileSplit split;
    private Configuration conf;
    private Text value;

    @Override
    public void initialize(InputSplit newSplit, TaskAttemptContext context) {
      split = (FileSplit) newSplit;
      conf = context.getConfiguration();
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (value != null) {
        return false;
      }
      byte[] bytes = new byte[(int) split.getLength()];
      try (FSDataInputStream in = split.getPath().getFileSystem(conf).open(split.getPath())) {
        in.readFully(split.getStart(), bytes);
      }
      CRC32 sum = new CRC32();
      sum.update(bytes);
      value = new Text(split.getStart() + "+" + bytes.length + " " + sum.getValue());
      return true;
    }

    @Override
    public Text getCurrentKey() {
      return new Text(split.getPath().getName());
    }

    @Override
    public Text getCurrentValue() {
      return value;
    }

    @Override
    public float getProgress() {
      return value == null ? 0 : 1;
    }

    @Override
    public void close() {}
  }

  static final class WholeFiles extends FileInputFormat<Text, Text> {
    @Override
    protected boolean isSplitable(JobContext context, Path file) {
      return false;
    }

    @Override
    public RecordReader<Text, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new RangeReader();
    }
  }

  static final class NotSplittable extends TextInputFormat {
    @Override
    protected boolean isSplitable(JobContext context, Path file) {
      return false;
    }
  }

  /** Cuts each file in halves, which its reader takes for records. */
  static final class Halves extends FileInputFormat<Text, Text> {
    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
      List<InputSplit> halves = new ArrayList<>();
      for (InputSplit whole : super.getSplits(context)) {
        FileSplit file = (FileSplit) whole;
        long half = file.getLength() / 2;
        String[] hosts = file.getLocations();
        halves.add(new FileSplit(file.getPath(), 0, half, hosts));
        halves.add(new FileSplit(file.getPath(), half, file.getLength() - half, hosts));
      }
      return halves;
    }

    @Override
    public RecordReader<Text, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new RangeReader();
    }
  }

  /** A split that knows more than its range. */
  static final class DescribedSplit extends FileSplit {
    private String text = "";

    DescribedSplit() {}

    DescribedSplit(FileSplit file, String text) throws IOException {
      super(file.getPath(), file.getStart(), file.getLength(), file.getLocations());
      this.text = text;
    }

    @Override
    public void write(java.io.DataOutput out) throws IOException {
      super.write(out);
      out.writeUTF(text);
    }

    @Override
    public void readFields(java.io.DataInput in) throws IOException {
      super.readFields(in);
      text = in.readUTF();
    }
  }

  static final class Described extends FileInputFormat<Text, Text> {
    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
      List<InputSplit> described = new ArrayList<>();
      for (InputSplit split : super.getSplits(context)) {
        described.add(new DescribedSplit((FileSplit) split, "split " + described.size()));
      }
      return described;
    }

    @Override
    public RecordReader<Text, Text> createRecordReader(InputSplit split, TaskAttemptContext context)
        throws IOException {
      String text = ((DescribedSplit) split).text;
      return new org.apache.hadoop.mapreduce.lib.input.KeyValueLineRecordReader(
          context.getConfiguration()) {
        @Override
        public Text getCurrentValue() {
          return new Text(text);
        }
      };
    }
  }

  /** A split of no file. */
  static final class NumberSplit extends InputSplit implements org.apache.hadoop.io.Writable {
    private int number;

    @Override
    public long getLength() {
      return 10;
    }

    @Override
    public String[] getLocations() {
      return new String[] {"host1"};
    }

    @Override
    public void write(java.io.DataOutput out) throws IOException {
      out.writeInt(number);
    }

    @Override
    public void readFields(java.io.DataInput in) throws IOException {
      number = in.readInt();
    }
  }

  static final class Generated extends org.apache.hadoop.mapreduce.InputFormat<Text, Text> {
    @Override
    public List<InputSplit> getSplits(JobContext context) {
      List<InputSplit> splits = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        NumberSplit split = new NumberSplit();
        split.number = i;
        splits.add(split);
      }
      return splits;
    }

    @Override
    public RecordReader<Text, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new NumberReader(((NumberSplit) split).number);
    }
  }

  /** Gives ten records. */
  static final class NumberReader extends RecordReader<Text, Text> {
    private final int number;
    private int given;

    NumberReader(int number) {
      this.number = number;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
      return ++given <= 10;
    }

    @Override
    public Text getCurrentKey() {
      return new Text("split " + number);
    }

    @Override
    public Text getCurrentValue() {
      return new Text("record " + given);
    }

    @Override
    public float getProgress() {
      return given / 10f;
    }

    @Override
    public void close() {}
  }

  /** Gives lines the number that they have in their split. */
  static final class LineNumbers extends TextInputFormat {
    @Override
    public RecordReader<LongWritable, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new org.apache.hadoop.mapreduce.lib.input.LineRecordReader() {
        private long number;

        @Override
        public boolean nextKeyValue() throws IOException {
          number++;
          return super.nextKeyValue();
        }

        @Override
        public LongWritable getCurrentKey() {
          return new LongWritable(number);
        }
      };
    }
  }

  static final class Named extends FileInputFormat<Text, Text> {
    @Override
    public RecordReader<Text, Text> createRecordReader(InputSplit split, TaskAttemptContext context)
        throws IOException {
      String name = ((FileSplit) split).getPath().getName();
      return new org.apache.hadoop.mapreduce.lib.input.KeyValueLineRecordReader(
          context.getConfiguration()) {
        @Override
        public Text getCurrentValue() {
          return new Text(name);
        }
      };
    }
  }

  static final class ByTask extends FileInputFormat<Text, Text> {
    @Override
    public RecordReader<Text, Text> createRecordReader(InputSplit split, TaskAttemptContext context)
        throws IOException {
      String task = context.getTaskAttemptID().getTaskID().toString();
      return new org.apache.hadoop.mapreduce.lib.input.KeyValueLineRecordReader(
          context.getConfiguration()) {
        @Override
        public Text getCurrentValue() {
          return new Text(task);
        }
      };
    }
  }

  static final class OldNamed extends org.apache.hadoop.mapred.FileInputFormat<Text, Text> {
    @Override
    public org.apache.hadoop.mapred.RecordReader<Text, Text> getRecordReader(
        org.apache.hadoop.mapred.InputSplit split, JobConf job, Reporter reporter)
        throws IOException {
      String name = new Path(job.get("mapreduce.map.input.file", "none")).getName();
      return new org.apache.hadoop.mapred.KeyValueLineRecordReader(
          job, (org.apache.hadoop.mapred.FileSplit) split) {
        @Override
        public synchronized boolean next(Text key, Text value) throws IOException {
          boolean isThere = super.next(key, value);
          value.set(name);
          return isThere;
        }
      };
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;

/** Mappers and readers that put out what they see of their split. */
final class SplitDescriptions {

  private SplitDescriptions() {}

  /** What can be seen of a split. */
  private static String description(Object split, Path file) throws IOException {
    DataOutputBuffer bytes = new DataOutputBuffer();
    ((Writable) split).write(bytes);
    boolean isPlain =
        split.getClass() == FileSplit.class
            || split.getClass().equals(org.apache.hadoop.mapred.FileSplit.class);
    String name = isPlain ? split.getClass().getSimpleName() : "unknown";
    return file.getName() + " " + name + " " + bytes.getLength();
  }

  /** Puts out what it sees of its split. */
  public static final class DescribesSplit extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      FileSplit split = (FileSplit) context.getInputSplit();
      context.write(new Text(description(split, split.getPath())), new IntWritable(1));
      context.write(new Text("reader of " + line), new IntWritable(1));
    }
  }

  /** Gives for each line what its reader sees of its split in what Hadoop gives it. */
  public static final class DescribesItsSplit extends FileInputFormat<LongWritable, Text> {
    @Override
    public RecordReader<LongWritable, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new DescribingReader();
    }
  }

  private static final class DescribingReader extends RecordReader<LongWritable, Text> {
    private final LineRecordReader lines = new LineRecordReader();
    private String description;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      FileSplit own = (FileSplit) ((MapContext<?, ?, ?, ?>) context).getInputSplit();
      description = description(own, own.getPath());
      lines.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      return lines.nextKeyValue();
    }

    @Override
    public LongWritable getCurrentKey() {
      return lines.getCurrentKey();
    }

    @Override
    public Text getCurrentValue() {
      return new Text(description);
    }

    @Override
    public float getProgress() throws IOException {
      return lines.getProgress();
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  /** Puts out what it sees of its split, in the old interface. */
  public static final class OldDescribesSplit extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
        throws IOException {
      org.apache.hadoop.mapred.FileSplit split =
          (org.apache.hadoop.mapred.FileSplit) reporter.getInputSplit();
      out.collect(new Text(description(split, split.getPath())), new LongWritable(1));
      out.collect(new Text("reader of " + line), new LongWritable(1));
    }
  }

  /** The same as {@link DescribesItsSplit} in the old interface. */
  public static final class OldDescribesItsSplit
      extends org.apache.hadoop.mapred.FileInputFormat<LongWritable, Text> {
    @Override
    public org.apache.hadoop.mapred.RecordReader<LongWritable, Text> getRecordReader(
        org.apache.hadoop.mapred.InputSplit split, JobConf job, Reporter reporter)
        throws IOException {
      org.apache.hadoop.mapred.FileSplit own =
          (org.apache.hadoop.mapred.FileSplit) reporter.getInputSplit();
      return new RegroupedJobsTest.NamesItsFile.Named(
          new org.apache.hadoop.mapred.LineRecordReader(
              job, (org.apache.hadoop.mapred.FileSplit) split),
          description(own, own.getPath()));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/** Reads the records of submitted splits as the job's tasks will, by its own input format. */
final class SplitRecords {

  private final Configuration conf;
  private final boolean newInterface;

  SplitRecords(Configuration conf) {
    this.conf = conf;
    this.newInterface = RegroupPolicy.newInterface(conf);
  }

  /**
   * The text of each record that is not blank: its key if that is a text, else its value.
   *
   * @throws IOException if a record has neither, or the records cannot be read
   */
  List<String> texts(RawSplit split) throws IOException {
    List<String> texts = new ArrayList<>();
    try {
      if (newInterface) {
        readNew(split, texts);
      } else {
        readOld(split, texts);
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("there is no class " + e.getMessage() + " to read the input with", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the names in the input were read", e);
    }
    return texts;
  }

  private void readNew(RawSplit raw, List<String> texts)
      throws IOException, InterruptedException, ClassNotFoundException {
    InputFormat<?, ?> format = (InputFormat<?, ?>) newInstance(RegroupPolicy.inputFormat(conf));
    TaskAttemptContext context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
    InputSplit split = newSplit(raw);
    try (RecordReader<?, ?> reader = format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        add(reader.getCurrentKey(), reader.getCurrentValue(), texts);
      }
    }
  }

  private InputSplit newSplit(RawSplit raw) throws IOException, ClassNotFoundException {
    DataInputStream in = body(raw);
    @SuppressWarnings("unchecked")
    Class<InputSplit> type = (Class<InputSplit>) conf.getClassByName(raw.className());
    Deserializer<InputSplit> reader = new SerializationFactory(conf).getDeserializer(type);
    reader.open(in);
    return reader.deserialize(null);
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  private void readOld(RawSplit raw, List<String> texts)
      throws IOException, ClassNotFoundException {
    var format =
        (org.apache.hadoop.mapred.InputFormat) newInstance(RegroupPolicy.inputFormat(conf));
    Object split = newInstance(raw.className());
    ((Writable) split).readFields(body(raw));
    org.apache.hadoop.mapred.RecordReader reader =
        format.getRecordReader(
            (org.apache.hadoop.mapred.InputSplit) split, new JobConf(conf), Reporter.NULL);
    try {
      Object key = reader.createKey();
      Object value = reader.createValue();
      while (reader.next(key, value)) {
        add(key, value, texts);
      }
    } finally {
      reader.close();
    }
  }

  private Object newInstance(String name) throws ClassNotFoundException {
    return ReflectionUtils.newInstance(conf.getClassByName(name), new JobConf(conf));
  }

  private static DataInputStream body(RawSplit raw) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(raw.raw()));
    Text.readString(in);
    return in;
  }

  private static void add(Object key, Object value, List<String> texts) throws IOException {
    if (!(key instanceof Text) && !(value instanceof Text)) {
      throw new IOException(
          RegroupPolicy.INPUT_NAMES.name()
              + " is set, but no record of the job's input has a text in it");
    }
    String text = (key instanceof Text ? key : value).toString();
    if (!text.isBlank()) {
      texts.add(text);
    }
  }
}

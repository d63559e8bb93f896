// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Put out, at their end, which classes their processes have loaded. */
final class ClassListTasks {

  private ClassListTasks() {}

  /**
   * Returns the classes that this process has loaded by now. The last line may be half written, and
   * is left out.
   */
  static List<String> loaded() throws IOException {
    String text = Files.readString(Path.of(ClassArchiveTool.LIST));
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  /** Puts out what the map's process has loaded. */
  static final class Maps extends Mapper<LongWritable, Text, Text, IntWritable> {

    private static final IntWritable ONE = new IntWritable(1);

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("java/lang/Object"), ONE);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (String name : loaded()) {
        context.write(new Text(name), ONE);
      }
    }
  }

  /** Puts out what comes from the map, and what the reduce's process has loaded. */
  static final class Reduces extends Reducer<Text, IntWritable, Text, IntWritable> {

    private static final IntWritable ONE = new IntWritable(1);

    @Override
    protected void reduce(Text name, Iterable<IntWritable> ones, Context context)
        throws IOException, InterruptedException {
      context.write(name, ONE);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (String name : loaded()) {
        context.write(new Text(name), ONE);
      }
    }
  }
}

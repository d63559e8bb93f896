// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stock job on files that were there before it, with no configuration. */
class WordCountTest {

  @TempDir private Path scratch;

  @Test
  void countsTheWordsOfExistingFiles() throws Exception {
    Path in = Files.createDirectory(scratch.resolve("in put"));
    Files.writeString(in.resolve("a:b"), "one two\ntwo\n");
    Files.writeString(in.resolve("c#d%20"), "two three\n");
    Path out = scratch.resolve("out");

    boolean done =
        count("situ://" + in, "situ://" + out, new Configuration()).waitForCompletion(false);

    assertThat(done).isTrue();
    assertThat(lines(out)).containsExactly("one\t1", "three\t1", "two\t3");
    assertThat(Files.readString(out.resolve("_SUCCESS"))).contains("manifest");
    try (Stream<Path> left = Files.list(out)) {
      assertThat(left).hasSize(2);
    }
  }

  private Job count(String in, String out, Configuration conf) throws IOException {
    conf.set("hadoop.tmp.dir", scratch.resolve("tmp").toString());
    conf.setInt("mapreduce.client.completion.pollinterval", 20);
    conf.setInt("mapreduce.task.io.sort.mb", 16);
    Job job = Job.getInstance(conf, "word count");
    job.setJarByClass(WordCount.class);
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(in));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(out));
    return job;
  }

  private static List<String> lines(Path out) throws IOException {
    return Files.readAllLines(out.resolve("part-r-00000"));
  }
}

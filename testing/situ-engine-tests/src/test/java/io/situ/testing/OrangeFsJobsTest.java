// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on a store that says it can do what OrangeFS can and no more; below it is a plain mount. */
@Tag("end-to-end")
class OrangeFsJobsTest {

  private static final Set<String> SEEN = new ConcurrentSkipListSet<>();

  @TempDir private Path scratch;

  @BeforeEach
  void writeInput() throws IOException {
    SEEN.clear();
    Path in = Files.createDirectory(scratch.resolve("in"));
    for (int i = 0; i < 4; i++) {
      Files.writeString(in.resolve("text-" + i), ("a b" + i + " c\n").repeat(1000));
    }
  }

  /** Hadoop keeps stores by their names, and the next test has another one of this name. */
  @AfterEach
  void forgetTheStore() throws IOException {
    FileSystem.closeAll();
  }

  @Test
  void aJobCommitsItsOutput() throws Exception {
    run("local");

    assertThat(output("local"))
        .containsEntry("a", "4000")
        .containsEntry("b2", "1000")
        .containsEntry("c", "4000")
        .hasSize(6);
    assertThat(scratch.resolve("local/_SUCCESS")).exists();
    assertThat(scratch.resolve("local/_temporary")).doesNotExist();
    assertThat(SEEN).isEmpty();
  }

  @Test
  void sharedMapOutputIsReadByItsOwnNamesForThereAreNoLinks() throws Exception {
    run("local");
    run("shared");

    assertThat(output("shared")).isEqualTo(output("local"));
    assertThat(SEEN).anyMatch(file -> file.matches(".*/attempt_\\w+_m_\\w+/file\\.out"));
    assertThat(SEEN).noneMatch(file -> file.matches(".*/attempt_\\w+_r_\\w+(/.*)?"));
    assertThat(scratch.resolve("shared/_temporary")).doesNotExist();
  }

  private void run(String shuffle) throws Exception {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "situ");
    conf.set("situ.mapreduce.framework", "local");
    conf.set("situ.mapreduce.shuffle", shuffle);
    conf.set("situ.mapreduce.records.dir", scratch + "/records");
    conf.set("hadoop.tmp.dir", scratch + "/tmp");
    conf.setInt("mapreduce.client.completion.pollinterval", 50);
    conf.set("fs.situ.store.vol.driver", "orangefs");
    conf.set("fs.situ.store.vol.root", scratch.toString());
    Job job = Job.getInstance(conf);
    job.setMapperClass(Words.class);
    job.setReducerClass(Looks.class);
    job.setNumReduceTasks(2);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path("situ://vol/in"));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path("situ://vol/" + shuffle));
    assertThat(job.waitForCompletion(false)).isTrue();
  }

  private Map<String, String> output(String name) throws IOException {
    Map<String, String> counts = new TreeMap<>();
    try (var parts = Files.newDirectoryStream(scratch.resolve(name), "part-r-*")) {
      for (Path part : parts) {
        for (String line : Files.readAllLines(part)) {
          counts.put(line.split("\t")[0], line.split("\t")[1]);
        }
      }
    }
    return counts;
  }

  /** Counts words. */
  public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (String word : line.toString().split(" ")) {
        context.write(new Text(word), new IntWritable(1));
      }
    }
  }

  /** Adds up, and notes what is in the job's shared directory. */
  public static final class Looks extends IntSumReducer<Text> {
    @Override
    protected void setup(Context context) throws IOException {
      String directory = context.getConfiguration().get("situ.mapreduce.shuffle.job.dir");
      if (directory != null) {
        try (Stream<Path> files = Files.walk(Path.of(directory))) {
          files.map(Path::toString).forEach(SEEN::add);
        }
      }
    }
  }
}

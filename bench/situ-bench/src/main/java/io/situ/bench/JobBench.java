// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.Grep;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Stock jobs on Hadoop's local runner, end to end, on the same files in three ways: {@code
 * situ://}, {@code file://}, and a real HDFS (one DataNode) that they must be put into first. All
 * in one process, so every arm is as warm as the others.
 */
public final class JobBench {

  private static final long MB = 1 << 20;

  private static final String SITU = "situ://";
  private static final String FILE = "file://";
  private static final String HDFS = "put + hdfs://";

  private static final int TEXTS = 16;
  private static final int WARM_UPS = 3;
  private static final int WARM_UP_SHARE = 64;

  private final Path scratch;
  private final BenchmarkOptions settings;
  private final MiniDFSCluster hdfs;

  private JobBench(Path scratch, BenchmarkOptions settings, MiniDFSCluster hdfs) {
    this.scratch = scratch;
    this.settings = settings;
    this.hdfs = hdfs;
  }

  /**
   * @param args see {@link Benchmark#run}; {@code mb} of text, {@code rows} of 100 bytes to sort,
   *     {@code split} is the block size in MB that every file system reports, and {@code only} is
   *     of titles of jobs ({@link BenchmarkOptions#picks})
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none()
            .and("rounds", 5)
            .and("mb", 256)
            .and("rows", 10_000_000)
            .and("split", 128)
            .and("only", "");
    Benchmark.run("job", defaults, JobBench::room, JobBench::run, args);
  }

  /** Input, a copy in HDFS, and TeraSort's map output and result. */
  private static long room(BenchmarkOptions settings) {
    return 2L * settings.number("mb") + 4L * settings.number("rows") / 10_000 + 100;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, scratch.resolve("hdfs").toString());
    // The cluster makes the file systems that the jobs find in Hadoop's cache.
    setSplit(conf, settings);
    try (MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build()) {
      new JobBench(scratch, settings, hdfs).run();
    }
  }

  private void run() throws Exception {
    int megabytes = settings.number("mb");
    int rows = settings.number("rows");
    compare(
        "wordcount, " + megabytes + " MB", JobBench::writeTexts, megabytes, JobBench::wordCount);
    compare("grep, " + megabytes + " MB", JobBench::writeTexts, megabytes, JobBench::grep);
    compare("TeraSort, " + rows + " rows", this::writeRecords, rows, JobBench::teraSort);
  }

  private interface Job {
    void run(Configuration conf, String in, String out) throws Exception;
  }

  private interface Input {
    void write(Path directory, int size) throws Exception;
  }

  private void compare(String title, Input input, int size, Job job) throws Exception {
    if (!settings.picks(title)) {
      return;
    }
    Path in = scratch.resolve("in");
    input.write(in, Math.max(1, size / WARM_UP_SHARE));
    for (int i = 0; i < WARM_UPS; i++) {
      runEverywhere(job, in);
    }
    InputTrees.delete(in);
    input.write(in, size);
    Results figures =
        new Variants(title, "s")
            .arm(SITU, () -> inPlace(job, "situ:///", in))
            .arm(FILE, () -> inPlace(job, "file:///", in))
            .arm(HDFS, () -> throughHdfs(job, in))
            .run(0, settings.number("rounds"), System.out);
    figures.claim(SITU, FILE, 1, System.out);
    figures.claim(SITU, HDFS, 1, System.out);
    InputTrees.delete(in);
  }

  private void runEverywhere(Job job, Path in) throws Exception {
    inPlace(job, "situ:///", in);
    inPlace(job, "file:///", in);
    throughHdfs(job, in);
  }

  private double inPlace(Job job, String scheme, Path input) throws Exception {
    Path out = scratch.resolve("out");
    InputTrees.delete(out);
    Configuration conf = local(scheme);
    // Grep keeps what it counts first in the working directory.
    FileSystem.get(conf).setWorkingDirectory(new org.apache.hadoop.fs.Path(scratch.toString()));
    return Variants.seconds(() -> job.run(conf, input.toString(), out.toString()));
  }

  private double throughHdfs(Job job, Path input) throws Exception {
    FileSystem fs = hdfs.getFileSystem();
    fs.delete(new org.apache.hadoop.fs.Path("/bench"), true);
    fs.mkdirs(new org.apache.hadoop.fs.Path("/bench"));
    return Variants.seconds(
        () -> {
          fs.copyFromLocalFile(
              new org.apache.hadoop.fs.Path("file://" + input),
              new org.apache.hadoop.fs.Path("/bench/in"));
          job.run(local(fs.getUri().toString()), "/bench/in", "/bench/out");
        });
  }

  private Configuration local(String scheme) {
    Configuration conf = new Configuration();
    int cores = Runtime.getRuntime().availableProcessors();
    conf.set("fs.defaultFS", scheme);
    // Hadoop's client looks every 5 seconds whether the job is over: no clock for jobs of 10.
    conf.setInt(org.apache.hadoop.mapreduce.Job.COMPLETION_POLL_INTERVAL_KEY, 20);
    setSplit(conf, settings);
    conf.set("hadoop.tmp.dir", scratch.resolve("tmp").toString());
    conf.setInt("mapreduce.local.map.tasks.maximum", cores);
    conf.setInt("mapreduce.local.reduce.tasks.maximum", cores);
    return conf;
  }

  /**
   * A task of 128 MB sorts in two spills what four of 32 MB sort in one each: distinguished by
   * their defaults, the file systems would be compared by that alone.
   */
  private static void setSplit(Configuration conf, BenchmarkOptions settings) {
    for (String key : List.of("fs.situ.block.size", "fs.local.block.size", "dfs.blocksize")) {
      conf.setLong(key, settings.number("split") * MB);
    }
  }

  private static void wordCount(Configuration conf, String in, String out) throws Exception {
    org.apache.hadoop.mapreduce.Job job =
        org.apache.hadoop.mapreduce.Job.getInstance(conf, "word count");
    job.setJarByClass(WordCount.class);
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(org.apache.hadoop.io.Text.class);
    job.setOutputValueClass(org.apache.hadoop.io.IntWritable.class);
    org.apache.hadoop.mapreduce.lib.input.FileInputFormat.addInputPath(
        job, new org.apache.hadoop.fs.Path(in));
    org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.setOutputPath(
        job, new org.apache.hadoop.fs.Path(out));
    if (!job.waitForCompletion(false)) {
      throw new IOException("wordcount failed");
    }
  }

  private static void grep(Configuration conf, String in, String out) throws Exception {
    tool(conf, newGrep(), in, out, "ab[a-f]+");
  }

  private static Tool newGrep() throws ReflectiveOperationException {
    var constructor = Grep.class.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static void teraSort(Configuration conf, String in, String out) throws Exception {
    conf.setInt("mapreduce.job.reduces", 2);
    // The other partitioner cannot find its file on file:// (MAPREDUCE-5528).
    conf.setBoolean("mapreduce.terasort.simplepartitioner", true);
    // It asks for its output to be synced to disk, which file:// does not do: five seconds a GB.
    conf.setBoolean("mapreduce.terasort.final.sync", false);
    tool(conf, new TeraSort(), in, out);
  }

  private static void tool(Configuration conf, Tool tool, String... args) throws Exception {
    if (ToolRunner.run(conf, tool, args) != 0) {
      throw new IOException(tool.getClass().getSimpleName() + " failed");
    }
  }

  private void writeRecords(Path directory, int rows) throws Exception {
    tool(local(FILE + "/"), new TeraGen(), Integer.toString(rows), FILE + directory);
    deleteSideFiles(directory);
  }

  private static void writeTexts(Path directory, int megabytes) throws IOException {
    Files.createDirectory(directory);
    Random random = new Random(1);
    for (int i = 0; i < TEXTS; i++) {
      try (BufferedWriter file = Files.newBufferedWriter(directory.resolve("text-" + i))) {
        long left = megabytes * MB / TEXTS;
        while (left > 0) {
          String word = Integer.toHexString(Math.abs((int) (random.nextGaussian() * 20_000)));
          file.write(word);
          file.write(random.nextInt(12) == 0 ? '\n' : ' ');
          left -= word.length() + 1;
        }
      }
    }
  }

  private static void deleteSideFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith(".")).toList()) {
        Files.delete(file);
      }
    }
  }
}

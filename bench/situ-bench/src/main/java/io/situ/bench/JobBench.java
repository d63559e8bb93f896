package io.situ.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Stock jobs on Hadoop's local runner, end to end, on the same files through three doors: {@code
 * situ://}, {@code file://}, and a real HDFS (one DataNode) that they must be put into first. All
 * in one process, so every arm is as warm as the others.
 */
public final class JobBench {

  private static final long MB = 1 << 20;

  private final Path scratch;
  private final MiniDFSCluster hdfs;

  private JobBench(Path scratch) throws IOException {
    this.scratch = scratch;
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, scratch.resolve("hdfs").toString());
    this.hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
  }

  /**
   * @param args scratch directory, rounds (default 5), megabytes of text (default 512), TeraSort
   *     rows of 100 bytes (default 10,000,000)
   */
  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      System.err.println("usage: JobBench SCRATCH [ROUNDS [TEXT_MB [TERASORT_ROWS]]]");
      System.exit(2);
    }
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    long text = args.length > 2 ? Long.parseLong(args[2]) : 512;
    long rows = args.length > 3 ? Long.parseLong(args[3]) : 10_000_000;
    Path scratch = Files.createTempDirectory(Path.of(args[0]), "job-bench");
    JobBench bench = new JobBench(scratch);
    try {
      bench.run(rounds, text, rows);
    } finally {
      bench.hdfs.shutdown();
      Trees.delete(scratch);
    }
    System.exit(0);
  }

  private void run(int rounds, long megabytes, long rows) throws Exception {
    Path texts = writeTexts(scratch.resolve("texts"), megabytes);
    compare("wordcount, " + megabytes + " MB", texts, rounds, JobBench::wordCount);
    compare("grep, " + megabytes + " MB", texts, rounds, JobBench::grep);
    Path records = scratch.resolve("records");
    tool(
        new Configuration(local("file:///")),
        new TeraGen(),
        Long.toString(rows),
        "file://" + records);
    deleteSideFiles(records);
    compare("TeraSort, " + rows + " rows", records, rounds, JobBench::teraSort);
  }

  private interface Job {
    void run(Configuration conf, String in, String out) throws Exception;
  }

  private void compare(String title, Path input, int rounds, Job job) throws Exception {
    Arms arms = new Arms(title, "s");
    arms.arm("situ://", () -> inPlace(job, "situ:///", input));
    if (!title.startsWith("TeraSort")) {
      arms.arm("file://", () -> inPlace(job, "file:///", input));
    }
    arms.arm("put + hdfs://", () -> throughHdfs(job, input));
    arms.run(1, rounds, System.out);
  }

  private double inPlace(Job job, String door, Path input) throws Exception {
    Path out = scratch.resolve("out");
    Trees.delete(out);
    return Arms.seconds(() -> job.run(local(door), input.toString(), out.toString()));
  }

  private double throughHdfs(Job job, Path input) throws Exception {
    FileSystem fs = hdfs.getFileSystem();
    fs.delete(new org.apache.hadoop.fs.Path("/bench"), true);
    fs.mkdirs(new org.apache.hadoop.fs.Path("/bench"));
    return Arms.seconds(
        () -> {
          fs.copyFromLocalFile(
              new org.apache.hadoop.fs.Path("file://" + input),
              new org.apache.hadoop.fs.Path("/bench/in"));
          job.run(local(fs.getUri().toString()), "/bench/in", "/bench/out");
        });
  }

  private Configuration local(String door) {
    Configuration conf = new Configuration();
    int cores = Runtime.getRuntime().availableProcessors();
    conf.set("fs.defaultFS", door);
    conf.set("hadoop.tmp.dir", scratch.resolve("tmp").toString());
    conf.setInt("mapreduce.local.map.tasks.maximum", cores);
    conf.setInt("mapreduce.local.reduce.tasks.maximum", cores);
    return conf;
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
    tool(conf, new TeraSort(), in, out);
  }

  private static void tool(Configuration conf, Tool tool, String... args) throws Exception {
    if (ToolRunner.run(conf, tool, args) != 0) {
      throw new IOException(tool.getClass().getSimpleName() + " failed");
    }
  }

  private static Path writeTexts(Path directory, long megabytes) throws IOException {
    Files.createDirectories(directory);
    Random random = new Random(1);
    int files = (int) Math.max(1, megabytes / 64);
    for (int i = 0; i < files; i++) {
      try (BufferedWriter file = Files.newBufferedWriter(directory.resolve("text-" + i))) {
        long left = megabytes * MB / files;
        while (left > 0) {
          String word = Integer.toHexString(Math.abs((int) (random.nextGaussian() * 20_000)));
          file.write(word);
          file.write(random.nextInt(12) == 0 ? '\n' : ' ');
          left -= word.length() + 1;
        }
      }
    }
    return directory;
  }

  private static void deleteSideFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith(".")).toList()) {
        Files.delete(file);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.util.GenericOptionsParser;

/**
 * A word count without a combiner, for {@code hadoop jar}. Each attempt that gets to work makes an
 * empty file {@code ATTEMPT@HOST} in the directory {@link #NOTES}; a reduce has found its input
 * then, and waits for a file {@link #GO} there.
 */
public final class BlockingWordCount {

  static final String NOTES = "held.notes";
  static final String GO = "go";

  /** Whether the last map takes the first one's output away and changes the second one's. */
  static final String SPOIL = "held.spoil";

  /** Whether the first map's first attempt waits at its end for a second attempt to begin. */
  static final String TWIN = "held.twin";

  /** A host on which each map takes 10 seconds longer. */
  static final String SLOW = "held.slow";

  /** A host on which no map ends, but goes on until it is killed. */
  static final String ENDLESS = "held.endless";

  /** Followed by a host, a file on whose presence maps there wait before their first record. */
  static final String HALT = "halt-";

  private BlockingWordCount() {}

  /** Takes Hadoop's options, an input directory and an output directory. */
  public static void main(String[] args) throws Exception {
    GenericOptionsParser options = new GenericOptionsParser(new Configuration(), args);
    String[] paths = options.getRemainingArgs();
    Job job = Job.getInstance(options.getConfiguration(), "held words");
    job.setJarByClass(BlockingWordCount.class);
    job.setMapperClass(Words.class);
    job.setReducerClass(Sums.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(paths[0]));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(paths[1]));
    System.exit(job.waitForCompletion(true) ? 0 : 1);
  }

  /** A map of several files begins and ends with each. */
  private static Path note(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    Path notes = Path.of(context.getConfiguration().get(NOTES));
    String host = InetAddress.getLocalHost().getHostName();
    Files.write(notes.resolve(context.getTaskAttemptID() + "@" + host), new byte[0]);
    return notes;
  }

  private static void await(Path file) throws InterruptedException {
    await(file, true);
  }

  private static void await(Path file, boolean there) throws InterruptedException {
    while (Files.exists(file) != there) {
      Thread.sleep(100);
    }
  }

  /** Gives each word with a 1. */
  public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {

    private static final IntWritable ONE = new IntWritable(1);
    private static boolean spoilt;
    private final Text word = new Text();

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      Path notes = note(context);
      String host = InetAddress.getLocalHost().getHostName();
      await(notes.resolve(HALT + host), false);
      if (host.equals(context.getConfiguration().get(SLOW))) {
        Thread.sleep(10_000);
      }
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      StringTokenizer words = new StringTokenizer(line.toString());
      while (words.hasMoreTokens()) {
        word.set(words.nextToken());
        context.write(word, ONE);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      String attempt = context.getTaskAttemptID().toString();
      if (InetAddress.getLocalHost().getHostName().equals(conf.get(ENDLESS))) {
        new CountDownLatch(1).await();
      }
      if (conf.getBoolean(TWIN, false) && attempt.endsWith("_m_000000_0")) {
        awaitTwin(Path.of(conf.get(NOTES)), attempt.replaceFirst("0$", "1@"));
      }
      int last = conf.getInt(MRJobConfig.NUM_MAPS, 0) - 1;
      boolean isLast = context.getTaskAttemptID().getTaskID().getId() == last;
      if (conf.getBoolean(SPOIL, false) && isLast && !spoilt) {
        spoilt = true;
        Files.delete(written(context, 0));
        Path second = written(context, 1);
        byte[] bytes = Files.readAllBytes(second);
        bytes[bytes.length / 2] ^= 1;
        Files.write(second, bytes);
      }
    }

    private static void awaitTwin(Path notes, String prefix)
        throws IOException, InterruptedException {
      boolean began = false;
      while (!began) {
        Thread.sleep(100);
        try (Stream<Path> files = Files.list(notes)) {
          began = files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
        }
      }
    }

    /** The output of a map's first attempt, when it is there. */
    private static Path written(Context context, int map) throws InterruptedException {
      String attempt =
          context.getTaskAttemptID().toString().replaceAll("\\d+_\\d+$", "00000" + map + "_0");
      Path directory =
          Path.of(context.getConfiguration().get("situ.mapreduce.shuffle.job.dir"), attempt);
      await(directory.resolve("file.out.index"));
      return directory.resolve("file.out");
    }
  }

  /** Adds up, when it may. */
  public static final class Sums extends IntSumReducer<Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      await(note(context).resolve(GO));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.mapreduce.yarn.Framework;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes an archive of the classes that Hadoop loads in application masters, maps and reduces, for
 * the class path and the Java of the cluster's hosts. It runs a job of one map and one reduce,
 * whose processes list what they load; the archive is made by the Java of the host that runs the
 * job's application master.
 */
public final class ClassArchiveTool extends Configured implements Tool {

  /** Configuration key, set for this job: its directory, which goes when the job ends. */
  static final String WORK = "situ.mapreduce.launch.classes.work";

  /** The mark of the day on which a job's client made the last attempt. */
  private static final String ATTEMPT = "classes.attempt";

  /** What the job that makes an archive has in common with one that had none. */
  private static final List<String> LIKE_THE_JOB =
      List.of(
          LaunchKeys.DIRECTORY.name(),
          LaunchKeys.OWNERS.name(),
          MRJobConfig.MR_AM_STAGING_DIR,
          MRJobConfig.QUEUE_NAME);

  private static final Logger LOG = LoggerFactory.getLogger(ClassArchiveTool.class);

  /** Where each process lists what it loads, in its own directory. */
  static final String LIST = "situ-classes.list";

  /** Configuration key, set for this job: the name of the archive without its ending. */
  static final String NAME = "situ.mapreduce.launch.classes.name";

  /** Configuration key, set for this job: what its client knows of where classes come from. */
  private static final String ORIGIN = "situ.mapreduce.launch.classes.origin";

  /** The names of archives without their ending, as a regular expression. */
  static final String NAMES = "hadoop-\\d+";

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String LISTING = "-XX:DumpLoadedClassList=" + LIST;

  /**
   * Runs the tool.
   *
   * @param args Hadoop's generic options only
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new ClassArchiveTool(), args));
  }

  @Override
  public int run(String[] args) throws InterruptedException, ClassNotFoundException {
    if (args.length > 0) {
      System.err.println("usage: hadoop jar SITU.jar " + getClass().getName() + " [-D KEY=VALUE]");
      return 2;
    }
    try {
      if (Framework.ofJobs(new JobConf(getConf())) == Framework.LOCAL) {
        System.err.println(
            "no class archive is made: by this configuration jobs run without a cluster; have"
                + " HADOOP_CONF_DIR name the cluster's, or set mapreduce.framework.name to yarn");
        return 2;
      }
      return make();
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("no class archive is made: " + e.getMessage());
      return 1;
    }
  }

  private int make() throws IOException, InterruptedException, ClassNotFoundException {
    KeptFiles files = KeptFiles.of(getConf());
    files.create();
    files.requireTrusted();
    UnusedArchives.delete(files);
    Path work = work(files);
    try {
      return make(files, work);
    } finally {
      files.delete(work);
    }
  }

  private static Path work(KeptFiles files) throws IOException {
    Path work = new Path(files.directory(), ".work-" + UUID.randomUUID());
    write(files.fs(), new Path(work, "in"));
    return work;
  }

  /**
   * Has the cluster make an archive, unless that was tried on this day. Does not wait for it: the
   * job makes the archive, and cleans up after itself, without a client.
   *
   * @param conf of a job that found no archive
   * @return the job's identifier; empty if it was tried, or cannot be tried now, which is logged
   */
  public static Optional<String> start(Configuration conf) {
    try {
      KeptFiles files = KeptFiles.of(conf);
      files.create();
      files.requireTrusted();
      if (!files.markDay(ATTEMPT)) {
        return Optional.empty();
      }
      UnusedArchives.delete(files);
      return Optional.of(start(files, conf));
    } catch (IOException
        | InterruptedException
        | ReflectiveOperationException
        | IllegalArgumentException e) {
      LOG.warn("no class archive is made: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private static String start(KeptFiles files, Configuration conf)
      throws IOException, InterruptedException, ReflectiveOperationException {
    Path work = work(files);
    boolean submitted = false;
    try {
      ClassArchiveTool tool = new ClassArchiveTool();
      tool.setConf(new Configuration());
      for (String key : LIKE_THE_JOB) {
        Optional.ofNullable(conf.get(key)).ifPresent(value -> tool.getConf().set(key, value));
      }
      LaunchOrigin.copy(conf, tool.getConf());
      // Only the user's own job is recorded and reported.
      tool.getConf().set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
      Job job = tool.job(work, name());
      job.submit();
      submitted = true;
      return job.getJobID().toString();
    } finally {
      if (!submitted) {
        files.delete(work);
      }
    }
  }

  private static String name() {
    return "hadoop-" + System.currentTimeMillis();
  }

  private int make(KeptFiles files, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    String name = name();
    Job job = job(work, name);
    if (!job.waitForCompletion(true)) {
      System.err.println(
          "no class archive was made; what the job's application master logged says why: yarn logs"
              + " -applicationId "
              + job.getJobID().toString().replace("job_", "application_"));
      return 1;
    }
    System.out.println(new Path(files.directory(), name + ClassArchive.ARCHIVE));
    return 0;
  }

  private Job job(Path work, String name) throws IOException {
    Configuration conf = new JobConf(getConf());
    conf.set(LaunchKeys.CLASSES.name(), "off");
    conf.set(NAME, name);
    conf.set(WORK, work.toString());
    conf.set(ORIGIN, LaunchOrigin.of(conf).toJson().toString());
    conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false);
    ClassArchivePlan.addToAll(conf, conf, LISTING);
    Job job = Job.getInstance(conf, "class archive");
    job.setJarByClass(ClassArchiveTool.class);
    job.setMapperClass(ClassListTasks.Maps.class);
    job.setReducerClass(ClassListTasks.Reduces.class);
    job.setOutputFormatClass(ClassArchiveOutput.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(1);
    FileInputFormat.addInputPath(job, new Path(work, "in"));
    FileOutputFormat.setOutputPath(job, new Path(work, "out"));
    return job;
  }

  /** Returns what the client of a job that makes an archive noted of it. */
  static LaunchOrigin origin(Configuration job) throws IOException {
    return LaunchOrigin.of(JSON.readTree(job.getRaw(ORIGIN)));
  }

  private static void write(FileSystem fs, Path file) throws IOException {
    try (OutputStream out = fs.create(file)) {
      out.write("one line\n".getBytes(UTF_8));
    }
  }
}

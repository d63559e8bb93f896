// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import io.situ.mapreduce.ClusterJobs;
import io.situ.mapreduce.record.JobRecord;
import io.situ.testbed.NetworkSampler;
import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.process.HostCommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCompletionEvent.Status;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;

/** Runs jobs on a testbed with {@code hadoop jar}, as a user does. */
public final class ClusterRuns {

  private static final Pattern JOB = Pattern.compile("Running job: (job_\\d+_\\d+)");
  private static final int HISTORY_SECONDS = 30;

  private final Testbed testbed;
  private final Optional<S3Gateway> gateway;

  public ClusterRuns(Testbed testbed) {
    this(testbed, Optional.empty());
  }

  /**
   * @param gateway for arms that read from a {@linkplain Variant#ofBucket() bucket}
   */
  public ClusterRuns(Testbed testbed, Optional<S3Gateway> gateway) {
    this.testbed = testbed;
    this.gateway = gateway;
  }

  /** Ways to the input; everything else is the same. */
  public enum Variant {
    IN_PLACE("in place", "situ"),
    /** Situ's classes, on paths without known placement. */
    UNPLACED("unplaced", "situ"),
    STOCK("yarn, file://", "yarn"),
    /** As {@link #STOCK}, with larger splits than those of 32 MB that the local file system has. */
    STOCK_BLOCKS("yarn, file://, 128 MB blocks", "yarn", "fs.local.block.size=134217728"),
    /** Copied from the store first, which is a part of the run. */
    COPIED("put, then yarn, hdfs://", "yarn"),
    /** Made to appear in HDFS first by {@code situ attach}, which is a part of the run. */
    ATTACHED("attach, then yarn, hdfs://", "yarn"),
    /** As {@link #ATTACHED}, without computing checksums, and by jobs that read the objects. */
    ATTACHED_DIRECT(
        "attach, then in place, hdfs://",
        "situ",
        "fs.hdfs.impl=io.situ.hdfs.direct.DirectReadFileSystem"),
    /** The same bytes as objects of RGW, where they must be. */
    OBJECTS("yarn, s3a://", "yarn"),
    /** As {@link #OBJECTS}, by Situ through the gateway. */
    BUCKET("in place, bucket by S3", "situ"),
    /** As {@link #OBJECTS}, by Situ from the OSDs. */
    BUCKET_OSDS("in place, bucket by RADOS", "situ"),
    LEAST_NETWORK("in place, least network", "situ", "situ.mapreduce.locality=strict"),
    NO_LOCALITY("in place, placed by YARN alone", "situ", "situ.mapreduce.locality=off"),
    NO_GROUPS("in place, not grouped", "situ", "situ.mapreduce.regroup=off"),
    NO_CLASSES("in place, no class archive", "situ", "situ.mapreduce.launch.classes=off"),
    NO_MAP_SIDE("in place, Hadoop's map side", "situ", "situ.mapreduce.mapside=off");

    private final String title;
    private final String framework;
    private final List<String> keys;

    /**
     * @param keys settings of its jobs, {@code KEY=VALUE}
     */
    Variant(String title, String framework, String... keys) {
      this.title = title;
      this.framework = framework;
      this.keys = List.of(keys);
    }

    /** Whether its input is {@code situ://vol/}. */
    private boolean ofStore() {
      return framework.equals("situ") && this != UNPLACED && !isAttached() && !ofBucket();
    }

    private boolean isAttached() {
      return this == ATTACHED || this == ATTACHED_DIRECT;
    }

    public String title() {
      return title;
    }

    public boolean ofBucket() {
      return this == OBJECTS || this == BUCKET || this == BUCKET_OSDS;
    }
  }

  /** A run that was stopped: after how long, and the share of its maps that were done. */
  public record Limited(double seconds, double progress) {}

  /** Runs a job on a directory of the volume; its answer comes to lie on the volume. */
  public ClusterRun run(ClusterJob job, Variant arm, String in, String out) throws Exception {
    try {
      return timed(job, arm, in, out);
    } finally {
      if (arm == Variant.COPIED) {
        testbed.hadoop("hadoop", "fs", "-rm", "-r", "-f", "-skipTrash", copied(in));
      } else if (arm.isAttached()) {
        situ("detach", attached(in));
        // What TestDFSIO writes beside its input.
        testbed.hadoop("hadoop", "fs", "-rm", "-r", "-f", "-skipTrash", attached(in));
      }
    }
  }

  private HostCommandResult situ(String command, String... words) {
    List<String> call = new ArrayList<>(List.of("--conf", testbed.confDir().toString(), command));
    call.addAll(List.of(words));
    return BuiltSource.situ(call.toArray(String[]::new));
  }

  private ClusterRun timed(ClusterJob job, Variant arm, String in, String out) throws Exception {
    try (NetworkSampler sampler = new NetworkSampler(testbed)) {
      long start = System.nanoTime();
      if (arm == Variant.COPIED) {
        String source = testbed.mount().resolve(in).toString();
        testbed.hadoop("hadoop", "fs", "-put", "-t", "4", source, copied(in)).orThrow();
      } else if (arm.isAttached()) {
        String checksums = arm == Variant.ATTACHED_DIRECT ? "lazy" : "eager";
        situ("attach", "--checksums", checksums, "situ://vol/" + in, attached(in)).orThrow();
      }
      double before = (System.nanoTime() - start) / 1e9;
      HostCommandResult result = testbed.hadoop("hadoop", arguments(job, arm, in, out));
      double seconds = (System.nanoTime() - start) / 1e9;
      long end = System.currentTimeMillis();
      result.orThrow();
      Matcher id = JOB.matcher(result.err());
      if (!id.find()) {
        throw new IOException("the job did not say its name: " + result.err());
      }
      JobRecord record = record(id.group(1));
      long input = bytes(testbed.mount().resolve(in));
      Map<String, Long> ends = ends(record);
      List<Long> maps = maps(record);
      ClusterRun run =
          new ClusterRun(seconds, before, record, input, 0, sampler.around(0, end), ends, maps);
      long mapped = record.times().submitted() + (long) (run.mapSeconds() * 1000);
      return new ClusterRun(
          seconds, before, record, input, sampler.around(0, mapped), run.network(), ends, maps);
    }
  }

  private static long bytes(java.nio.file.Path directory) throws IOException {
    try (Stream<java.nio.file.Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private String[] arguments(ClusterJob job, Variant arm, String in, String out) {
    String volume = arm.ofStore() ? "situ://vol/" : "file://" + testbed.mount() + "/";
    String source =
        switch (arm) {
          case COPIED -> copied(in);
          case ATTACHED, ATTACHED_DIRECT -> attached(in);
          case OBJECTS -> S3Gateway.BUCKET + in;
          case BUCKET, BUCKET_OSDS -> S3Gateway.STORE + in;
          default -> volume + in;
        };
    List<String> words = new ArrayList<>(List.of("jar", job.jar(), job.main()));
    words.add("-Dmapreduce.framework.name=" + arm.framework);
    // Reduces begin when all maps are over, so that it is known what the maps moved.
    words.add("-Dmapreduce.job.reduce.slowstart.completedmaps=1.0");
    // With few processors for many hosts all maps are slow, and second attempts only cost.
    words.add("-Dmapreduce.map.speculative=false");
    // Where hosts share processors, a map takes minutes, and the fourth of a host waits for three.
    words.add("-Dsitu.mapreduce.locality.wait=1200s");
    if (arm == Variant.OBJECTS) {
      words.addAll(gateway.orElseThrow().options());
    }
    if (arm == Variant.BUCKET_OSDS) {
      words.add("-Dfs.situ.store.s3.read=rados");
    }
    arm.keys.forEach(key -> words.add("-D" + key));
    words.addAll(job.words(source, volume + out));
    return words.toArray(String[]::new);
  }

  private static String copied(String in) {
    return HadoopDaemons.NAME_NODE + "/" + in;
  }

  private static String attached(String in) {
    return HadoopDaemons.NAME_NODE + "/attached-" + in;
  }

  private JobRecord record(String id) throws IOException, InterruptedException {
    for (int tries = 0; tries < HISTORY_SECONDS; tries++) {
      Optional<JobRecord> record = ClusterJobs.find(testbed.confDir(), Map.of(), id);
      if (record.isPresent() && record.get().phases().containsKey("map")) {
        return record.get();
      }
      TimeUnit.SECONDS.sleep(1);
    }
    throw new IOException("the history server does not know " + id);
  }

  /** When the last map of each host ended that its job took, in milliseconds since submission. */
  private Map<String, Long> ends(JobRecord record) throws IOException, InterruptedException {
    return ask(
        cluster -> {
          Job job = cluster.getJob(JobID.forName(record.id()));
          Map<TaskID, Long> finished = new HashMap<>();
          for (TaskReport map : job.getTaskReports(TaskType.MAP)) {
            finished.put(TaskID.forName(map.getTaskId()), map.getFinishTime());
          }
          Map<String, Long> ends = new TreeMap<>();
          for (TaskCompletionEvent event : completed(job)) {
            Long end = finished.get(event.getTaskAttemptId().getTaskID());
            if (event.isMapTask() && event.getStatus() == Status.SUCCEEDED && end != null) {
              String host = event.getTaskTrackerHttp().replaceFirst("^[a-z]*://", "");
              ends.merge(host, end - record.times().submitted(), Math::max);
            }
          }
          return ends;
        });
  }

  /** How long each map took, in milliseconds. */
  private List<Long> maps(JobRecord record) throws IOException, InterruptedException {
    return ask(
        cluster ->
            Stream.of(cluster.getJob(JobID.forName(record.id())).getTaskReports(TaskType.MAP))
                .map(map -> map.getFinishTime() - map.getStartTime())
                .toList());
  }

  private interface Question<T> {
    T answer(Cluster cluster) throws IOException, InterruptedException;
  }

  private <T> T ask(Question<T> question) throws IOException, InterruptedException {
    Cluster cluster = new Cluster(conf());
    try {
      return question.answer(cluster);
    } finally {
      cluster.close();
    }
  }

  /** Hadoop gives them out in parts. */
  private static List<TaskCompletionEvent> completed(Job job)
      throws IOException, InterruptedException {
    List<TaskCompletionEvent> all = new ArrayList<>();
    TaskCompletionEvent[] more = job.getTaskCompletionEvents(0, 1000);
    while (more.length > 0) {
      all.addAll(List.of(more));
      more = job.getTaskCompletionEvents(all.size(), 1000);
    }
    return all;
  }

  /** Runs the stock arm and stops it where it takes longer. */
  public Limited runAtMost(ClusterJob job, int limitSeconds, String in, String out)
      throws Exception {
    long start = System.nanoTime();
    CompletableFuture<HostCommandResult> result =
        CompletableFuture.supplyAsync(
            () -> testbed.hadoop("hadoop", arguments(job, Variant.STOCK, in, out)));
    try {
      result.get(limitSeconds, TimeUnit.SECONDS).orThrow();
      return new Limited((System.nanoTime() - start) / 1e9, 1);
    } catch (TimeoutException e) {
      double seconds = (System.nanoTime() - start) / 1e9;
      double progress = stopAll();
      result.get();
      return new Limited(seconds, progress);
    }
  }

  /** By Hadoop's own counters, from the start of each map's process to its end. */
  public double mapProcessorSeconds(ClusterRun run) throws IOException, InterruptedException {
    return ask(
        cluster -> {
          long millis = 0;
          Job job = cluster.getJob(JobID.forName(run.record().id()));
          for (TaskReport map : job.getTaskReports(TaskType.MAP)) {
            millis += map.getTaskCounters().findCounter(TaskCounter.CPU_MILLISECONDS).getValue();
          }
          return millis / 1e3;
        });
  }

  private JobConf conf() {
    JobConf conf = new JobConf();
    for (String file :
        List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml")) {
      conf.addResource(new Path(testbed.confDir().resolve(file).toUri()));
    }
    return conf;
  }

  /** Kills what runs, and gives the share of maps that were done. */
  private double stopAll() throws IOException, InterruptedException {
    return ask(
        cluster -> {
          double progress = 0;
          for (JobStatus status : cluster.getAllJobStatuses()) {
            if (status.getState() == JobStatus.State.RUNNING) {
              Job job = cluster.getJob(status.getJobID());
              progress = job.mapProgress();
              job.killJob();
            }
          }
          return progress;
        });
  }
}

package io.situ.mapreduce.shuffle;

import io.situ.hadoop.fs.SituStores;
import io.situ.mapreduce.jobfile.JobXml;
import io.situ.mapreduce.mapside.CombiningMapOutput;
import io.situ.storage.Mount;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.find.MountTable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Decides where a job's map output goes, before the job is handed on. */
public final class ShufflePlan {

  /** Configuration key: {@code local}, {@code shared} or {@code auto}. */
  public static final String MODE = "situ.mapreduce.shuffle";

  /** Configuration key: where the directories of jobs are made. */
  public static final String PLACE = "situ.mapreduce.shuffle.dir";

  /** What the names of jobs' directories begin with; the job's own name follows. */
  public static final String NAME = "situ-shuffle-";

  static final String PENDING = "_temporary";
  private static final String SITU = "situ";
  private static final String COLLECTOR = MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR;
  private static final String CONSUMER = MRConfig.SHUFFLE_CONSUMER_PLUGIN;
  private static final String DEVICES = "/dev/";
  private static final float HADOOPS_SLOWSTART = 0.05f;
  private static final float SLOWSTART = 0.9f;
  private static final int MOST_USELESS_PERCENT = 67;

  private ShufflePlan() {}

  /**
   * Decides, and writes what it means to the job's {@code job.xml}. Nothing is made in the store.
   *
   * @param client the submitting client's view of the job
   * @param yarn whether an application master will run the job
   * @return empty if nobody asked for anything but Hadoop's own shuffle
   * @throws IllegalArgumentException if what was asked for cannot be had, in one sentence
   */
  public static Optional<ShuffleChoice> apply(
      JobID job, Path submitDir, Configuration client, boolean yarn) throws IOException {
    String mode = client.getTrimmed(MODE, "local");
    if (mode.equals("local")) {
      return Optional.empty();
    }
    ShuffleChoice choice = choose(job, client, mode.equals("shared"), yarn);
    JobXml.rewrite(
        submitDir.getFileSystem(client),
        submitDir,
        written -> {
          choice.write(written);
          if (choice.isShared()) {
            share(written, yarn);
          }
        });
    return Optional.of(choice);
  }

  private static ShuffleChoice choose(JobID job, Configuration conf, boolean asked, boolean yarn)
      throws IOException {
    if (conf.getInt(MRJobConfig.NUM_REDUCES, 1) == 0) {
      return ShuffleChoice.local("the job has no reducers");
    }
    if (conf.getBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false)) {
      return ShuffleChoice.local(
          "the job may run in its own master (" + MRJobConfig.JOB_UBERTASK_ENABLE + ")");
    }
    if (asked) {
      return shared(job, usable(conf), MODE + " asks for it");
    }
    Optional<Mount> tasks = yarn ? mountOfTasks(conf) : Optional.empty();
    if (tasks.isEmpty()) {
      return ShuffleChoice.local(
          "auto shares map output only where tasks have no disks of their own: "
              + YarnConfiguration.NM_LOCAL_DIRS
              + " is not on a shared store");
    }
    java.nio.file.Path place;
    try {
      place = usable(conf);
    } catch (IllegalArgumentException e) {
      return ShuffleChoice.local("auto cannot share map output: " + e.getMessage());
    }
    if (!mountOf(place).equals(tasks)) {
      return ShuffleChoice.local(
          "auto shares map output only on the store that tasks write to anyway, and "
              + place
              + " is on another");
    }
    return shared(
        job, place, "auto found that tasks write to " + tasks.get().point() + " in any case");
  }

  private static ShuffleChoice shared(JobID job, java.nio.file.Path place, String reason) {
    return new ShuffleChoice(Optional.of(place.resolve(NAME + job).toString()), reason);
  }

  private static java.nio.file.Path usable(Configuration conf) throws IOException {
    require(conf, COLLECTOR, MapTask.MapOutputBuffer.class, CombiningMapOutput.class);
    require(conf, CONSUMER, Shuffle.class);
    return place(conf);
  }

  /** The one mount of all directories that tasks write to, unless it is a disk of this host. */
  private static Optional<Mount> mountOfTasks(Configuration conf) {
    List<Optional<Mount>> mounts =
        conf.getTrimmedStringCollection(YarnConfiguration.NM_LOCAL_DIRS).stream()
            .map(said -> mountOf(java.nio.file.Path.of(new Path(said).toUri().getPath())))
            .distinct()
            .toList();
    return mounts.size() == 1
        ? mounts.get(0).filter(mount -> !mount.source().startsWith(DEVICES))
        : Optional.empty();
  }

  private static Optional<Mount> mountOf(java.nio.file.Path path) {
    return MountTable.ofSystem().find(StorePath.of(path.toAbsolutePath().toString()));
  }

  private static void require(Configuration conf, String key, Class<?> stock, Class<?>... known) {
    String said = conf.getTrimmed(key, stock.getName());
    if (Stream.concat(Stream.of(stock), Stream.of(known))
        .map(Class::getName)
        .noneMatch(said::equals)) {
      throw new IllegalArgumentException(
          MODE + "=shared does not go with " + key + "=" + said + "; leave one of them out");
    }
  }

  /** Where the job's directory will be made, as this and every host sees it. */
  private static java.nio.file.Path place(Configuration conf) throws IOException {
    String said = conf.getTrimmed(PLACE, "");
    if (!said.isEmpty()) {
      return onHosts(new Path(said), conf, PLACE + "=" + said);
    }
    String output = conf.get(FileOutputFormat.OUTDIR);
    if (output == null) {
      throw new IllegalArgumentException(
          MODE
              + "=shared needs a directory on a shared store, and the job has no output directory;"
              + " name one in "
              + PLACE);
    }
    return onHosts(new Path(new Path(output), PENDING), conf, "the job's output " + output);
  }

  private static java.nio.file.Path onHosts(Path place, Configuration conf, String whence)
      throws IOException {
    String scheme =
        Optional.ofNullable(place.toUri().getScheme())
            .orElseGet(() -> FileSystem.getDefaultUri(conf).getScheme());
    if (!scheme.equals("file") && !scheme.equals(SITU)) {
      throw notMounted(whence, "is in " + scheme + "://");
    }
    URI uri = place.getFileSystem(conf).makeQualified(place).toUri();
    if (scheme.equals("file")) {
      return java.nio.file.Path.of(uri.getPath());
    }
    try (Store store =
        SituStores.open(uri.getAuthority() == null ? "" : uri.getAuthority(), conf)) {
      String root = store.info().root();
      if (!root.startsWith("/")) {
        throw notMounted(whence, "is in a store of the driver " + store.info().driver());
      }
      return java.nio.file.Path.of(root, uri.getPath());
    }
  }

  private static IllegalArgumentException notMounted(String whence, String where) {
    return new IllegalArgumentException(
        MODE
            + "=shared needs a directory that is mounted on every host, and "
            + whence
            + " "
            + where
            + "; set "
            + PLACE
            + " to one in a mounted store, such as situ://NAME/tmp");
  }

  /** One word of a reduce that map output is unusable is enough: it is found by its checksum. */
  private static void share(Configuration job, boolean yarn) {
    boolean combines = job.getTrimmed(COLLECTOR, "").equals(CombiningMapOutput.class.getName());
    job.set(combines ? CombiningMapOutput.INTO : COLLECTOR, SharedMapOutput.class.getName());
    job.set(CONSUMER, SharedReduceInput.class.getName());
    job.setInt(MRJobConfig.MAX_FETCH_FAILURES_NOTIFICATIONS, 1);
    job.setFloat(MRJobConfig.MAX_ALLOWED_FETCH_FAILURES_FRACTION, 0);
    String slowstart = MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART;
    if (job.getFloat(slowstart, HADOOPS_SLOWSTART) == HADOOPS_SLOWSTART) {
      job.setFloat(slowstart, SLOWSTART);
    }
    leaveUselessHostsOut(job);
    if (yarn) {
      SharedShuffleRpc.install(job, YarnConfiguration.IPC_RPC_IMPL);
    }
  }

  /**
   * A host that cannot use the directory fails tasks at once, and so draws all others. Hadoop
   * leaves a host out after some failures, but not where such hosts are a third of the cluster:
   * with three hosts never.
   */
  private static void leaveUselessHostsOut(Configuration job) {
    String limit = MRJobConfig.MR_AM_IGNORE_BLACKLISTING_BLACKLISTED_NODE_PERECENT;
    int stock = MRJobConfig.DEFAULT_MR_AM_IGNORE_BLACKLISTING_BLACKLISTED_NODE_PERCENT;
    if (job.getInt(limit, stock) == stock) {
      job.setInt(limit, MOST_USELESS_PERCENT);
    }
  }
}

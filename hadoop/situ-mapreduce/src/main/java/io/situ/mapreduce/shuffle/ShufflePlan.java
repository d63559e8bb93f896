// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.mapside.CombiningMapOutput;
import io.situ.mapreduce.rpc.RpcChain;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Decides where a job's map output goes, before the job is handed on. */
public final class ShufflePlan {

  private static final String COLLECTOR = MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR;
  private static final String CONSUMER = MRConfig.SHUFFLE_CONSUMER_PLUGIN;
  private static final String DEVICES = "/dev/";
  private static final float HADOOPS_SLOWSTART = 0.05f;
  private static final float SLOWSTART = 0.9f;
  private static final int MAX_USELESS_PERCENT = 67;

  private ShufflePlan() {}

  /**
   * Decides, and puts what it means into the job's configuration. Nothing is made in the store.
   *
   * @param yarn whether an application master will run the job
   * @return empty if nothing was asked for but Hadoop's own shuffle
   * @throws IllegalArgumentException if what was asked for is not available, in one sentence
   */
  public static Optional<ShuffleChoice> apply(SubmittedJob job, boolean yarn) throws IOException {
    ShuffleKeys.Mode mode = ShuffleKeys.MODE.get(job.client()::get);
    if (mode == ShuffleKeys.Mode.LOCAL) {
      return Optional.empty();
    }
    Plan plan = choose(job.id(), job.client(), mode == ShuffleKeys.Mode.SHARED, yarn);
    ShuffleChoice choice = plan.choice();
    choice.write(job.conf());
    if (choice.isShared()) {
      share(job.conf(), yarn);
      plan.place().ifPresent(place -> job.conf().setBoolean(MapOutputFinder.LINKS, place.links()));
    }
    return Optional.of(choice);
  }

  /** What was chosen, and of a shared directory where it will be made. */
  private record Plan(ShuffleChoice choice, Optional<ShuffleLocation> place) {
    static Plan local(String reason) {
      return new Plan(ShuffleChoice.local(reason), Optional.empty());
    }

    static Plan shared(JobID job, ShuffleLocation place, String reason) {
      String directory = place.path().resolve(ShuffleDirectory.NAME + job).toString();
      return new Plan(new ShuffleChoice(Optional.of(directory), reason), Optional.of(place));
    }
  }

  private static Plan choose(JobID job, Configuration conf, boolean asked, boolean yarn)
      throws IOException {
    if (conf.getInt(MRJobConfig.NUM_REDUCES, 1) == 0) {
      return Plan.local("the job has no reducers");
    }
    if (conf.getBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false)) {
      return Plan.local(
          "the job may run in its own master (" + MRJobConfig.JOB_UBERTASK_ENABLE + ")");
    }
    if (asked) {
      return Plan.shared(job, usable(conf, yarn), ShuffleKeys.MODE.name() + " asks for it");
    }
    Optional<Mount> tasks = yarn ? mountOfTasks(conf) : Optional.empty();
    if (tasks.isEmpty()) {
      return Plan.local(
          "auto shares map output only where tasks have no disks of their own: "
              + YarnConfiguration.NM_LOCAL_DIRS
              + " is not on a shared store");
    }
    ShuffleLocation place;
    try {
      place = usable(conf, yarn);
    } catch (IllegalArgumentException e) {
      return Plan.local("auto cannot share map output: " + e.getMessage());
    }
    if (!mountOf(place.path()).equals(tasks)) {
      return Plan.local(
          "auto shares map output only on the store that tasks write to anyway, and "
              + place.path()
              + " is on another");
    }
    return Plan.shared(
        job, place, "auto found that tasks write to " + tasks.get().point() + " in any case");
  }

  private static ShuffleLocation usable(Configuration conf, boolean yarn) throws IOException {
    Optional<String> objection = yarn ? RpcChain.objection(conf) : Optional.empty();
    if (objection.isPresent()) {
      throw new IllegalArgumentException(
          ShuffleKeys.MODE.name()
              + "=shared is not available: "
              + objection.get()
              + "; leave one of them out");
    }
    require(conf, COLLECTOR, MapTask.MapOutputBuffer.class, CombiningMapOutput.class);
    require(conf, CONSUMER, Shuffle.class);
    return ShuffleLocation.of(conf);
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
    return MountTable.ofSystem().findReal(path);
  }

  private static void require(Configuration conf, String key, Class<?> stock, Class<?>... known) {
    String said = conf.getTrimmed(key, stock.getName());
    if (Stream.concat(Stream.of(stock), Stream.of(known))
        .map(Class::getName)
        .noneMatch(said::equals)) {
      throw new IllegalArgumentException(
          ShuffleKeys.MODE.name()
              + "=shared does not go with "
              + key
              + "="
              + said
              + "; leave one of them out");
    }
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
      SharedShuffleRpc.CHAIN.install(job);
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
      job.setInt(limit, MAX_USELESS_PERCENT);
    }
  }
}

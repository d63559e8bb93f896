// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import io.situ.mapreduce.cost.CostModel;
import io.situ.mapreduce.cost.HostCapacity;
import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.cost.TakeoverPlan;
import io.situ.mapreduce.cost.TaskPlan;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.launch.EarlyReduces;
import io.situ.mapreduce.locality.StrictLocalityRpc;
import io.situ.mapreduce.placement.LocalityBound;
import io.situ.mapreduce.placement.PlacedInput;
import io.situ.mapreduce.policy.DecisionRule;
import io.situ.mapreduce.policy.SplitCutPolicy;
import io.situ.mapreduce.policy.SplitGroupingPolicy;
import io.situ.mapreduce.regroup.PlacementSummary.Expectation;
import io.situ.mapreduce.regroup.SplitGroups.Group;
import io.situ.mapreduce.rpc.RpcChain;
import io.situ.mapreduce.split.FileVersions;
import io.situ.mapreduce.split.HostBoundarySplitter;
import io.situ.mapreduce.split.IndirectInput;
import io.situ.mapreduce.split.InputCodecs;
import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.split.SplittabilityCheck;
import io.situ.mapreduce.split.SubmittedSplits;
import io.situ.mapreduce.split.SubmittedSplits.RawSplit;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;

/**
 * Rewrites a job that is written to its submit directory and not yet handed on, so that each map
 * task's bytes lie on one host. Writes {@code job.split} and {@code job.splitmetainfo}, and changes
 * the job's configuration.
 */
public final class SplitRegrouper {

  private static final int MAXIMUM_SPLITS = 20_000;

  /** A figure for the report is not worth a later start. */
  private static final Duration BOUND_TIMEOUT = Duration.ofSeconds(2);

  private final SubmittedJob job;
  private final Path submitDir;
  private final Configuration client;
  private final FileSystem fs;
  private final boolean newInterface;

  /**
   * Where the job is going to run.
   *
   * @param slotsPerHost map tasks that run at once on one host; less than 1 is taken as 1
   * @param hosts all hosts that can run tasks, by their names as tasks have to ask for them, in the
   *     order of the names; empty for a job that runs in this process
   */
  public record Cluster(int slotsPerHost, Optional<SortedMap<String, HostCapacity>> hosts) {
    /** A task in this process costs next to nothing. */
    private long least() {
      return hosts.isEmpty() ? 1 << 20 : RegroupPolicy.MIN_BYTES.defaultValue().orElseThrow();
    }

    /** What a map of so many bytes puts out fits Hadoop's buffer for it, and is sorted once. */
    private long target() {
      return hosts.isEmpty() ? 32 << 20 : RegroupPolicy.TARGET_BYTES.defaultValue().orElseThrow();
    }

    private HostCapacity[] capacities() {
      return hosts.orElseGet(TreeMap::new).values().toArray(HostCapacity[]::new);
    }

    private List<String> unknown(List<RawSplit> splits) {
      return spelling().stream()
          .flatMap(
              known ->
                  splits.stream()
                      .flatMap(split -> split.hosts().stream())
                      .filter(host -> !known.containsKey(host)))
          .filter(host -> !host.equals(SubmittedSplits.NO_HOST))
          .distinct()
          .sorted()
          .limit(PlacementSummary.NAMED)
          .toList();
    }

    private List<RawSplit> withoutUnknown(List<RawSplit> splits) {
      return spelling()
          .map(known -> splits.stream().map(split -> split.spelled(known)).toList())
          .orElse(splits);
    }

    /** The names as the cluster spells them, by any spelling: host names ignore case. */
    private Optional<Map<String, String>> spelling() {
      return hosts.map(
          names -> {
            Map<String, String> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            names.keySet().forEach(name -> known.put(name, name));
            return known;
          });
    }
  }

  private SplitRegrouper(SubmittedJob job) {
    this.job = job;
    this.submitDir = job.directory();
    this.client = job.client();
    this.fs = job.fs();
    this.newInterface = RegroupPolicy.newInterface(client);
  }

  /**
   * Regroups a job if its meaning allows, and on a cluster has its hosts asked for strictly if all
   * are known. Its split files are rewritten and its configuration is changed, not that of its
   * client, which may submit it again or make another job from it.
   *
   * @throws IOException if a file cannot be read or written; the job must then not be submitted
   */
  public static PlacementSummary apply(SubmittedJob job, Cluster cluster) throws IOException {
    List<RawSplit> submitted = SubmittedSplits.read(job.fs(), job.directory());
    if (cluster.hosts().isEmpty()) {
      InputCodecs.check(submitted, job.client());
    }
    return new SplitRegrouper(job).bind(submitted, cluster);
  }

  private PlacementSummary bind(List<RawSplit> submitted, Cluster cluster) throws IOException {
    Optional<IndirectInput> named = IndirectInput.of(client);
    List<RawSplit> placed = named.isPresent() ? named.get().place(submitted) : submitted;
    List<RawSplit> splits = cluster.withoutUnknown(placed);
    DecisionRule pack = SplitGroupingPolicy.rule(client, splits);
    DecisionRule cut = cutRule(pack, named.isPresent());
    List<RawSplit> pieces = cut.holds() ? pieces(splits, cluster) : splits;
    if (cut.holds() && pieces.size() == splits.size()) {
      cut = DecisionRule.no("no split's hosts change where it may be cut");
    }
    if (pack.holds() && pieces.size() < 2) {
      pack = DecisionRule.no("it has less than two splits");
    }
    return bind(new Plan(splits, pieces, pack, cut, cluster.unknown(placed)), cluster);
  }

  private DecisionRule cutRule(DecisionRule pack, boolean named) {
    if (!pack.holds()) {
      return DecisionRule.no("what is not grouped stays as its input format made it");
    }
    if (named) {
      return DecisionRule.no("its input names files");
    }
    return SplitCutPolicy.rule(client);
  }

  /**
   * What is going to be done.
   *
   * @param splits as the input format made them
   * @param pieces the same bytes, cut where hosts change
   * @param pack whether several share a task
   * @param cut whether some are cut
   * @param unknown hosts that hold input and are not of the cluster
   */
  private record Plan(
      List<RawSplit> splits,
      List<RawSplit> pieces,
      DecisionRule pack,
      DecisionRule cut,
      List<String> unknown) {

    private Optional<String> objection() {
      return pack.holds() ? Optional.empty() : Optional.of(pack.because());
    }

    private PlacementSummary.Rules rules(Optional<String> notStrict) {
      return new PlacementSummary.Rules(
          pack.sentence("grouped"),
          cut.sentence("cut"),
          notStrict
              .map(reason -> DecisionRule.no(reason).sentence("asked for on their hosts only"))
              .orElse(""));
    }
  }

  private List<RawSplit> pieces(List<RawSplit> splits, Cluster cluster) throws IOException {
    return cluster.withoutUnknown(
        new HostBoundarySplitter(client, new SplittabilityCheck(client), readsAllCopies(cluster))
            .cut(splits));
  }

  /**
   * Whether hosts count of whose copies a task may be refused some. What shall move as little as
   * possible keeps to the others.
   */
  private boolean readsAllCopies(Cluster cluster) {
    return cluster.hosts().isPresent() && Locality.of(client) == Locality.AUTO;
  }

  /**
   * The map tasks.
   *
   * @param costs empty where they are not planned
   */
  private record Tasks(int count, Optional<TaskPlan> costs) {}

  private PlacementSummary bind(Plan plan, Cluster cluster) throws IOException {
    List<RawSplit> splits = plan.splits();
    Optional<String> objection = plan.objection();
    Locality locality = Locality.of(client);
    boolean known =
        cluster.hosts().isPresent()
            && locality != Locality.OFF
            && StrictLocalityRpc.waitMillis(client) > 0
            && !splits.isEmpty()
            && splits.stream().noneMatch(split -> split.hosts().isEmpty());
    Optional<String> notStrict = known ? RpcChain.objection(client) : Optional.empty();
    boolean strict = known && notStrict.isEmpty();
    boolean planned = cluster.capacities().length > 0 && locality == Locality.AUTO;
    Tasks tasks =
        objection.isPresent()
            ? new Tasks(splits.size(), leave(splits, cluster, strict, planned))
            : regroup(plan.pieces(), cluster, planned);
    Optional<TaskPlan> costs = tasks.costs();
    PlacementSummary binding =
        new PlacementSummary(
            splits.size(),
            tasks.count(),
            objection,
            plan.rules(notStrict),
            strict,
            plan.unknown(),
            expectation(plan, cluster, costs));
    if (objection.isEmpty()) {
      setKeys(job.conf(), binding.tasks());
    }
    if (strict) {
      costs.ifPresent(made -> takeover(made, cluster).write(job.conf()));
      StrictLocalityRpc.CHAIN.install(job.conf());
    }
    costs.ifPresent(
        made -> EarlyReduces.apply(job, made.seconds(), made.room(cluster.capacities())));
    binding.write(job.conf());
    return binding;
  }

  private Optional<Expectation> expectation(Plan plan, Cluster cluster, Optional<TaskPlan> costs)
      throws IOException {
    if (cluster.hosts().isEmpty()) {
      return Optional.empty();
    }
    List<RawSplit> units = plan.pack().holds() ? plan.pieces() : plan.splits();
    Optional<PlacedInput> input = SubmittedSplits.input(units, readsAllCopies(cluster));
    Optional<LocalityBound> bound =
        input.isPresent() && RegroupPolicy.INPUT_NAMES.find(client::get).isEmpty()
            ? input.get().bound(cluster.hosts().get().keySet(), client, BOUND_TIMEOUT)
            : Optional.empty();
    return Optional.of(new Expectation(Locality.of(client), costs, bound));
  }

  private static TakeoverPlan takeover(TaskPlan plan, Cluster cluster) {
    Map<String, Integer> lanes = new LinkedHashMap<>();
    cluster.hosts().orElseThrow().forEach((host, capacity) -> lanes.put(host, capacity.lanes()));
    return new TakeoverPlan(plan.taskSeconds(), plan.remoteSeconds(), lanes);
  }

  /** The splits stay tasks of their own, each for one of its hosts if those are asked strictly. */
  private Optional<TaskPlan> leave(
      List<RawSplit> splits, Cluster cluster, boolean strict, boolean planned) throws IOException {
    SortedMap<String, HostCapacity> hosts = cluster.hosts().orElse(new TreeMap<>());
    List<RawSplit> pinned =
        strict ? SplitGroups.pinned(splits, host -> planned ? hosts.get(host).worth() : 1) : splits;
    if (strict) {
      SubmittedSplits.writeHosts(pinned, fs, submitDir);
      job.setHolders(pinned.stream().map(RawSplit::holders).toList());
    }
    return strict && planned
        ? Optional.of(PlannedGroups.expected(pinned, hosts, CostModel.of(client)))
        : Optional.empty();
  }

  private Tasks regroup(List<RawSplit> splits, Cluster cluster, boolean planned)
      throws IOException {
    long most = largestSplit();
    Optional<Long> target = RegroupPolicy.TARGET_BYTES.find(client::get);
    SplitGroups.Size size =
        new SplitGroups.Size(
            target.orElse(Math.min(most, cluster.target())),
            target.isPresent() ? Long.MAX_VALUE : most,
            RegroupPolicy.MIN_BYTES
                .find(client::get)
                .orElse(planned ? 1 : Math.max(1, cluster.least())),
            Math.max(1, cluster.slotsPerHost()),
            cluster.hosts().map(Map::size).orElse(1),
            MAXIMUM_SPLITS);
    List<RawSplit> stamped = FileVersions.stamp(splits, client);
    if (!planned) {
      return new Tasks(write(SplitGroups.of(stamped, size)), Optional.empty());
    }
    PlannedGroups groups =
        PlannedGroups.of(stamped, cluster.hosts().orElseThrow(), CostModel.of(client), size);
    return new Tasks(write(groups.groups()), Optional.of(groups.plan()));
  }

  private int write(List<Group> groups) throws IOException {
    job.setHolders(groups.stream().map(Group::holders).toList());
    if (newInterface) {
      writeSplits(groups.stream().map(GroupedSplit::new).toArray(InputSplit[]::new));
    } else {
      JobSplitWriter.createSplitFiles(
          submitDir,
          client,
          fs,
          groups.stream()
              .map(MapredGroupedSplit::new)
              .toArray(org.apache.hadoop.mapred.InputSplit[]::new));
    }
    return groups.size();
  }

  /** What the job itself says that a map may read; the old interface has no word for it. */
  private long largestSplit() {
    long most = client.getLong(FileInputFormat.SPLIT_MAXSIZE, Long.MAX_VALUE);
    return newInterface && most > 0 ? most : Long.MAX_VALUE;
  }

  private void writeSplits(InputSplit[] splits) throws IOException {
    try {
      JobSplitWriter.createSplitFiles(submitDir, client, fs, splits);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the splits were written", e);
    }
  }

  private void setKeys(Configuration conf, int maps) {
    conf.set(GroupedInputFormat.ORIGINAL, RegroupPolicy.inputFormat(conf));
    conf.setInt(MRJobConfig.NUM_MAPS, maps);
    if (newInterface) {
      move(conf, MRJobConfig.MAP_CLASS_ATTR, GroupedMapper.ORIGINAL, GroupedMapper.class);
      conf.set(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, GroupedInputFormat.class.getName());
    } else {
      move(conf, RegroupPolicy.OLD_RUNNER, MapredGroupedRunner.ORIGINAL, MapredGroupedRunner.class);
      conf.set(RegroupPolicy.OLD_FORMAT, MapredGroupedInputFormat.class.getName());
    }
  }

  private static void move(Configuration conf, String key, String keep, Class<?> replacement) {
    if (conf.get(key) != null) {
      conf.set(keep, conf.get(key));
    }
    conf.set(key, replacement.getName());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.spark.support.SparkHome;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.spark.HashPartitioner;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Tuple2;

/** What is lost, killed, full or closed around a shuffle. */
@Tag("end-to-end")
class ShuffleFaultsTest {

  private static final int MAPS = 6;
  private static final int COUNT = 3_000;
  private static final int SIGKILL = 137;

  @TempDir private Path scratch;

  private ShuffleCluster start(String master, String... settings) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return ShuffleCluster.start(master, scratch, all);
  }

  static JavaSparkContext context(ShuffleCluster cluster) {
    return new JavaSparkContext(cluster.session().sparkContext());
  }

  static JavaPairRDD<Integer, Integer> shuffled(JavaSparkContext context) {
    List<Integer> numbers = IntStream.range(0, COUNT).boxed().toList();
    return context
        .parallelize(numbers, MAPS)
        .mapToPair(i -> new Tuple2<>(i, i))
        .partitionBy(new HashPartitioner(4));
  }

  static void assertWhole(JavaPairRDD<Integer, Integer> shuffled) {
    assertThat(shuffled.keys().collect()).hasSize(COUNT).doesNotHaveDuplicates();
  }

  private static Set<Long> executors(JavaSparkContext context) {
    return new HashSet<>(
        context
            .parallelize(IntStream.range(0, 20).boxed().toList(), 20)
            .map(
                i -> {
                  Thread.sleep(50);
                  return ProcessHandle.current().pid();
                })
            .collect());
  }

  private static void kill(long process) throws Exception {
    ProcessHandle handle = ProcessHandle.of(process).orElseThrow();
    handle.destroyForcibly();
    handle.onExit().get(1, TimeUnit.MINUTES);
  }

  @Test
  void executorsThatDieCostNoMapOutputAndLeaveTheAnswerRight() throws Exception {
    try (ShuffleCluster cluster = start(ShuffleCluster.TWO_EXECUTORS)) {
      TaskLog log = TaskLog.of(cluster.session().sparkContext());
      allDieBetweenMapsAndReduces(context(cluster), log);
      log.forget();
      oneDiesInAMapAndOneInAReduce(context(cluster), log);
    }
    assertThat(scratch.resolve("shared")).isEmptyDirectory();
  }

  private static void allDieBetweenMapsAndReduces(JavaSparkContext context, TaskLog log)
      throws Exception {
    JavaPairRDD<Integer, Integer> shuffled = shuffled(context);
    assertThat(shuffled.count()).isEqualTo(COUNT);
    assertThat(log.mapTasks()).isEqualTo(MAPS);
    log.forget();

    for (long executor : executors(context)) {
      kill(executor);
    }

    assertWhole(shuffled);
    assertThat(log.mapTasks()).isZero();
    assertThat(log.fetchFailures()).isEmpty();
  }

  private void oneDiesInAMapAndOneInAReduce(JavaSparkContext context, TaskLog log)
      throws Exception {
    String marker = scratch.resolve("in-map").toString();
    String other = scratch.resolve("in-reduce").toString();
    List<Integer> numbers = IntStream.range(0, COUNT).boxed().toList();
    JavaPairRDD<Integer, Integer> shuffled =
        context
            .parallelize(numbers, MAPS)
            .mapToPair(
                i -> {
                  if (i == COUNT - 1 && new File(marker).createNewFile()) {
                    Runtime.getRuntime().halt(SIGKILL);
                  }
                  return new Tuple2<>(i, i);
                })
            .partitionBy(new HashPartitioner(4));

    assertWhole(shuffled);
    log.forget();
    assertWhole(
        shuffled.mapToPair(
            pair -> {
              if (pair._1() == COUNT - 1 && new File(other).createNewFile()) {
                Runtime.getRuntime().halt(SIGKILL);
              }
              return pair;
            }));

    assertThat(new File(marker)).exists();
    assertThat(new File(other)).exists();
    assertThat(log.mapTasks()).isZero();
  }

  /** Many more maps than a stage may fail in a row. */
  @Test
  void aShuffleWhoseDirectoryIsLostRunsAgainAsAWhole() throws Exception {
    int maps = 40;
    try (ShuffleCluster cluster = start("local[2]")) {
      JavaSparkContext context = context(cluster);
      TaskLog log = TaskLog.of(cluster.session().sparkContext());
      JavaPairRDD<Integer, Integer> shuffled =
          context
              .parallelize(IntStream.range(0, COUNT).boxed().toList(), maps)
              .mapToPair(i -> new Tuple2<>(i, i))
              .partitionBy(new HashPartitioner(3));
      assertThat(shuffled.count()).isEqualTo(COUNT);
      int shuffle =
          ((ShuffleDependency<?, ?, ?>) shuffled.rdd().dependencies().apply(0)).shuffleId();
      // This process keeps files open.
      SparkEnv.get().shuffleManager().unregisterShuffle(shuffle);
      log.forget();

      FileUtil.fullyDelete(outputs().get(0).getParent().toFile());

      assertWhole(shuffled);
      assertThat(log.fetchFailures()).isNotEmpty();
      assertThat(log.mapTasks()).isBetween((long) maps, maps + 3L);
      assertThat(log.failures()).isEmpty();
    }
  }

  private List<Path> outputs() throws IOException {
    return outputs(scratch.resolve("shared"));
  }

  static List<Path> outputs(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.getFileName().toString().startsWith("map-")).toList();
    }
  }

  @Test
  void anApplicationLeavesWhatAnotherHasAndRemovesWhatItsKilledDriverLeft() throws Exception {
    Path shared = Files.createDirectory(scratch.resolve("shared"));
    Path foreign = Files.createDirectory(shared.resolve("situ-spark-app-1-someone"));
    Process driver = startDriver();
    try {
      waitUntil(() -> outputs().size() == MAPS);
      Path left = only(shared, foreign);

      expire(left);
      waitUntil(() -> lastBeat(left) > System.currentTimeMillis() - 60_000);
      try (ShuffleCluster cluster = start("local[2]", "spark.situ.shuffle.expiry", "1m")) {
        assertWhole(shuffled(context(cluster)));
      }
      assertThat(driver.isAlive()).isTrue();
      assertThat(outputs(left)).hasSize(MAPS);

      kill(driver.pid());
      expire(left);
      assertThat(left).exists();
      try (ShuffleCluster cluster = start("local[2]", "spark.situ.shuffle.expiry", "1m")) {
        assertWhole(shuffled(context(cluster)));
        waitUntil(() -> isRemoved(left));
      }
    } finally {
      driver.destroyForcibly();
    }
    assertThat(shared).isDirectoryContaining(foreign::equals);
    try (Stream<Path> all = Files.list(shared)) {
      assertThat(all).containsExactly(foreign);
    }
  }

  /** Whether it is gone from the directory of the application, too, that moves it there first. */
  private static boolean isRemoved(Path application) throws IOException {
    if (Files.exists(application)) {
      return false;
    }
    try (Stream<Path> others = Files.list(application.getParent())) {
      return others
          .map(other -> other.resolve("unchecked-" + application.getFileName()))
          .noneMatch(Files::exists);
    }
  }

  private static void expire(Path application) throws IOException {
    long old = System.currentTimeMillis() - TimeUnit.HOURS.toMillis(1);
    Files.setLastModifiedTime(application.resolve("heartbeat"), FileTime.fromMillis(old));
  }

  private static long lastBeat(Path application) throws IOException {
    return Files.getLastModifiedTime(application.resolve("heartbeat")).toMillis();
  }

  private static Path only(Path shared, Path foreign) throws IOException {
    try (Stream<Path> all = Files.list(shared)) {
      return all.filter(each -> !each.equals(foreign)).findFirst().orElseThrow();
    }
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void waitUntil(Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("it never happened").isLessThan(end);
      Thread.sleep(50);
    }
  }

  private Process startDriver() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", String.join(File.pathSeparator, SparkHome.classPath())));
    command.addAll(List.of(StalledDriver.class.getName(), scratch.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(scratch.resolve("driver.log").toFile())
        .start();
  }

  /** A program that has shuffled and then waits to be killed. */
  static final class StalledDriver {

    private StalledDriver() {}

    public static void main(String[] args) throws Exception {
      ShuffleCluster cluster =
          ShuffleCluster.start(
              "local[1]", Path.of(args[0]), Map.of("spark.situ.shuffle.expiry", "1m"));
      JavaPairRDD<Integer, Integer> shuffled = shuffled(context(cluster));
      shuffled.count();
      Thread.sleep(TimeUnit.MINUTES.toMillis(5));
      shuffled.count();
    }
  }

  @Test
  void fullStoreIsNamed() throws Exception {
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "mounts a small file system: needs root");
    Path shared = Files.createDirectory(scratch.resolve("shared"));
    run("mount", "-t", "tmpfs", "-o", "size=256k,mode=0700", "tmpfs", shared.toString());
    try (ShuffleCluster cluster =
        start("local[2]", "spark.shuffle.compress", "false", "spark.log.level", "OFF")) {
      JavaPairRDD<Integer, byte[]> large =
          context(cluster)
              .parallelize(IntStream.range(0, 60).boxed().toList(), 2)
              .mapToPair(i -> new Tuple2<>(i, new byte[20_000]))
              .partitionBy(new HashPartitioner(2));

      assertThatThrownBy(large::count)
          .hasMessageContaining(
              "cannot be used: there is no room left; make room, or set spark.situ.shuffle=off");
    } finally {
      run("umount", shared.toString());
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
  }

  @Test
  void directoryThatIsNotThereIsNamed() {
    assertThatThrownBy(
            () -> start("local[2]", "spark.situ.shuffle.dir", "situ://" + scratch + "/none"))
        .hasMessageContaining(
            "it is not there; create it, or choose another spark.situ.shuffle.dir");
  }

  @Test
  void directoryThatOthersMayWriteToIsRefused() throws Exception {
    Path open = Files.createDirectory(scratch.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> start("local[2]", "spark.situ.shuffle.dir", "situ://" + open))
        .hasMessageContaining("other users may write to it");
  }

  @Test
  void hostsWithIpv6AddressesShare() throws Exception {
    try (ShuffleCluster cluster = start("local[2]", "spark.driver.host", "[::1]")) {
      assertWhole(shuffled(context(cluster)));
      assertThat(outputs()).hasSize(MAPS);
    }
  }

  /** As an expiry of 600 is, which are milliseconds. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "spark.situ.shuffle,yes,'auto, on or off'",
    "spark.situ.shuffle.wait,ten,milliseconds or a duration such as 30s",
    "spark.situ.shuffle.expiry,600,'milliseconds or a duration such as 30s, from 1m'"
  })
  void aValueWithoutMeaningIsRefused(String key, String value, String meaning) {
    assertThatThrownBy(() -> start("local[2]", key, value))
        .hasMessageContaining(key + " is '" + value + "'; it must be " + meaning);
    assertThat(scratch.resolve("shared")).isEmptyDirectory();
  }

  @Tag("long")
  @Test
  void executorsThatDynamicAllocationReleasesLeaveTheirOutput() throws Exception {
    try (ShuffleCluster cluster =
        start(
            ShuffleCluster.ONE_EXECUTOR,
            "spark.dynamicAllocation.enabled",
            "true",
            "spark.dynamicAllocation.minExecutors",
            "0",
            "spark.dynamicAllocation.initialExecutors",
            "1",
            "spark.dynamicAllocation.executorIdleTimeout",
            "1s")) {
      JavaSparkContext context = context(cluster);
      TaskLog log = TaskLog.of(cluster.session().sparkContext());
      JavaPairRDD<Integer, Integer> shuffled = shuffled(context);
      assertThat(shuffled.count()).isEqualTo(COUNT);
      assertThat(log.mapTasks()).isEqualTo(MAPS);
      log.forget();

      // The driver stays.
      waitUntil(() -> context.sc().statusTracker().getExecutorInfos().length == 1);

      assertWhole(shuffled);
      assertThat(log.mapTasks()).isZero();
      assertThat(log.fetchFailures()).isEmpty();
      assertThat(log.failures()).isEmpty();
    }
  }

  /** A mount that is no disk of this host, as where hosts have none. */
  @Test
  void autoSharesWhereExecutorsWriteToTheStoreInAnyCase() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "mounts a file system: needs root");
    Path store = Files.createDirectory(scratch.resolve("store"));
    run("mount", "-t", "tmpfs", "-o", "size=256m,mode=0700", "tmpfs", store.toString());
    try {
      Path shared = Files.createDirectory(store.resolve("shared"));
      Path local = Files.createDirectory(store.resolve("local"));
      try (ShuffleCluster cluster = startAuto(shared, local.toString())) {
        assertWhole(shuffled(context(cluster)));
        assertThat(outputs(shared)).hasSize(MAPS);
        try (Stream<Path> files = Files.walk(local)) {
          assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("shuffle_"));
        }
      }
      assertThat(shared).isEmptyDirectory();

      String both = local + "," + Files.createDirectory(scratch.resolve("disk"));
      try (ShuffleCluster cluster = startAuto(shared, both)) {
        assertWhole(shuffled(context(cluster)));
        assertThat(shared).as("one directory is on a disk").isEmptyDirectory();
      }
    } finally {
      run("umount", store.toString());
    }
  }

  private ShuffleCluster startAuto(Path shared, String local) throws IOException {
    return start(
        "local[2]",
        "spark.situ.shuffle",
        "auto",
        "spark.situ.shuffle.dir",
        "situ://" + shared,
        "spark.local.dir",
        local);
  }

  @Test
  void withDisksOfTheirOwnExecutorsKeepTheirData() throws Exception {
    assertIsNotShared("auto");
  }

  @Tag("long")
  @Test
  void nothingIsSharedIfItIsTurnedOff() throws Exception {
    assertIsNotShared("off");
  }

  private void assertIsNotShared(String mode) throws Exception {
    try (ShuffleCluster cluster = start("local[2]", "spark.situ.shuffle", mode)) {
      assertWhole(shuffled(context(cluster)));

      assertThat(scratch.resolve("shared")).isEmptyDirectory();
    }
  }
}

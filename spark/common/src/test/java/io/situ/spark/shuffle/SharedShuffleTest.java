// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.HashPartitioner;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.ShuffleStatus;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.scheduler.TaskLocation;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Shuffles of two executors, with good and with bad files. */
@Tag("end-to-end")
class SharedShuffleTest {

  private static final int MAPS = 6;
  private static final int ROWS = 40_000;

  @TempDir private static Path scratch;
  private static ShuffleCluster cluster;
  private static SparkSession spark;
  private static JavaSparkContext context;
  private static TaskLog log;

  @BeforeAll
  static void start() throws IOException {
    cluster =
        ShuffleCluster.start(
            ShuffleCluster.TWO_EXECUTORS,
            scratch,
            Map.of(
                "spark.shuffle.sort.bypassMergeThreshold", "3",
                "spark.stage.maxConsecutiveAttempts", "8"));
    spark = cluster.session();
    context = new JavaSparkContext(spark.sparkContext());
    log = TaskLog.of(spark.sparkContext());
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
    assertThat(scratch.resolve("shared")).isEmptyDirectory();
  }

  @BeforeEach
  void forget() throws Exception {
    log.forget();
  }

  /** Each of Spark's writers, and each way in which a reader combines. */
  @Tag("spark-3.5")
  @Test
  void pairsAreWhatTheyWere() throws Exception {
    for (int partitions : new int[] {2, 50}) {
      JavaPairRDD<Integer, Integer> pairs = pairs(5_000, 200);
      Map<Integer, Integer> sums = pairs.reduceByKey(Integer::sum, partitions).collectAsMap();
      Map<Integer, Long> sizes =
          pairs
              .groupByKey(partitions)
              .mapValues(values -> values.spliterator().getExactSizeIfKnown())
              .collectAsMap();
      List<Integer> sorted = pairs.sortByKey(true, partitions).keys().collect();
      List<Integer> placed =
          pairs
              .repartitionAndSortWithinPartitions(new HashPartitioner(partitions))
              .keys()
              .collect();

      assertThat(sums).hasSize(200);
      sums.forEach(
          (key, sum) ->
              assertThat(sum)
                  .isEqualTo(IntStream.range(0, 5_000).filter(i -> i % 200 == key).sum()));
      assertThat(sizes).hasSize(200).allSatisfy((key, size) -> assertThat(size).isEqualTo(25));
      assertThat(sorted).hasSize(5_000).isSorted();
      assertThat(placed).hasSize(5_000);
    }
    assertThat(log.failures()).isEmpty();
    assertThat(log.fetchFailures()).isEmpty();
    assertThat(log.bytesRead()).isPositive();
    assertThat(scratch.resolve("local")).satisfies(SharedShuffleTest::hasNoShuffleData);
  }

  private static void hasNoShuffleData(Path local) throws IOException {
    try (Stream<Path> files = Files.walk(local)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.matches("shuffle_\\d+_.*"));
    }
  }

  @Test
  void coalescedSkewedAndLocalReadsGiveTheSameAnswer() throws Exception {
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", -1);
    spark.conf().set("spark.sql.shuffle.partitions", 40);
    spark.conf().set("spark.sql.adaptive.advisoryPartitionSizeInBytes", "64k");
    spark.conf().set("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "100k");
    spark.conf().set("spark.sql.adaptive.skewJoin.skewedPartitionFactor", "2");
    try {
      Dataset<Row> skewed =
          spark
              .range(0, ROWS, 1, 5)
              .selectExpr("CASE WHEN id % 4 > 0 THEN 7 ELSE id % 1000 END AS k", "uuid() AS v");
      Dataset<Row> other = spark.range(0, 1000, 1, 3).selectExpr("id AS k", "id * 2 AS w");
      Dataset<Row> joined = skewed.join(other, "k");

      Row sum = joined.selectExpr("count(*)", "sum(w)", "max(length(v))").first();

      assertThat(joined.queryExecution().executedPlan().toString()).contains("SortMergeJoin");
      long few = IntStream.range(0, ROWS).filter(i -> i % 4 == 0).count();
      long weights =
          IntStream.range(0, ROWS).filter(i -> i % 4 == 0).mapToLong(i -> i % 1000 * 2).sum();
      assertThat(sum.getLong(0)).isEqualTo(ROWS);
      assertThat(sum.getLong(1)).isEqualTo((ROWS - few) * 14 + weights);
      assertThat(sum.getInt(2)).isEqualTo(36);

      joined.collectAsList();
      assertThat(joined.queryExecution().executedPlan().toString())
          .contains("skewed")
          .contains("AQEShuffleRead");

      spark.conf().set("spark.sql.adaptive.autoBroadcastJoinThreshold", "1m");
      Dataset<Row> local = skewed.join(other.groupBy("k").agg(Map.of("w", "max")), "k");
      assertThat(local.collectAsList()).hasSize(ROWS);
      assertThat(local.queryExecution().executedPlan().toString()).contains("AQEShuffleRead local");
    } finally {
      for (String key :
          new String[] {
            "spark.sql.autoBroadcastJoinThreshold",
            "spark.sql.adaptive.autoBroadcastJoinThreshold",
            "spark.sql.adaptive.advisoryPartitionSizeInBytes",
            "spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes",
            "spark.sql.adaptive.skewJoin.skewedPartitionFactor"
          }) {
        spark.conf().unset(key);
      }
      spark.conf().set("spark.sql.shuffle.partitions", 4);
    }
  }

  @Test
  void manySmallBlocksEmptyPartitionsAndLargeOnes() throws Exception {
    JavaPairRDD<Integer, Integer> few =
        context.parallelize(List.of(1, 2, 3), 60).mapToPair(i -> new Tuple2<>(i, i));
    assertThat(few.groupByKey(300).count()).isEqualTo(3);
    assertThat(context.<Integer>emptyRDD().mapToPair(i -> new Tuple2<>(i, i)).groupByKey(5).count())
        .isZero();
    assertThat(
            pairs(60_000, 60_000)
                .partitionBy(new HashPartitioner(300))
                .values()
                .distinct(7)
                .count())
        .isEqualTo(60_000);

    List<Tuple2<Integer, Integer>> sizes =
        context
            .parallelize(List.of(0, 1, 2), 3)
            .mapToPair(i -> new Tuple2<>(i % 2, noise(i, 6_000_000)))
            .groupByKey(2)
            .mapValues(
                all -> {
                  int total = 0;
                  for (byte[] each : all) {
                    total +=
                        Arrays.hashCode(each) == Arrays.hashCode(noise(each[0], 6_000_000))
                            ? each.length
                            : 0;
                  }
                  return total;
                })
            .collect();
    assertThat(sizes)
        .containsExactlyInAnyOrder(new Tuple2<>(0, 12_000_000), new Tuple2<>(1, 6_000_000));
  }

  private static byte[] noise(int seed, int length) {
    byte[] bytes = new byte[length];
    new java.util.Random(seed).nextBytes(bytes);
    bytes[0] = (byte) seed;
    return bytes;
  }

  @Tag("long")
  @Test
  void barrierStagesReadAndWrite() {
    JavaRDD<Integer> read = pairs(1_000, 1_000).partitionBy(new HashPartitioner(2)).keys();
    JavaRDD<Integer> together =
        read.rdd().barrier().mapPartitions(new AllAtOnce(), false, read.classTag()).toJavaRDD();

    assertThat(together.mapToPair(i -> new Tuple2<>(i, i)).groupByKey(3).count()).isEqualTo(1_000);
  }

  private static class AllAtOnce extends AbstractFunction1<Iterator<Integer>, Iterator<Integer>>
      implements Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<Integer> apply(Iterator<Integer> values) {
      BarrierTaskContext.get().barrier();
      return values;
    }
  }

  /** Something that happens to the file of one map's output. */
  private enum Fault {
    CUT {
      @Override
      void happenTo(Path file) throws IOException {
        resize(file, Files.size(file) / 3);
      }
    },
    EMPTIED {
      @Override
      void happenTo(Path file) throws IOException {
        resize(file, 0);
      }
    },
    DATA_CHANGED {
      @Override
      void happenTo(Path file) throws IOException {
        flip(file, 1);
      }
    },
    INDEX_CHANGED {
      @Override
      void happenTo(Path file) throws IOException {
        flip(file, Files.size(file) - 30);
      }
    },
    MISSING {
      @Override
      void happenTo(Path file) throws IOException {
        Files.delete(file);
      }
    };

    abstract void happenTo(Path file) throws IOException;

    static void resize(Path file, long length) throws IOException {
      try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
        bytes.setLength(length);
      }
    }

    static void flip(Path file, long at) throws IOException {
      try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
        bytes.seek(at);
        int value = bytes.read();
        bytes.seek(at);
        bytes.write(value ^ 1);
      }
    }
  }

  @Tag("spark-3.5")
  @Test
  void badOutputsRunAgainAloneAndTheAnswerIsRight() throws Exception {
    assertBadOutputsRunAgain(Fault.DATA_CHANGED);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DATA_CHANGED")
  void outputsThatAreBadOtherwiseRunAgain(Fault fault) throws Exception {
    assertBadOutputsRunAgain(fault);
  }

  private static void assertBadOutputsRunAgain(Fault fault) throws Exception {
    JavaPairRDD<Integer, Integer> shuffled =
        pairs(3_000, 3_000).partitionBy(new HashPartitioner(3));
    List<Integer> before = shuffled.keys().map(i -> i).sortBy(i -> i, true, 2).collect();
    assertThat(before).hasSize(3_000);
    int shuffle = shuffleOf(shuffled);
    List<Path> files = files(shuffle);
    assertThat(files).hasSize(MAPS);
    closeFilesOf(shuffle);
    log.forget();

    fault.happenTo(files.get(0));
    fault.happenTo(files.get(3));

    assertThat(shuffled.keys().collect()).hasSize(3_000).doesNotHaveDuplicates();
    assertThat(log.fetchFailures())
        .filteredOn(
            message -> !message.contains("Missing an output location for shuffle " + shuffle))
        .isNotEmpty()
        .allSatisfy(
            message ->
                assertThat(message)
                    .contains("of shuffle " + shuffle)
                    .contains("cannot be used, so the map runs again"));
    assertThat(log.mapTasks()).isEqualTo(2);
    assertThat(log.failures()).isEmpty();
  }

  /** Many more than a stage may fail in a row. */
  @Test
  void allMissingAndShortOutputsRunAgainAtOnce() throws Exception {
    int maps = 60;
    JavaPairRDD<Integer, Integer> shuffled =
        context
            .parallelize(IntStream.range(0, 3_000).boxed().toList(), maps)
            .mapToPair(i -> new Tuple2<>(i, i))
            .partitionBy(new HashPartitioner(3));
    assertThat(shuffled.count()).isEqualTo(3_000);
    int shuffle = shuffleOf(shuffled);
    List<Path> files = files(shuffle);
    assertThat(files).hasSize(maps);
    closeFilesOf(shuffle);
    log.forget();

    for (int i = 1; i < maps; i++) {
      (i % 2 == 0 ? Fault.MISSING : Fault.CUT).happenTo(files.get(i));
    }

    assertThat(shuffled.keys().collect()).hasSize(3_000).doesNotHaveDuplicates();
    assertThat(log.fetchFailures()).isNotEmpty();
    assertThat(log.mapTasks()).isEqualTo(maps - 1);
    assertThat(log.failures()).isEmpty();
  }

  @Tag("long")
  @Test
  void shuffleThatIsRemovedWhileItIsRegisteredRunsAgain() throws Exception {
    JavaPairRDD<Integer, Integer> shuffled = shuffled(6);
    int shuffle = shuffleOf(shuffled);

    spark.sparkContext().shuffleDriverComponents().removeShuffle(shuffle, true);

    assertThat(directory(shuffle)).doesNotExist();
    assertThat(shuffled.keys().distinct(4).count()).isEqualTo(3_000);
    assertThat(files(shuffle)).hasSize(MAPS);
  }

  @Test
  void outputsOfALostHostStay() throws Exception {
    JavaPairRDD<Integer, Integer> shuffled = shuffled(4);
    log.forget();
    MapOutputTrackerMaster tracker =
        (MapOutputTrackerMaster) spark.sparkContext().env().mapOutputTracker();

    // What the driver does when a worker is lost.
    for (var info : spark.sparkContext().statusTracker().getExecutorInfos()) {
      tracker.removeOutputsOnHost(info.host());
    }

    assertThat(shuffled.keys().collect()).hasSize(3_000).doesNotHaveDuplicates();
    assertThat(log.mapTasks()).isZero();
  }

  /** As Spark does with all that is on a host that it cannot read from, if a key says so. */
  @Test
  void anOutputIsGivenUpWithItsPlaceAlone() {
    JavaPairRDD<Integer, Integer> shuffled = shuffled(4);
    int shuffle = shuffleOf(shuffled);
    MapOutputTrackerMaster tracker =
        (MapOutputTrackerMaster) spark.sparkContext().env().mapOutputTracker();
    ShuffleStatus status = tracker.shuffleStatuses().get(shuffle).get();
    MapStatus[] maps = status.withMapStatuses(MapStatus[]::clone);

    tracker.removeOutputsOnHost(maps[0].location().host());

    assertThat(tracker.getNumAvailableOutputs(shuffle)).isEqualTo(MAPS - 1);
  }

  @Tag("spark-3.5")
  @Test
  void readersPreferTheHostThatWrote() {
    JavaPairRDD<Integer, Integer> shuffled =
        context
            .parallelizePairs(List.of(new Tuple2<>(1, 1), new Tuple2<>(2, 2)), 1)
            .partitionBy(new HashPartitioner(1));
    assertThat(shuffled.count()).isEqualTo(2);

    String place = shuffled.rdd().preferredLocations(shuffled.rdd().partitions()[0]).head();

    assertThat(TaskLocation.apply(place).host())
        .isEqualTo(spark.sparkContext().statusTracker().getExecutorInfos()[1].host());
  }

  @Test
  void cleanedShuffleLeavesNothing() throws Exception {
    JavaPairRDD<Integer, Integer> shuffled = shuffled(2);
    int shuffle = shuffleOf(shuffled);
    assertThat(directory(shuffle)).exists();

    spark.sparkContext().cleaner().get().doCleanupShuffle(shuffle, true);

    assertThat(directory(shuffle)).doesNotExist();
  }

  @Test
  void failedMapsLeaveNoFile() throws Exception {
    JavaPairRDD<Integer, Integer> failing =
        pairs(3_000, 3_000)
            .mapToPair(
                pair -> {
                  if (TaskContext.get().attemptNumber() == 0 && pair._2() % 500 == 499) {
                    throw new IllegalStateException("this attempt fails on purpose");
                  }
                  return pair;
                })
            .partitionBy(new HashPartitioner(3));

    assertThat(failing.count()).isEqualTo(3_000);

    assertThat(log.failures()).hasSize(MAPS);
    assertThat(files(shuffleOf(failing))).hasSize(MAPS);
  }

  private static int shuffleOf(JavaPairRDD<?, ?> shuffled) {
    return ((ShuffleDependency<?, ?, ?>) shuffled.rdd().dependencies().apply(0)).shuffleId();
  }

  private static Path directory(int shuffle) throws IOException {
    try (Stream<Path> data =
        Files.find(
            scratch.resolve("shared"),
            2,
            (path, is) -> path.getFileName().toString().startsWith("data-"))) {
      return data.findFirst().orElseThrow().resolve("shuffle-" + shuffle);
    }
  }

  private static List<Path> files(int shuffle) throws IOException {
    try (Stream<Path> files = Files.list(directory(shuffle))) {
      return files.sorted().toList();
    }
  }

  /** Executors keep files open, with their indexes: a barrier stage runs on both. */
  private static void closeFilesOf(int shuffle) {
    JavaRDD<Integer> two = context.parallelize(List.of(shuffle, shuffle), 2);
    two.rdd().barrier().mapPartitions(new CloseFiles(), false, two.classTag()).toJavaRDD().count();
  }

  private static final class CloseFiles extends AllAtOnce {

    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<Integer> apply(Iterator<Integer> shuffles) {
      Iterator<Integer> all = super.apply(shuffles);
      SparkEnv.get().shuffleManager().unregisterShuffle(all.next());
      return all;
    }
  }

  /** Pairs in so many partitions, whose map output is written. */
  private static JavaPairRDD<Integer, Integer> shuffled(int partitions) {
    JavaPairRDD<Integer, Integer> shuffled =
        pairs(3_000, 3_000).partitionBy(new HashPartitioner(partitions));
    assertThat(shuffled.count()).isEqualTo(3_000);
    return shuffled;
  }

  private static JavaPairRDD<Integer, Integer> pairs(int count, int keys) {
    List<Integer> numbers = IntStream.range(0, count).boxed().toList();
    return context.parallelize(numbers, MAPS).mapToPair(i -> new Tuple2<>(i % keys, i));
  }
}

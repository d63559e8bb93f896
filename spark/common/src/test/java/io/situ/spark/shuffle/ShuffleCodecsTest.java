// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;

/** Shuffles that are compressed and encrypted as Spark is configured to. */
@Tag("end-to-end")
class ShuffleCodecsTest {

  private static final int MAPS = 6;
  private static final int COUNT = 3_000;

  @TempDir private Path scratch;

  private ShuffleCluster start(Map<String, String> settings) throws IOException {
    return ShuffleCluster.start("local[2]", scratch, settings);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"lz4", "zstd", "snappy", "lzf", "none"})
  void compressionIsAsConfigured(String codec) throws Exception {
    boolean compressed = !codec.equals("none");
    try (ShuffleCluster cluster =
        start(
            Map.of(
                "spark.shuffle.compress",
                Boolean.toString(compressed),
                "spark.io.compression.codec",
                compressed ? codec : "lz4"))) {
      ShuffleFaultsTest.assertWhole(ShuffleFaultsTest.shuffled(ShuffleFaultsTest.context(cluster)));
    }
  }

  /** Blocks that cannot be joined are read one by one, and most of these have no bytes. */
  @Test
  void emptyPartitionsThatAreReadTogetherHaveNoRows() throws Exception {
    assertEmptyPartitionsHaveNoRows("zstd", "true", "true");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"lz4,true,true", "snappy,false,false"})
  void emptyPartitionsOfOtherCodecsHaveNoRows(String codec, String encrypted, String batches)
      throws Exception {
    assertEmptyPartitionsHaveNoRows(codec, encrypted, batches);
  }

  private void assertEmptyPartitionsHaveNoRows(String codec, String encrypted, String batches)
      throws Exception {
    try (ShuffleCluster cluster =
        start(
            Map.of(
                "spark.io.compression.codec",
                codec,
                "spark.io.encryption.enabled",
                encrypted,
                "spark.sql.adaptive.fetchShuffleBlocksInBatch",
                batches,
                "spark.sql.shuffle.partitions",
                "50"))) {
      Dataset<Row> groups =
          cluster.session().range(0, COUNT, 1, 3).selectExpr("id % 7 AS k").groupBy("k").count();

      assertThat(groups.orderBy("k").collectAsList())
          .extracting(row -> row.getLong(1))
          .containsExactly(429L, 429L, 429L, 429L, 428L, 428L, 428L);

      groups.collectAsList();
      assertThat(groups.queryExecution().executedPlan().toString())
          .contains("AQEShuffleRead coalesced");
    }
  }

  @Test
  void encryptedShufflesShowNothing() throws Exception {
    String word = "plainly readable";
    try (ShuffleCluster cluster =
        start(Map.of("spark.io.encryption.enabled", "true", "spark.shuffle.compress", "false"))) {
      JavaPairRDD<Integer, String> shuffled =
          new JavaSparkContext(cluster.session().sparkContext())
              .parallelize(IntStream.range(0, COUNT).boxed().toList(), MAPS)
              .mapToPair(i -> new Tuple2<>(i, word))
              .partitionBy(new HashPartitioner(4));

      assertThat(shuffled.values().distinct().collect()).containsExactly(word);

      assertThat(ShuffleFaultsTest.outputs(scratch.resolve("shared")))
          .isNotEmpty()
          .noneMatch(file -> contains(file, word));
    }
  }

  private static boolean contains(Path file, String word) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(word);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

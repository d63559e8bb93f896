// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.spark.rdd.HostCoalescer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.spark.Partition;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Option;

/** RDDs of text whose splits end where hosts change, coalesced by host. */
@Tag("end-to-end")
class HostCoalescerTest {

  private static final int MIB = 1 << 20;
  private static final int LINES = 16_000;
  private static final ScanSession SESSION = ScanSession.shared();

  private static JavaSparkContext context;

  @BeforeAll
  static void write() throws IOException {
    context = new JavaSparkContext(SESSION.spark().sparkContext());
    Path file = Files.createDirectory(SESSION.scratch().resolve("lines")).resolve("lines.txt");
    String text = "x".repeat(1_000);
    Files.write(file, IntStream.range(0, LINES).mapToObj(i -> i + text).toList());
    Configuration conf = context.hadoopConfiguration();
    conf.set("fs.situ.store.pieces.root", SESSION.scratch().toString());
    conf.set("fs.situ.store.pieces.driver", "posix");
    conf.set("fs.situ.store.pieces.block.size", "1m");
    conf.set(
        "fs.situ.store.pieces.placement.command",
        PiecesOnHosts.write(SESSION.scratch(), MIB).toString());
  }

  private static RDD<?> lines(boolean newer) {
    String path = "situ://pieces/lines";
    return newer
        ? context
            .newAPIHadoopFile(
                path,
                TextInputFormat.class,
                LongWritable.class,
                Text.class,
                context.hadoopConfiguration())
            .values()
            .map(Text::toString)
            .rdd()
        : context.textFile(path, 1).rdd();
  }

  /** Returns the hosts that all parents of a partition prefer. */
  private static Set<String> common(RDD<?> parent, RDD<?> coalesced, Partition partition) {
    List<Set<String>> all = new ArrayList<>();
    var parents = ((org.apache.spark.rdd.CoalescedRDDPartition) partition).parents().iterator();
    while (parents.hasNext()) {
      Set<String> hosts = new HashSet<>();
      var preferred =
          context.sc().getPreferredLocs(parent, ((Partition) parents.next()).index()).iterator();
      while (preferred.hasNext()) {
        hosts.add(preferred.next().host());
      }
      all.add(hosts);
    }
    Set<String> common = new HashSet<>(all.get(0));
    all.forEach(common::retainAll);
    return common;
  }

  @ParameterizedTest
  @CsvSource({"3, false", "6, false", "6, true"})
  void eachPartitionIsOfOneHostAndHostsHaveTheirShare(int count, boolean newer) {
    RDD<?> lines = lines(newer);
    int splits = lines.getNumPartitions();

    RDD<?> coalesced = lines.coalesce(count, false, Option.apply(new HostCoalescer()), null);

    assertThat(splits).isGreaterThan(12);
    assertThat(coalesced.getNumPartitions()).isEqualTo(count);
    Map<String, Integer> byHost = new TreeMap<>();
    for (Partition partition : coalesced.partitions()) {
      String host = coalesced.preferredLocations(partition).head();
      assertThat(common(lines, coalesced, partition)).contains(host);
      int parents = ((org.apache.spark.rdd.CoalescedRDDPartition) partition).parents().size();
      byHost.merge(host, parents, Integer::sum);
    }
    assertThat(byHost).containsOnlyKeys("h1", "h2", "h3");
    assertThat(byHost.values()).allMatch(parents -> parents <= splits / 3 + 1);
    assertThat(coalesced.toJavaRDD().distinct().count()).isEqualTo(LINES);
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void fewerPartitionsThanHostsAreAsFewAsAsked(int count) {
    RDD<?> coalesced = lines(false).coalesce(count, false, Option.apply(new HostCoalescer()), null);

    assertThat(coalesced.getNumPartitions()).isEqualTo(count);
    assertThat(coalesced.count()).isEqualTo(LINES);
  }

  @ParameterizedTest
  @CsvSource({"4, 4", "100, 10"})
  void partitionsWithoutHostsAreCutEvenly(int count, int expected) {
    RDD<Integer> numbers =
        context.parallelize(IntStream.range(0, 1_000).boxed().toList(), 10).rdd();

    RDD<Integer> coalesced =
        numbers.coalesce(count, false, Option.apply(new HostCoalescer()), null);

    assertThat(coalesced.getNumPartitions()).isEqualTo(expected);
    assertThat(Stream.of(coalesced.partitions()).map(p -> coalesced.preferredLocations(p).size()))
        .containsOnly(0);
    assertThat(coalesced.count()).isEqualTo(1_000);
  }
}

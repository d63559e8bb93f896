// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.cost.CostModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPackerTest {

  private static final long MIB = 1 << 20;
  private static final PartitionLimits LIMITS =
      new PartitionLimits(128 * MIB, 4 * MIB, OptionalInt.empty());
  private static final CostModel COSTS =
      new CostModel(0.1, 32 * MIB, 100 * MIB, OptionalDouble.empty());

  /** Nothing is known of executors. */
  private static final ScanCapacity ALIKE = new ScanCapacity(Map.of(), COSTS);

  private final HostIndex hosts = new HostIndex(UnaryOperator.identity());

  /** Files of pieces of 4 MiB, each on some random hosts. */
  private static List<Piece> randomPieces(Random random, int count, int hosts, int copies) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, hosts).boxed().toList());
      Collections.shuffle(order, random);
      List<String> holders = order.stream().limit(copies).map(host -> "h" + host).sorted().toList();
      pieces.add(new Piece(4 * MIB * i, 4 * MIB * (i + 1), holders));
    }
    return Piece.joined(pieces);
  }

  private static void assertCovers(Packing packing, int files, long length) {
    Map<Integer, List<FileRange>> byFile = new HashMap<>();
    packing.partitions().stream()
        .flatMap(partition -> partition.ranges().stream())
        .forEach(range -> byFile.computeIfAbsent(range.file(), f -> new ArrayList<>()).add(range));
    assertThat(byFile).hasSize(files);
    for (List<FileRange> ranges : byFile.values()) {
      ranges.sort(Comparator.comparingLong(FileRange::start));
      long at = 0;
      for (FileRange range : ranges) {
        assertThat(range.start()).isEqualTo(at);
        at = range.end();
      }
      assertThat(at).isEqualTo(length);
    }
  }

  private static double fullest(Packing packing) {
    Map<String, Long> byHost = new HashMap<>();
    packing
        .partitions()
        .forEach(
            partition ->
                byHost.merge(
                    partition.hosts().get(0),
                    partition.ranges().stream().mapToLong(FileRange::length).sum(),
                    Long::sum));
    long total = byHost.values().stream().mapToLong(Long::longValue).sum();
    return byHost.values().stream().mapToLong(Long::longValue).max().getAsLong()
        * (double) byHost.size()
        / total;
  }

  /** Row groups of 24 MiB: no host holds one wholly. */
  @ParameterizedTest
  @CsvSource({"3, 2", "5, 3", "100, 3"})
  void rowGroupsGoToTheirBestHostsAndHostsHaveTheirShare(int count, int copies) {
    Random random = new Random(count);
    List<ScanUnit> units = new ArrayList<>();
    List<FilePieces> files = new ArrayList<>();
    for (int file = 0; file < 40; file++) {
      files.add(new FilePieces(file, randomPieces(random, 96, count, copies), hosts));
    }
    files.forEach(
        pieces -> {
          for (int group = 0; group < 16; group++) {
            units.add(pieces.unit(24 * MIB * group, 24 * MIB * (group + 1)));
          }
        });

    Packing packing = HostPacker.pack(units, hosts, LIMITS, ALIKE);

    assertCovers(packing, 40, 16 * 24 * MIB);
    assertThat(packing.bytes().all()).isEqualTo(40 * 16 * 24 * MIB);
    assertThat(packing.bytes().local())
        .isGreaterThanOrEqualTo(packing.bytes().possible() * 97 / 100);
    assertThat(fullest(packing)).isLessThan(count > 10 ? 1.5 : 1.15);
    assertThat(packing.partitions())
        .allMatch(p -> p.ranges().stream().mapToLong(FileRange::length).sum() <= 128 * MIB);
  }

  @Test
  void linesAreLocalThroughout() {
    List<Piece> pieces = randomPieces(new Random(1), 500, 3, 2);
    FilePieces file = new FilePieces(0, pieces, hosts);
    List<ScanUnit> units =
        pieces.stream().map(piece -> file.unit(piece.start(), piece.end())).toList();

    Packing packing = HostPacker.pack(units, hosts, LIMITS, ALIKE);

    assertCovers(packing, 1, 2000 * MIB);
    assertThat(packing.bytes()).isEqualTo(new PlannedBytes(2000 * MIB, 2000 * MIB, 2000 * MIB));
    assertThat(fullest(packing)).isLessThan(1.15);
  }

  @Test
  void neighboursOnOneHostAreOneRangeThatIsOpenedOnce() {
    FilePieces file = new FilePieces(0, List.of(new Piece(0, 100, List.of("a"))), hosts);
    List<ScanUnit> units = List.of(file.unit(50, 100), file.unit(0, 20), file.unit(20, 50));

    Packing packing =
        HostPacker.pack(units, hosts, new PartitionLimits(100, 40, OptionalInt.empty()), ALIKE);

    assertThat(packing.partitions())
        .containsExactly(
            new PackedPartition(
                List.of("a"), List.of(new FileRange(0, 0, 100)), new PlannedBytes(100, 100, 100)));
  }

  @Test
  void smallFilesAreOpenedForACost() {
    List<ScanUnit> units = new ArrayList<>();
    List<Piece> pieces = List.of(new Piece(0, 10, List.of("a")));
    for (int i = 0; i < 10; i++) {
      units.add(new FilePieces(i, pieces, hosts).unit(0, 10));
    }

    assertThat(partitions(units, new PartitionLimits(100, 40, OptionalInt.empty()))).isEqualTo(5);
    assertThat(partitions(units, new PartitionLimits(100, 40, OptionalInt.of(2)))).isEqualTo(2);
    assertThat(partitions(units, new PartitionLimits(5, 0, OptionalInt.empty()))).isEqualTo(10);
  }

  private int partitions(List<ScanUnit> units, PartitionLimits limits) {
    return HostPacker.pack(units, hosts, limits, ALIKE).partitions().size();
  }

  @Test
  void onlyTheBytesThatAreAskedCount() {
    FilePieces file =
        new FilePieces(
            0,
            List.of(new Piece(0, 90, List.of("large")), new Piece(90, 100, List.of("small"))),
            hosts);

    Packing packing =
        HostPacker.pack(
            List.of(file.unit(0, 100, new long[] {80, 90}, new long[] {3, 7})),
            hosts,
            LIMITS,
            ALIKE);

    assertThat(packing.partitions().get(0).hosts()).containsExactly("small");
    assertThat(packing.bytes()).isEqualTo(new PlannedBytes(10, 7, 7));
  }

  @Test
  void whatIsNowhereIsReadAnywhere() {
    FilePieces nowhere = new FilePieces(0, List.of(new Piece(0, 10, List.of())), hosts);
    FilePieces known = new FilePieces(1, List.of(new Piece(0, 10, List.of("a", "b"))), hosts);

    Packing packing =
        HostPacker.pack(List.of(nowhere.unit(0, 10), known.unit(0, 10)), hosts, LIMITS, ALIKE);

    assertThat(packing.partitions())
        .extracting(PackedPartition::hosts)
        .containsExactlyInAnyOrder(List.of(), List.of("a", "b"));
  }

  @Test
  void hostsThatRunNothingAreLeftOutWhereOthersHoldTheSame() {
    FilePieces both = new FilePieces(0, List.of(new Piece(0, 10, List.of("a", "b"))), hosts);
    FilePieces more =
        new FilePieces(
            1, List.of(new Piece(0, 7, List.of("a")), new Piece(7, 10, List.of("b"))), hosts);
    FilePieces one = new FilePieces(2, List.of(new Piece(0, 10, List.of("a"))), hosts);

    Packing packing =
        HostPacker.pack(
            hosts.on(Set.of("b"), List.of(both.unit(0, 10), more.unit(0, 10), one.unit(0, 10))),
            hosts,
            LIMITS,
            ALIKE);

    assertThat(packing.bytesByHost()).isEqualTo(Map.of("a", 10L, "b", 20L));
    assertThat(packing.bytes()).isEqualTo(new PlannedBytes(30, 10 + 3 + 10, 10 + 7 + 10));
  }

  @Test
  void twoNamesOfOneHostAreOne() {
    HostIndex one = new HostIndex(name -> name.equals("10.0.0.1") ? "node1" : name);
    FilePieces file =
        new FilePieces(
            0,
            List.of(new Piece(0, 5, List.of("10.0.0.1")), new Piece(5, 10, List.of("node1"))),
            one);

    assertThat(HostPacker.pack(List.of(file.unit(0, 10)), one, LIMITS, ALIKE).bytes().local())
        .isEqualTo(10);
  }

  /** Files of 64 MiB, all on these hosts. */
  private List<ScanUnit> wholeFiles(int first, int count, String... holders) {
    return IntStream.range(first, first + count)
        .mapToObj(
            file -> new FilePieces(file, List.of(new Piece(0, 64 * MIB, List.of(holders))), hosts))
        .map(file -> file.unit(0, 64 * MIB))
        .toList();
  }

  private Packing onEach(List<ScanUnit> units, CostModel costs, Map<String, Integer> slots) {
    return HostPacker.pack(
        units,
        hosts,
        new PartitionLimits(64 * MIB, 4 * MIB, OptionalInt.empty()),
        new ScanCapacity(slots, costs));
  }

  private static List<List<String>> hostsOf(Packing packing) {
    return packing.partitions().stream().map(PackedPartition::hosts).toList();
  }

  @Test
  void hostsWithoutDataTakeOverWhatEndsEarlierThere() {
    Packing packing = onEach(wholeFiles(0, 12, "a"), COSTS, Map.of("a", 2, "b", 2, "c", 2));

    List<List<String>> named = hostsOf(packing);
    int own = Collections.frequency(named, List.of("a"));
    assertThat(own).isBetween(4, 6);
    assertThat(named.subList(0, own)).containsOnly(List.of("a"));
    assertThat(named.subList(own, 12)).containsOnly(List.of("a", "b"), List.of("a", "c"));
    assertThat(packing.bytes())
        .isEqualTo(new PlannedBytes(12 * 64 * MIB, own * 64 * MIB, 12 * 64 * MIB));
    assertCovers(packing, 12, 64 * MIB);
  }

  @Test
  void nothingIsTakenOverWhereItWouldEndLater() {
    CostModel slowNetwork = new CostModel(0.1, 32 * MIB, MIB, OptionalDouble.empty());
    Map<String, Integer> slots = Map.of("a", 2, "b", 2);

    assertThat(hostsOf(onEach(wholeFiles(0, 12, "a"), slowNetwork, slots)))
        .containsOnly(List.of("a"));
    assertThat(hostsOf(onEach(wholeFiles(0, 2, "a"), COSTS, slots)))
        .as("what its own host starts at once")
        .containsOnly(List.of("a"));
    assertThat(hostsOf(onEach(wholeFiles(0, 12, "a"), COSTS, Map.of())))
        .as("while executors come and go")
        .containsOnly(List.of("a"));
  }

  @Test
  void whatIsOnNoHostThatRunsTasksIsSpreadOverThoseThatDo() {
    Packing packing = onEach(wholeFiles(0, 8, "away"), COSTS, Map.of("a", 2, "b", 2));

    assertThat(hostsOf(packing)).containsOnly(List.of("away", "a"), List.of("away", "b"));
    assertThat(Collections.frequency(hostsOf(packing), List.of("away", "a"))).isEqualTo(4);
    assertThat(packing.bytesByHost()).isEqualTo(Map.of("away", 8 * 64 * MIB));
    assertThat(packing.bytes().local()).isZero();
  }

  @Test
  void hostsHaveTheirShareByWhatTheyRunAtOnce() {
    Packing packing = onEach(wholeFiles(0, 40, "a", "b"), COSTS, Map.of("a", 6, "b", 2));

    assertThat(packing.bytesByHost().get("a")).isBetween(28 * 64 * MIB, 32 * 64 * MIB);
    assertThat(packing.bytes().local()).isEqualTo(40 * 64 * MIB);
  }
}

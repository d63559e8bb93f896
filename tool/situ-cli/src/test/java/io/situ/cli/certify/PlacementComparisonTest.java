// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.config.HostMapping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlacementComparisonTest {

  private static final Map<String, Set<String>> ADDRESSES =
      Map.of(
          "10.0.0.1", Set.of("10.0.0.1"),
          "10.0.0.2", Set.of("10.0.0.2"),
          "node1", Set.of("10.0.0.1"),
          "node2", Set.of("10.0.0.2"));

  private static PlacementComparison comparison(String... hosts) throws StoreException {
    return new PlacementComparison(
        new ViewdistTool(Path.of("/v"), Map.of(), Duration.ofSeconds(1)),
        HostMapping.parse(List.of(hosts), "hosts.file"),
        host -> ADDRESSES.getOrDefault(host, Set.of()));
  }

  private static Extent extent(long from, long to, String... hosts) {
    return new Extent(from, to - from, Stream.of(hosts).map(Replica::on).toList());
  }

  private static ToolRange range(long from, long to, String... addresses) {
    return new ToolRange(
        from, to, Stream.of(addresses).map(address -> "tcp://" + address + ":3373").toList());
  }

  private static ToolLayout layout(ToolRange... ranges) {
    return new ToolLayout(List.of(ranges), Optional.empty());
  }

  @Test
  void equalAnswersInOtherPiecesAreTheSame() throws Exception {
    PlacementComparison comparison = comparison();
    assertThat(
            comparison.difference(
                30,
                List.of(extent(0, 20, "node1"), extent(20, 30, "node2")),
                layout(
                    range(0, 10, "10.0.0.1"),
                    range(10, 20, "10.0.0.1"),
                    range(20, 30, "10.0.0.2"))))
        .isEmpty();
    assertThat(comparison.hosts())
        .containsEntry("tcp://10.0.0.1:3373", "node1")
        .containsEntry("tcp://10.0.0.2:3373", "node2");
  }

  @Test
  void anotherServerIsADifferenceWithBothAnswers() throws Exception {
    assertThat(
            comparison()
                .difference(
                    20,
                    List.of(extent(0, 20, "node1")),
                    layout(range(0, 10, "10.0.0.1"), range(10, 20, "10.0.0.2"))))
        .contains("bytes 10 to 19: Situ says node1, pvfs2-viewdist says tcp://10.0.0.2:3373");
  }

  @Test
  void anotherBorderIsADifference() throws Exception {
    assertThat(
            comparison()
                .difference(
                    20,
                    List.of(extent(0, 9, "node1"), extent(9, 20, "node2")),
                    layout(range(0, 10, "10.0.0.1"), range(10, 20, "10.0.0.2"))))
        .hasValueSatisfying(text -> assertThat(text).startsWith("bytes 9 to 9: "));
  }

  @Test
  void silenceOfOneIsADifference() throws Exception {
    assertThat(comparison().difference(5, List.of(), layout(range(0, 5, "10.0.0.1"))))
        .contains("bytes 0 to 4: Situ says nothing, pvfs2-viewdist says tcp://10.0.0.1:3373");
    assertThat(comparison().difference(5, List.of(extent(0, 5, "node1")), layout()))
        .contains("bytes 0 to 4: Situ says node1, pvfs2-viewdist says nothing");
    assertThat(comparison().difference(5, List.of(), layout())).isEmpty();
    assertThat(comparison().difference(0, List.of(), layout())).isEmpty();
  }

  @Test
  void aServerIsOneHostInAllFiles() throws Exception {
    PlacementComparison comparison = comparison();
    ToolLayout unresolved = layout(range(0, 5, "10.9.9.9"));
    assertThat(comparison.difference(5, List.of(extent(0, 5, "x")), unresolved)).isEmpty();
    assertThat(comparison.difference(5, List.of(extent(0, 5, "y")), unresolved))
        .hasValueSatisfying(
            text -> assertThat(text).endsWith("(tcp://10.9.9.9:3373 is x elsewhere)"));
  }

  @Test
  void theSitesNamesDecideBeforeAddresses() throws Exception {
    ToolLayout layout = layout(range(0, 5, "10.0.0.1"));
    assertThat(
            comparison("10.0.0.1:3373\tother")
                .difference(5, List.of(extent(0, 5, "other")), layout))
        .isEmpty();
    assertThat(
            comparison("10.0.0.1:3373\tother")
                .difference(5, List.of(extent(0, 5, "node1")), layout))
        .isPresent();
  }

  @Test
  void copiesAreComparedWithoutOrder() throws Exception {
    ToolLayout both = layout(range(0, 5, "10.0.0.1", "10.0.0.2"));
    assertThat(comparison().difference(5, List.of(extent(0, 5, "node2", "node1")), both)).isEmpty();
    assertThat(comparison().difference(5, List.of(extent(0, 5, "node2", "other")), both)).isEmpty();
    ToolLayout first = layout(range(0, 5, "10.0.0.1"), range(0, 5, "10.0.0.1"));
    assertThat(comparison().difference(5, List.of(extent(0, 5, "node1")), first)).isEmpty();
    assertThat(comparison().difference(5, List.of(extent(0, 5, "node1", "node2")), first))
        .isPresent();
  }
}

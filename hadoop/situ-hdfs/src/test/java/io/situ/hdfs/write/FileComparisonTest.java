// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.BlockRange;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.write.FileComparison.State;
import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of two blocks, by what the store reports of their objects. */
class FileComparisonTest {

  private static final long MB = 1 << 20;
  private static final long CUT = 2 * MB;
  private static final long SIZE = 5 * MB;

  private final List<DatanodeInfo> nodes =
      Stream.of("node1", "node2", "node3").map(FileComparisonTest::node).toList();
  private FileComparison comparison;

  @BeforeEach
  void prepare() throws IOException {
    ClientProtocol nameNode =
        (ClientProtocol)
            Proxy.newProxyInstance(
                ClientProtocol.class.getClassLoader(),
                new Class<?>[] {ClientProtocol.class},
                (proxy, method, arguments) -> nodes.toArray(DatanodeInfo[]::new));
    comparison = new FileComparison(DataNodes.living(nameNode));
  }

  private static DatanodeInfo node(String name) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setIpAddr("127.0.0.1")
        .setHostName(name)
        .setDatanodeUuid(name)
        .build();
  }

  /** A file whose blocks are served by the nodes of these numbers. */
  private HdfsFileInfo file(List<Integer> first, List<Integer> second) {
    return file(block(0, CUT, first), block(CUT, SIZE - CUT, second));
  }

  private static HdfsFileInfo file(LocatedBlock first, LocatedBlock second) {
    List<LocatedBlock> blocks = List.of(first, second);
    HdfsFileStatus status =
        new HdfsFileStatus.Builder()
            .length(SIZE)
            .replication(2)
            .fileId(7)
            .locations(new LocatedBlocks(SIZE, false, blocks, blocks.get(1), true, null, null))
            .build();
    LinkedBlock mark = item(List.of()).whole();
    return new HdfsFileInfo(
        "/target/file", (HdfsLocatedFileStatus) status, Optional.of(mark), Optional.empty());
  }

  private LocatedBlock block(long offset, long length, List<Integer> serving) {
    return block(offset, length, serving, false);
  }

  private LocatedBlock block(long offset, long length, List<Integer> serving, boolean bad) {
    DatanodeInfo[] locations = serving.stream().map(nodes::get).toArray(DatanodeInfo[]::new);
    ExtendedBlock block = new ExtendedBlock("BP-1", 100 + offset, length, 5);
    return new LocatedBlock(block, locations, null, null, offset, bad, null);
  }

  private static AttachItem item(List<Extent> extents) {
    StoreObject object =
        new StoreObject(
                StorePath.of("/tree/file"),
                StoreObject.Kind.FILE,
                SIZE,
                new Attributes("a", "a", 0644, 0, 0),
                new StoreObject.Version(3, 4))
            .withExtents(extents);
    return AttachItem.of("data", object, "/file");
  }

  private static Extent extent(long offset, long length, String... hosts) {
    return new Extent(offset, length, Stream.of(hosts).map(Replica::on).toList());
  }

  private State state(HdfsFileInfo file, AttachItem source) {
    return comparison.state(Optional.of(file), source);
  }

  @Test
  void blocksOfUnknownPlacementAreRightWhereTheyAreServed() {
    HdfsFileInfo file = file(List.of(0, 1), List.of(2));

    assertThat(state(file, item(List.of()))).isEqualTo(State.SAME);
    assertThat(state(file, item(List.of(extent(0, SIZE))))).isEqualTo(State.SAME);
    assertThat(comparison.missing(file, item(List.of()))).isEmpty();
  }

  @Test
  void aBlockOfUnknownPlacementThatIsNotServedIsLinkedAgain() {
    HdfsFileInfo file = file(List.of(0, 1), List.of());
    AttachItem source = item(List.of());

    assertThat(state(file, source)).isEqualTo(State.FEWER);
    List<FileUnderConstruction.Pending> missing = comparison.missing(file, source);

    assertThat(missing).hasSize(1);
    assertThat(missing.get(0).order().id()).isEqualTo(100 + CUT);
    assertThat(missing.get(0).order().link().offset()).isEqualTo(CUT);
    assertThat(missing.get(0).order().link().length()).isEqualTo(SIZE - CUT);
    assertThat(missing.get(0).nodes()).hasSize(1);
  }

  @Test
  void aPartOfUnknownPlacementIsCutAsTheFileIs() {
    List<Extent> extents = new ArrayList<>();
    extents.add(extent(0, CUT, "node1", "node2"));
    extents.add(extent(CUT, SIZE - CUT));

    assertThat(state(file(List.of(0, 1), List.of(2)), item(extents))).isEqualTo(State.SAME);
    assertThat(state(file(List.of(1, 2), List.of(2)), item(extents))).isEqualTo(State.DIFFERENT);
  }

  @Test
  void knownPlacementSaysHowAFileIsCut() {
    HdfsFileInfo file = file(List.of(0, 1), List.of(2));

    assertThat(state(file, item(List.of(extent(0, SIZE, "node1", "node2")))))
        .isEqualTo(State.DIFFERENT);
    assertThat(
            state(
                file,
                item(List.of(extent(0, CUT, "node1", "node2"), extent(CUT, SIZE - CUT, "node3")))))
        .isEqualTo(State.SAME);
    assertThat(state(file, item(List.of(extent(0, MB, "node1"), extent(MB, SIZE - MB)))))
        .isEqualTo(State.DIFFERENT);
  }

  @Test
  void aFileThatIsMadeAgainKeepsTheBlocksAndHostsThatTheStoreDoesNotReport() {
    HdfsFileInfo file = file(List.of(0, 1), List.of());
    AttachItem source = item(List.of());

    AttachItem again = comparison.keepPlacement(file, source);

    assertThat(again.cuts())
        .containsExactly(
            new BlockRange(0, CUT, List.of("node1", "node2"), 0),
            new BlockRange(CUT, SIZE - CUT, List.of(), 0));
    assertThat(again.object()).isEqualTo(source.object());
  }

  @Test
  void aFileThatIsMadeAgainIsCutAsTheStoreReportsWhereItDoes() {
    List<Extent> other = List.of(extent(0, MB, "node3"), extent(MB, SIZE - MB));
    AttachItem source = item(other);

    assertThat(comparison.keepPlacement(file(List.of(0, 1), List.of(2)), source)).isEqualTo(source);
  }

  @Test
  void aFileThatIsMadeAgainAvoidsTheHostsOfBadReplicas() {
    AttachItem source = item(List.of());
    HdfsFileInfo shared =
        file(block(0, CUT, List.of(0, 1)), block(CUT, SIZE - CUT, List.of(1), true));

    assertThat(comparison.avoidBadReplicas(shared, source, Set.of()).cuts())
        .extracting(BlockRange::hosts)
        .first()
        .isEqualTo(List.of("node1"));
    for (int i = 0; i < 3; i++) {
      assertThat(comparison.avoidBadReplicas(shared, source, Set.of()).cuts().get(1).hosts())
          .hasSize(1)
          .doesNotContain("node2");
    }
    assertThat(comparison.avoidBadReplicas(shared, source, Set.of("node1")).cuts())
        .extracting(BlockRange::hosts)
        .containsExactly(List.of("node3"), List.of("node3"));
  }

  @Test
  void whereAllHostsHaveBadReplicasAnyIsTried() {
    HdfsFileInfo all =
        file(block(0, CUT, List.of(0, 1), true), block(CUT, SIZE - CUT, List.of(2), true));

    assertThat(comparison.avoidBadReplicas(all, item(List.of()), Set.of()).cuts())
        .allSatisfy(cut -> assertThat(cut.hosts()).hasSize(1));
  }
}

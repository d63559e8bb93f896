// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.SkippedObject;
import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What attaching would do with files that change hosts every so many bytes. */
final class AttachPlanTest {

  private static final long KB = 1 << 10;
  private static final long MB = 1 << 20;

  /** Three hosts in turn. */
  private static StoreObject file(String name, long size, long piece) {
    List<Extent> extents = new ArrayList<>();
    for (long at = 0; at < size && piece > 0; at += piece) {
      String host = "node" + at / piece % 3;
      extents.add(new Extent(at, Math.min(piece, size - at), List.of(Replica.on(host))));
    }
    return new StoreObject(
            StorePath.of(name),
            StoreObject.Kind.FILE,
            size,
            new Attributes("a", "a", 0644, 0, 0),
            new StoreObject.Version(1, 1))
        .withExtents(extents);
  }

  private static AttachPlan plan(StoreObject... files) throws Exception {
    AttachedTree tree = AttachedTree.now("store", "id", StorePath.ROOT);
    return AttachPlan.of(
        tree, AttachObjects.of(List.of(files).iterator()), SkippedObject.Taker.NONE);
  }

  @Test
  void piecesThatMayBeBlocksAreLocalToTheLastByte() throws Exception {
    AttachPlan plan = plan(file("/a", 12 * MB, 4 * MB), file("/b", MB, 4 * MB));
    assertThat(plan.summary().files()).isEqualTo(2);
    assertThat(plan.summary().get(Count.BLOCKS)).isEqualTo(4);
    assertThat(plan.summary().get(Count.LOCAL_BYTES)).isEqualTo(13 * MB);
    assertThat(plan.piece()).hasValue(4 * MB);
    assertThat(plan.unplaced()).isZero();
  }

  @Test
  void shorterPiecesMakeBlocksThatReachOverHosts() throws Exception {
    AttachPlan plan = plan(file("/a", 3 * MB, 256 * KB));
    assertThat(plan.piece()).hasValue(256 * KB);
    assertThat(plan.summary().get(Count.LOCAL_BYTES)).isLessThan(2 * MB).isPositive();
  }

  @Test
  void noFileIsCutIntoMoreBlocksThanHdfsTakes() throws Exception {
    AttachPlan plan = plan(file("/a", 50_000 * MB, 4 * MB), file("/b", 39_000 * MB, 4 * MB));
    assertThat(plan.joined()).isEqualTo(1);
    assertThat(plan.summary().get(Count.BLOCKS)).isEqualTo(6_250 + 9_750);
    assertThat(plan.summary().get(Count.LOCAL_BYTES)).isEqualTo((25_000 + 39_000) * MB);
  }

  @Test
  void theLeastBlockKeepsWithinTheMostBlocks() {
    for (long size : new long[] {0, 1, MB, 10_000 * MB, 10_000 * MB + 1, 1L << 50}) {
      long least = AttachItem.leastBlock(size);
      assertThat(least % MB).isZero();
      assertThat(least).isPositive();
      assertThat(size / least).isLessThanOrEqualTo(AttachPlan.MAX_BLOCKS);
    }
    assertThat(AttachItem.leastBlock(10_000 * MB)).isEqualTo(MB);
  }

  @Test
  void whatTheStoreDoesNotReportIsNotLocal() throws Exception {
    AttachPlan plan = plan(file("/a", 3 * MB, 0));
    assertThat(plan.unplaced()).isEqualTo(3 * MB);
    assertThat(plan.summary().get(Count.LOCAL_BYTES)).isZero();
    assertThat(plan.piece()).isEmpty();
  }
}

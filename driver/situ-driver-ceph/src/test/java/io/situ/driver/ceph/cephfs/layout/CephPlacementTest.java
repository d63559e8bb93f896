// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.driver.ceph.cluster.SmallPgMap;
import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CephPlacementTest {

  @Test
  void extentsOfAnUnknownPoolAreNotReported() {
    FileLayout layout = new FileLayout(4, 1, 4, "gone", "");
    assertThat(new CephExtentMapper(SmallPgMap.parse(), true).extents(layout, 1, 0, 9)).isEmpty();
  }

  /** Eight exbibytes in objects of 4 MiB are two million millions of pieces. */
  @Test
  void ofAGiantTheFirstPiecesAreReportedAndThatIsSaid() throws Exception {
    StoreWarnings notices = new StoreWarnings();
    PgMapCache maps = SmallPgMap.cache(notices);
    String layout = "stripe_unit=4194304 stripe_count=1 object_size=4194304 pool=data";
    CephPlacement placement =
        new CephPlacement((path, name) -> layout.getBytes(StandardCharsets.UTF_8), maps);
    StoreObject giant =
        new StoreObject(
            StorePath.of("/giant"),
            StoreObject.Kind.FILE,
            Long.MAX_VALUE,
            new Attributes("root", "root", 0644, 0, 0),
            new StoreObject.Version(7, 1));
    assertThat(placement.extents(giant, 0, 10L << 22)).hasSize(10);
    assertThat(notices.sentences()).isEmpty();
    for (long offset : new long[] {0, 1, 5L << 40}) {
      List<Extent> extents = placement.extents(giant, offset, Long.MAX_VALUE - offset);
      assertThat(extents).hasSize(Extent.MAX_COUNT);
      assertThat(extents.get(0).offset()).isEqualTo(offset);
    }
    assertThat(notices.sentences()).singleElement().asString().contains("'/giant'");
    assertThat(notices.anyFault()).isFalse();
  }
}

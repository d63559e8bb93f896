// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.driver.ceph.cluster.SmallPgMap;
import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CephPlacementTest {

  private static final String LAYOUT =
      "stripe_unit=4194304 stripe_count=1 object_size=4194304 pool=data";

  /** A file system that says which cluster it is in, or does not. */
  private record Reported(Optional<String> cluster) implements VirtualXattrs {
    @Override
    public byte[] xattr(StorePath path, String name) throws StoreException {
      if (name.equals(FileLayout.ATTRIBUTE)) {
        return LAYOUT.getBytes(StandardCharsets.UTF_8);
      }
      assertThat(name).isEqualTo("ceph.cluster_fsid");
      assertThat(path).isEqualTo(StorePath.ROOT);
      return cluster
          .orElseThrow(() -> new StoreException(Kind.NO_ATTRIBUTE, path, "no such attribute"))
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  private static StoreObject file(long size) {
    return new StoreObject(
        StorePath.of("/giant"),
        StoreObject.Kind.FILE,
        size,
        new Attributes("root", "root", 0644, 0, 0),
        new StoreObject.Version(7, 1));
  }

  /** Pools of two clusters may have one name, and a host may have mounted both. */
  @Test
  void theMapOfAnotherClusterIsNotUsed() throws Exception {
    StoreWarnings notices = new StoreWarnings();
    PgMapCache maps = SmallPgMap.cacheNamed("f-1", notices);
    StoreObject file = file(1 << 20);
    for (Optional<String> same : List.of(Optional.of("f-1"), Optional.<String>empty())) {
      CephPlacement placement = new CephPlacement(new Reported(same), maps);
      assertThat(placement.extents(file, 0, file.size())).hasSize(1);
      assertThat(placement.ofNearest().within(file, 0, file.size())).hasSize(1);
    }
    CephPlacement unnamed =
        new CephPlacement(new Reported(Optional.of("f-2")), SmallPgMap.cache(notices));
    assertThat(unnamed.extents(file, 0, file.size())).hasSize(1);
    assertThat(notices.sentences()).isEmpty();

    CephPlacement other = new CephPlacement(new Reported(Optional.of("f-2")), maps);
    assertThat(other.extents(file, 0, file.size())).isEmpty();
    assertThat(other.ofNearest().within(file, 0, file.size())).isEmpty();
    assertThat(other.extents(file, LAYOUT, 0, file.size())).isEmpty();
    assertThat(notices.sentences())
        .singleElement()
        .asString()
        .contains("is in the cluster f-2, and 'ceph' asks the cluster f-1");
  }

  /** Such as a session that has ended. */
  @Test
  void aClusterThatCouldNotBeAskedForIsAskedForAgain() throws Exception {
    PgMapCache maps = SmallPgMap.cacheNamed("f-1", new StoreWarnings());
    List<Kind> failures = new ArrayList<>(List.of(Kind.UNAVAILABLE, Kind.PERMISSION_DENIED));
    VirtualXattrs reported =
        (path, name) -> {
          if (name.equals("ceph.cluster_fsid") && !failures.isEmpty()) {
            throw new StoreException(failures.remove(0), path, "not now");
          }
          return new Reported(Optional.of("f-2")).xattr(path, name);
        };
    CephPlacement placement = new CephPlacement(reported, maps);
    StoreObject file = file(1 << 20);

    assertThat(placement.extents(file, 0, file.size())).hasSize(1);
    assertThat(placement.extents(file, 0, file.size())).hasSize(1);
    assertThat(placement.extents(file, 0, file.size())).isEmpty();
  }

  @Test
  void aLayoutThatIsDeniedIsNoFaultOfTheStore() throws Exception {
    StoreWarnings notices = new StoreWarnings();
    VirtualXattrs denying =
        (path, name) -> {
          throw new StoreException(Kind.PERMISSION_DENIED, path, "it may not be read");
        };
    CephPlacement placement = new CephPlacement(denying, SmallPgMap.cache(notices));
    StoreObject file = file(1 << 20);
    assertThatThrownBy(() -> placement.ofNearest().within(file, 0, file.size()))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.PERMISSION_DENIED));
    assertThat(notices.sentences()).isEmpty();
  }

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
    CephPlacement placement = new CephPlacement(new Reported(Optional.empty()), maps);
    StoreObject giant = file(Long.MAX_VALUE);
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

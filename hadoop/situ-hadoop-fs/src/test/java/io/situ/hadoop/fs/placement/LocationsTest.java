// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.BlockLocation;
import org.junit.jupiter.api.Test;

/** Files of any size have few enough blocks, and lose no placement for their many pieces. */
final class LocationsTest {

  private static final long MB = 1 << 20;

  private final List<StoreObject> objects = new ArrayList<>();
  private final BlockLocations locations =
      new BlockLocations(new Pieces(), Optional.empty(), 128 * MB);

  /** Lists the objects, whose pieces of 4 MiB lie on two hosts in turn. */
  private final class Pieces extends ForwardingStore {

    Pieces() {
      super(new MemoryStore(new MemorySettings().withPlacement(object -> List.of())));
    }

    @Override
    public List<Extent> placement(StoreObject object, long offset, long length) {
      List<Extent> extents = new ArrayList<>();
      for (long at = 0; at < object.size() && extents.size() < Extent.MAX_COUNT; at += 4 * MB) {
        String host = at / MB % 8 == 0 ? "even" : "odd";
        long size = Math.min(4 * MB, object.size() - at);
        extents.add(new Extent(at, size, List.of(Replica.on(host))));
      }
      return extents;
    }

    @Override
    public Listing list(StorePath directory, Listing.Options options) {
      var all = objects.iterator();
      return new Listing() {
        @Override
        public StoreObject next() {
          if (!all.hasNext()) {
            return null;
          }
          StoreObject object = all.next();
          return Listing.placed(object, placement(object, 0, object.size()));
        }

        @Override
        public void close() {}
      };
    }
  }

  private static StoreObject file(long size) {
    return new StoreObject(
        StorePath.of("/file"),
        StoreObject.Kind.FILE,
        size,
        new Attributes("root", "root", 0644, 0, 0),
        new StoreObject.Version(7, 1));
  }

  @Test
  void aGiantHasLargerBlocks() throws StoreException {
    StoreObject giant = file(Long.MAX_VALUE);
    BlockLocation[] blocks = locations.blocks(giant, 0, Long.MAX_VALUE);
    assertThat(blocks.length).isLessThanOrEqualTo(1 << 17);
    assertThat(blocks[0].getLength()).isEqualTo(locations.blockSize(giant));
    assertThat(blocks[blocks.length - 1].getOffset() + blocks[blocks.length - 1].getLength())
        .isEqualTo(Long.MAX_VALUE);
    assertThat(locations.blockSize(file(1L << 40))).isEqualTo(128 * MB);
    assertThat(locations.blockSize(file(0))).isEqualTo(128 * MB);
  }

  @Test
  void aFileOfManyPiecesIsListedWithItsPlaces() throws StoreException {
    objects.add(file(8 * MB));
    objects.add(file(8L << 30));
    List<BlockLocation[]> blocks = new ArrayList<>();
    try (Listing listing = locations.list(StorePath.ROOT, Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        blocks.add(locations.blocks(next));
      }
    }
    assertThat(blocks.get(0)).hasSize(1);
    assertThat(blocks.get(1)).hasSize(64);
    assertThat(blocks.get(1)).allSatisfy(block -> assertThat(block.getHosts()).hasSize(2));
  }

  @Test
  void aFileWhosePlacementIsDeniedHasBlocksWithoutHosts() throws IOException {
    ForwardingStore denying =
        new ForwardingStore(
            new MemoryStore(new MemorySettings().withPlacement(object -> List.of()))) {
          @Override
          public List<Extent> placement(StoreObject object, long offset, long length)
              throws StoreException {
            throw new StoreException(Kind.PERMISSION_DENIED, object.path(), "it may not be read");
          }
        };
    BlockLocations denied = new BlockLocations(denying, Optional.empty(), 128 * MB);
    StoreObject file = file(8 * MB);

    assertThat(denied.extents(file, 0, 8 * MB)).isEmpty();
    BlockLocation[] blocks = denied.blocks(file, 0, 8 * MB);
    assertThat(blocks).hasSize(1);
    assertThat(blocks[0].getLength()).isEqualTo(8 * MB);
    assertThat(blocks[0].getHosts()).isEmpty();
  }
}

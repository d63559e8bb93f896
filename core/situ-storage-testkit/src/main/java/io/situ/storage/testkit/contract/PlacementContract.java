// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class PlacementContract extends ContractTopic {

  private static final int SIZE = 3_000_000;

  private static void checkWithin(List<Extent> extents, long offset, long end) {
    long at = offset;
    for (Extent extent : extents) {
      assertThat(extent.offset()).isGreaterThanOrEqualTo(at);
      assertThat(extent.end()).isLessThanOrEqualTo(end);
      assertThat(extent.replicas()).isNotEmpty();
      at = extent.end();
    }
  }

  @Test
  void extentsLieWithinTheRange() throws StoreException {
    StoreObject object = store().stat(write("f", pattern(SIZE, 1)), true);
    long[][] ranges = {
      {0, SIZE}, {0, 1}, {1, 1}, {SIZE - 1, 1}, {1_000_000, 1_500_000}, {SIZE - 1, Long.MAX_VALUE}
    };
    for (long[] range : ranges) {
      long end = Math.min(SIZE, range[0] + Math.min(range[1], SIZE));
      checkWithin(store().placement(object, range[0], range[1]), range[0], end);
    }
  }

  @Test
  void nothingIsSaidOfNothing() throws StoreException {
    StoreObject object = store().stat(write("f", pattern(1000, 1)), true);
    assertThat(store().placement(object, 10, 0)).isEmpty();
    assertThat(store().placement(object, 1000, 1)).isEmpty();
    assertThat(store().placement(object, 5000, Long.MAX_VALUE)).isEmpty();
    StoreObject empty = store().stat(write("empty", ""), true);
    assertThat(store().placement(empty, 0, 1)).isEmpty();
  }

  @Test
  void withoutPlacementNothingIsSaid() throws StoreException {
    if (!can(Capability.PLACEMENT)) {
      StoreObject object = store().stat(write("f", pattern(1000, 1)), true);
      assertThat(store().placement(object, 0, 1000)).isEmpty();
      assertThat(
              list(directory(), Listing.Options.FLAT.withPlacement()).get(object.path()).extents())
          .isEmpty();
    }
  }

  @Test
  void aListingSaysTheSame() throws StoreException {
    StoreObject object = store().stat(write("f", pattern(SIZE, 1)), true);
    mkdir("d");
    List<Extent> extents = store().placement(object, 0, SIZE);
    for (Listing.Options options : List.of(Listing.Options.FLAT, Listing.Options.RECURSIVE)) {
      var listed = list(directory(), options.withPlacement());
      assertThat(listed.get(object.path()).extents()).isEqualTo(extents);
      assertThat(listed.get(path("d")).extents()).isEmpty();
    }
  }
}

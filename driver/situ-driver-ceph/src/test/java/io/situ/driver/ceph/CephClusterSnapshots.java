// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Frozen files beyond what the contract asks. */
final class CephClusterSnapshots {

  private static final int MB = 1 << 20;
  private static final StorePath FILE = StorePath.of("/f");

  private static byte firstByte(Store store, StorePath path) throws Exception {
    try (ReadHandle file = store.open(path, ReadHandle.Options.DEFAULT)) {
      ByteBuffer buffer = ByteBuffer.allocateDirect(1);
      assertThat(file.read(0, buffer)).isEqualTo(1);
      return buffer.get(0);
    }
  }

  @Test
  void frozenFilesAreWhereTheyWereAndNeverThoseOfToday() throws Exception {
    Path directory = Files.createDirectories(CephTestCluster.mount().resolve("frozen"));
    Files.write(directory.resolve("f"), new byte[20 * MB]);
    try (Store store = CephTestCluster.open("frozen", "read", "native");
        Store.Snapshot snapshot = store.snapshot(StorePath.ROOT, "label")) {
      StoreObject today = store.stat(FILE, true);
      StorePath path = snapshot.path().child("f");
      StoreObject frozen = store.stat(path, true);
      assertThat(store.placement(frozen, 0, frozen.size()))
          .hasSize(5)
          .isEqualTo(store.placement(today, 0, today.size()));

      Files.write(directory.resolve("f"), new byte[] {1});
      assertThat(firstByte(store, FILE)).isOne();
      assertThat(firstByte(store, path)).isZero();
      Files.createSymbolicLink(directory.resolve("link"), Path.of(".snap/label/f"));
      assertThat(firstByte(store, StorePath.of("/link"))).isZero();
      try (Store within = CephTestCluster.open("frozen/.snap/label", "read", "native")) {
        assertThat(firstByte(within, FILE)).isZero();
      }
    }
  }

  private static Set<String> scanned(Store store, StorePath directory) throws Exception {
    Set<String> names = new TreeSet<>();
    try (Listing listing = store.list(directory, Listing.Options.FLAT.withScan())) {
      for (StoreObject entry = listing.next(); entry != null; entry = listing.next()) {
        names.add(entry.path().name());
        if (entry.isDirectory()) {
          names.addAll(scanned(store, entry.path()));
        }
      }
    }
    return names;
  }

  @Test
  void frozenDirectoriesAreListedAsTheyWere() throws Exception {
    Path directory = Files.createDirectories(CephTestCluster.mount().resolve("frozen-names/d"));
    Files.createFile(directory.resolve("then"));
    try (Store store = CephTestCluster.open("frozen-names");
        Store.Snapshot snapshot = store.snapshot(StorePath.ROOT, "label")) {
      Files.move(directory.resolve("then"), directory.resolve("now"));
      Files.createSymbolicLink(directory.resolveSibling("link"), Path.of(".snap/label"));
      assertThat(scanned(store, StorePath.ROOT)).containsExactly("d", "link", "now");
      assertThat(scanned(store, snapshot.path())).containsExactly("d", "then");
      assertThat(scanned(store, StorePath.of("/link"))).containsExactly("d", "then");
      try (Store within = CephTestCluster.open("frozen-names/.snap/label")) {
        assertThat(scanned(within, StorePath.ROOT)).containsExactly("d", "then");
      }
    }
  }

  @Test
  void namesThatCephFsDoesNotTakeAreRefused() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("named"));
    try (Store store = CephTestCluster.open("named")) {
      for (String label : new String[] {"", ".", "_x", "a/b", "x".repeat(300)}) {
        assertThatThrownBy(() -> store.snapshot(StorePath.ROOT, label))
            .isInstanceOfSatisfying(
                StoreException.class,
                e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_NAME));
      }
    }
  }
}

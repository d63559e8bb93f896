// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.driver.ceph.cephfs.client.FakeCephFs;
import io.situ.storage.Listing;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store on files in memory with the directory {@code /d}, which gives back all that it took. */
abstract class InMemoryFixture {

  static final StorePath OLD = StorePath.of("/d/old");
  static final StorePath NEW = StorePath.of("/d/new");
  static final StorePath OTHER = StorePath.of("/d/other");

  final FakeCephFs files = new FakeCephFs();
  LibCephFsStore store;

  @BeforeEach
  void openStore() throws IOException {
    store = InMemoryStore.open(files);
    store.mkdir(StorePath.of("/d"), 0755);
  }

  @AfterEach
  void closeStore() {
    store.close();
    assertThat(files.held()).isZero();
  }

  void write(StorePath path, String text) throws StoreException {
    write(path, text, WriteHandle.Options.REPLACE);
  }

  void write(StorePath path, String text, WriteHandle.Options how) throws StoreException {
    StoreFiles.writeAll(store, path, ByteBuffer.wrap(text.getBytes(UTF_8)), how);
  }

  String read(StorePath path) throws StoreException {
    return new String(StoreFiles.readAll(store, path, 1 << 20), UTF_8);
  }

  interface Act {
    void run() throws StoreException;
  }

  /** Has another client do something before the next call of that name. */
  void before(String call, Act act) {
    files.runBefore(
        call,
        () -> {
          try {
            act.run();
          } catch (StoreException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** What a rename that fails throws. */
  StoreException failure(RenameMode mode) {
    return catchThrowableOfType(StoreException.class, () -> store.rename(OLD, NEW, mode));
  }

  /** What is in the directory. */
  List<StorePath> names() throws StoreException {
    List<StorePath> paths = new ArrayList<>();
    try (Listing listing = store.list(StorePath.of("/d"), Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        paths.add(next.path());
      }
    }
    return paths;
  }

  /** What is in the directory under a hidden name. */
  StorePath hidden() throws StoreException {
    return names().stream()
        .filter(path -> path.name().startsWith(".situ-"))
        .findAny()
        .orElseThrow();
  }
}

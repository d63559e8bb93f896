// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.EntriesStore;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.refresh.Refresher;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scan does not follow a directory that is exchanged for a link to another user's. */
class ExchangedDirectoryScanTest {

  private static final StorePath TOP = StorePath.of("/alice");
  private static final StorePath SUB = StorePath.of("/alice/sub");
  private static final StorePath FILE = StorePath.of("/alice/sub/f");

  @TempDir Path directory;

  private final MemoryStore store = new MemoryStore();
  private final Store exchanging = new Exchanging(store);

  @BeforeEach
  void makeTrees() throws StoreException {
    for (String text : new String[] {"/bob", "/alice", "/alice/sub"}) {
      store.mkdir(StorePath.of(text), 0755);
    }
    write("/bob/secret", "secret");
    write("/bob/f", "other1");
    write("/alice/sub/f", "mine12");
  }

  private void write(String path, String text) throws StoreException {
    WriteHandle.Options options = WriteHandle.Options.REPLACE;
    StoreFiles.writeAll(store, StorePath.of(path), ByteBuffer.wrap(text.getBytes()), options);
  }

  /** Exchanges the directory in the moment before it, or a file in it, is opened. */
  private static final class Exchanging extends ForwardingStore {
    private boolean listing;
    private boolean opening;

    Exchanging(Store store) {
      super(store);
    }

    private void exchange() throws StoreException {
      delegate().rename(SUB, StorePath.of("/alice/aside"), RenameMode.NO_REPLACE);
      delegate().createSymlink(SUB, "../bob");
    }

    @Override
    public Listing list(StorePath path, Listing.Options options) throws StoreException {
      if (listing && path.equals(SUB)) {
        listing = false;
        exchange();
      }
      return super.list(path, options);
    }

    @Override
    public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
      if (opening && path.equals(FILE)) {
        opening = false;
        exchange();
      }
      return super.open(path, options);
    }
  }

  private Manifest scan(ScanOptions options) throws IOException {
    return Scanner.scan(exchanging, TOP, directory, options);
  }

  private List<String> paths() throws IOException {
    return Snapshots.objects(Snapshots.current(directory).rows()).stream()
        .map(StoreObject::path)
        .map(StorePath::toString)
        .toList();
  }

  @Test
  void itIsNotListedAndNamed() throws IOException {
    ((Exchanging) exchanging).listing = true;
    Manifest manifest = scan(ScanOptions.DEFAULT.withParallelism(1));
    assertThat(paths()).containsExactly("/alice");
    assertThat(manifest.skipped()).containsExactly(skipped("changed", "/alice/sub"));
  }

  private static Manifest.Skipped skipped(String reason, String path) {
    return new Manifest.Skipped(reason, 1, List.of(path));
  }

  @Test
  void nothingInItIsRead() throws IOException {
    ((Exchanging) exchanging).opening = true;
    Manifest manifest = scan(ScanOptions.DEFAULT.withChecksums(true));
    assertThat(paths()).containsExactly("/alice", "/alice/sub", "/alice/sub/f");
    assertThat(manifest.skipped()).containsExactly(skipped("no-checksum: changed", "/alice/sub/f"));
  }

  /** A feed names a path that leads through the link by the time it is looked at. */
  @Test
  void aRefreshDoesNotLookBehindIt() throws IOException {
    scan(ScanOptions.DEFAULT);
    write("/alice/sub/secret", "mine");
    ((Exchanging) exchanging).exchange();
    Refresher.refresh(exchanging, directory, ScanOptions.DEFAULT);
    assertThat(paths())
        .containsExactly(
            "/alice", "/alice/aside", "/alice/aside/f", "/alice/aside/secret", "/alice/sub");
  }

  /** A feed names a directory of which only the entries are looked at again. */
  @Test
  void aRefreshDoesNotCompareItsEntries() throws IOException {
    Store entries = new EntriesStore(exchanging);
    Scanner.scan(entries, TOP, directory, ScanOptions.DEFAULT);
    write("/alice/sub/g", "mine");
    ((Exchanging) exchanging).listing = true;
    Refresher.refresh(entries, directory, ScanOptions.DEFAULT);
    assertThat(paths()).noneMatch(path -> path.endsWith("secret"));
  }
}

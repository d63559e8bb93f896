// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.path.HadoopErrors;
import io.situ.hadoop.fs.path.HadoopPaths;
import io.situ.hadoop.fs.placement.BlockLocations;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Renames on a store whose versions are times of whole seconds, without an identity. */
final class RenameOperationTest {

  private final Store store = new CoarseVersions(new MemoryStore(new MemorySettings()));
  private RenameOperation renames;

  private static final class CoarseVersions extends ForwardingStore {

    CoarseVersions(Store store) {
      super(store);
    }

    @Override
    public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
      StoreObject object = super.stat(path, followLink);
      return new StoreObject(
          object.path(),
          object.kind(),
          object.size(),
          object.attributes(),
          new StoreObject.Version(0, 1),
          object.linkTarget(),
          object.extents(),
          object.checksum());
    }
  }

  @BeforeEach
  void fill() throws IOException {
    HadoopPaths paths = new HadoopPaths(URI.create("situ://store"));
    BlockLocations locations = new BlockLocations(store, Optional.empty(), 1 << 20);
    renames =
        new RenameOperation(
            new StoreContext(store, paths, new HadoopErrors(paths), locations, 1 << 20));
    for (String file : new String[] {"/one", "/two"}) {
      store.create(path(file), WriteHandle.Options.EXCLUSIVE).close();
    }
    store.createSymlink(path("/link"), "one");
  }

  private static StorePath path(String text) {
    return StorePath.of(text);
  }

  @Test
  void aLinkReplacesAnotherFileOfTheSameSizeAndTime() throws IOException {
    renames.rename(path("/link"), path("/two"), true);

    assertThat(store.stat(path("/two"), false).linkTarget()).contains("one");
  }

  @Test
  void aLinkDoesNotReplaceTheFileThatItLeadsTo() {
    assertThatThrownBy(() -> renames.rename(path("/link"), path("/one"), true))
        .hasMessageContaining("it is what the link '/link' leads to");
  }
}

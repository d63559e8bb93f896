// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.path.HadoopErrors;
import io.situ.hadoop.fs.path.HadoopPaths;
import io.situ.hadoop.fs.placement.BlockLocations;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links in a store whose root is at no place of the host. */
class SymlinkOperationsTest {

  private static final URI URI_OF_STORE = URI.create("situ://store");

  private final Store store = new Nowhere(new MemoryStore(new MemorySettings()));
  private SymlinkOperations links;

  private static final class Nowhere extends ForwardingStore {

    Nowhere(Store store) {
      super(store);
    }

    @Override
    public Info info() {
      Info info = super.info();
      return Info.remote(info.name(), info.driver(), info.identity(), "nowhere:/");
    }
  }

  @BeforeEach
  void fill() throws StoreException {
    FileSystem.enableSymlinks();
    HadoopPaths paths = new HadoopPaths(URI_OF_STORE);
    BlockLocations locations = new BlockLocations(store, Optional.empty(), 1 << 20);
    links =
        new SymlinkOperations(
            new StoreContext(store, paths, new HadoopErrors(paths), locations, 1 << 20),
            URI_OF_STORE);
    for (String directory : new String[] {"/a", "/a/b", "/a/b/c", "/x"}) {
      store.mkdir(StorePath.of(directory), 0755);
    }
    store.create(StorePath.of("/x/y"), WriteHandle.Options.EXCLUSIVE).close();
    store.createSymlink(StorePath.of("/short"), "a/b/c");
  }

  @ParameterizedTest
  @CsvSource({
    "/link, /x/y, x/y",
    "/a/b/link, /x/y, ../../x/y",
    "/short/link, /x/y, ../../../x/y",
    "/a/link, /, ../",
    "/link, /, .",
    "/a/link, situ://store/x, ../x",
  })
  void anAbsoluteTargetIsWrittenAsTheWayToIt(String link, String target, String text)
      throws IOException {
    links.create(new Path(target), StorePath.of(link));

    assertThat(store.stat(StorePath.of(link), false).linkTarget()).contains(text);
    assertThat(store.stat(StorePath.of(link), true).path()).isNotNull();
    assertThat(links.status(new Path(URI_OF_STORE + link)).getSymlink())
        .isEqualTo(new Path(URI_OF_STORE + new Path(target).toUri().getPath()));
  }

  @ParameterizedTest
  @CsvSource({"/a/b/link, /x/y, /x/y", "/short/link, /x/y, /x/y", "/a/b/link, ../b/c, ../b/c"})
  void theTargetIsReportedAsItWasMeant(String link, String target, String reported)
      throws IOException {
    links.create(new Path(target), StorePath.of(link));

    assertThat(links.target(new Path(URI_OF_STORE + link))).isEqualTo(new Path(reported));
  }

  @Test
  void aWayThatLeadsOutIsReportedAsItIsWritten() throws IOException {
    store.createSymlink(StorePath.of("/a/out"), "../../x");

    assertThat(links.target(new Path(URI_OF_STORE + "/a/out"))).isEqualTo(new Path("../../x"));
  }
}

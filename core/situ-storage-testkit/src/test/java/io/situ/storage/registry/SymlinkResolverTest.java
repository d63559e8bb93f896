// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.fault.RecordingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymlinkResolverTest {

  private static final int DEPTH = 400;

  private final RecordingStore store = new RecordingStore(new MemoryStore());
  private final SymlinkResolver paths = new SymlinkResolver(store);

  private void mkdir(String path) throws StoreException {
    store.mkdir(StorePath.of(path), 0755);
  }

  private void link(String path, String target) throws StoreException {
    store.createSymlink(StorePath.of(path), target);
  }

  private String real(String path) {
    return paths.of(StorePath.of(path)).toString();
  }

  @Test
  void linksAnywhereOnThePathAreFollowed() throws StoreException {
    mkdir("/mnt");
    mkdir("/mnt/d");
    link("/data", "/mnt");
    link("/mnt/d/up", "..");
    link("/mnt/abs", "/data/d");
    assertThat(real("/data/d/f")).isEqualTo("/data/d/f");
    store.mkdir(StorePath.of("/mnt/d/f"), 0755);
    assertThat(real("/data/d/f")).isEqualTo("/mnt/d/f");
    assertThat(real("/data/d/up/d/f")).isEqualTo("/mnt/d/f");
    assertThat(real("/data/abs/f")).isEqualTo("/mnt/d/f");
    assertThat(real("/data/abs")).isEqualTo("/mnt/d");
    assertThat(real("/mnt/d/f")).isEqualTo("/mnt/d/f");
    assertThat(real("/")).isEqualTo("/");
  }

  @Test
  void anAbsoluteLinkBeginsAtTheStoresRoot() throws StoreException {
    SymlinkResolver mounted = new SymlinkResolver(store, StorePath.of("/mnt/vol"));
    mkdir("/d");
    link("/inside", "/mnt/vol/d");
    link("/whole", "/mnt/vol");
    link("/outside", "/mnt/volume/d");
    assertThat(mounted.of(StorePath.of("/inside"))).isEqualTo(StorePath.of("/d"));
    assertThat(mounted.of(StorePath.of("/whole/inside"))).isEqualTo(StorePath.of("/d"));
    assertThat(mounted.of(StorePath.of("/outside"))).isEqualTo(StorePath.of("/outside"));
  }

  /** A directory costs a few look-ups, however deep it lies. */
  @ParameterizedTest
  @ValueSource(strings = {"/plain", "/linked"})
  void depthCostsNoLookUps(String top) throws StoreException {
    mkdir("/plain");
    link("/linked", "plain");
    String path = "";
    for (int i = 0; i < DEPTH; i++) {
      path += "/d";
      mkdir("/plain" + path);
    }
    store.clear();
    StringBuilder deeper = new StringBuilder();
    for (int i = 0; i < DEPTH; i++) {
      deeper.append("/d");
      assertThat(real(top + deeper)).isEqualTo("/plain" + deeper);
    }
    assertThat(store.count()).isLessThanOrEqualTo(4L * DEPTH);
  }
}

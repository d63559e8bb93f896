// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoreConfigTest {

  private static final StoreConfig.Key SIZE =
      new StoreConfig.Key("size", Optional.of("7"), "How large.");

  private final StoreConfig config = new StoreConfig("lake", Map.of("root", " /mnt ", "size", " "));

  @Test
  void valuesAreStrippedAndBlankIsNotSet() throws StoreException {
    assertThat(config.get(StoreConfig.ROOT)).contains("/mnt");
    assertThat(config.get(SIZE)).contains("7");
    assertThat(config.require(SIZE)).isEqualTo("7");
  }

  @Test
  void aMissingValueIsNamedAsTheUserWritesIt() {
    assertThatThrownBy(() -> new StoreConfig("lake", Map.of()).require(StoreConfig.ROOT))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("fs.situ.store.lake.root");
    assertThatThrownBy(() -> new StoreConfig("", Map.of()).require(StoreConfig.ROOT))
        .hasMessageContaining("fs.situ.root");
  }

  @Test
  void anUnknownKeyIsNamedWithThoseThatExist() throws StoreException {
    config.refuseUnknown(List.of(StoreConfig.ROOT, SIZE));
    assertThatThrownBy(() -> config.refuseUnknown(List.of(SIZE)))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_ARGUMENT))
        .hasMessage("unknown key fs.situ.store.lake.root; known are size");
  }

  @Test
  void aFailureCanBeReportedForAnotherPath() {
    StoreException inner =
        new StoreException(StoreException.Kind.NOT_FOUND, StorePath.of("/a"), "is missing");
    StoreException outer = inner.withPath(StorePath.of("/mnt/a"));
    assertThat(outer).hasMessage("'/mnt/a': is missing").hasCause(inner);
    assertThat(outer.kind()).isEqualTo(inner.kind());
    assertThat(outer.path()).contains(StorePath.of("/mnt/a"));
    assertThat(outer.reason()).isEqualTo("is missing");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreConfigTest {

  private static final ConfigKey<Long> SIZE =
      ConfigKey.of("size", ConfigType.size(1, 100), "How large.").withDefault(7L);

  private final StoreConfig config = new StoreConfig("lake", Map.of("root", " /mnt ", "size", " "));

  @Test
  void valuesAreStrippedAndBlankIsNotSet() throws StoreException {
    assertThat(config.get(StoreConfig.ROOT)).isEqualTo(StorePath.of("/mnt"));
    assertThat(config.find(SIZE)).isEmpty();
    assertThat(config.get(SIZE)).isEqualTo(7);
  }

  @Test
  void aMissingValueIsNamedAsTheUserWritesIt() {
    assertThatThrownBy(() -> new StoreConfig("lake", Map.of()).get(StoreConfig.ROOT))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("fs.situ.store.lake.root");
    assertThatThrownBy(() -> new StoreConfig("", Map.of()).get(StoreConfig.ROOT))
        .hasMessageContaining("fs.situ.root");
  }

  @Test
  void aWrongValueIsNamedWithWhatIsAllowed() {
    StoreConfig wrong = new StoreConfig("lake", Map.of("root", "mnt", "size", " 101 "));

    assertThatThrownBy(() -> wrong.get(SIZE))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_ARGUMENT))
        .hasMessage(
            "fs.situ.store.lake.size is '101'; it must be a size such as 64m, from 1 to 100");
    assertThatThrownBy(() -> wrong.find(StoreConfig.ROOT))
        .hasMessage("fs.situ.store.lake.root is 'mnt'; it must be an absolute path without '..'");
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

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.config.StoreConfig;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NewFileLayoutTest {

  private static StoreConfig config(String value) {
    return new StoreConfig("vol", Map.of("object.size.max", value));
  }

  @ParameterizedTest
  @CsvSource({"65536,65536", "64k,65536", "64m,67108864", "128M,134217728"})
  void sizesAreReadWithAndWithoutUnit(String text, long bytes) throws Exception {
    assertThat(NewFileLayout.of(config(text)).orElseThrow().max()).isEqualTo(bytes);
  }

  @Test
  void withoutASizeFilesKeepTheirLayout() throws Exception {
    assertThat(NewFileLayout.of(new StoreConfig("vol", Map.of()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "4k", "65535", "-64m", "64mb", "many", "1234567890123", "999999999g", "129m"})
  void otherSizesAreRefused(String text) {
    assertThatThrownBy(() -> NewFileLayout.of(config(text)))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "fs.situ.store.vol.object.size.max is '"
                + text
                + "'; it must be a size such as 64m, from 64k to 128m");
  }

  @ParameterizedTest
  @CsvSource({
    // block, stripe unit, stripes, object, expected (0: stays)
    "67108864, 4194304, 1, 4194304, 67108864",
    "134217728, 4194304, 1, 4194304, 67108864",
    "70000000, 4194304, 1, 4194304, 67108864",
    "33554432, 65536, 1, 4194304, 33554432",
    "4194304, 4194304, 1, 4194304, 0",
    "1048576, 4194304, 1, 4194304, 0",
    "67108864, 67108864, 1, 67108864, 0",
    "67108864, 1048576, 3, 4194304, 0",
    "10000000, 4194304, 1, 4194304, 8388608",
  })
  void aBlockLiesInOneObject(long block, long unit, int stripes, long object, long expected)
      throws Exception {
    NewFileLayout layout = NewFileLayout.of(config("64m")).orElseThrow();
    assertThat(layout.objectSize(new FileLayout(unit, stripes, object, "data", ""), block))
        .isEqualTo(expected == 0 ? OptionalLong.empty() : OptionalLong.of(expected));
  }
}

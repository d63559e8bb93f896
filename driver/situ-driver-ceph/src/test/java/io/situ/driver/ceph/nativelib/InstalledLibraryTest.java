// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstalledLibraryTest {

  @TempDir private Path directory;

  @Test
  void isOneThatTheLinkerKnows() throws Exception {
    Path cache = Files.writeString(directory.resolve("cache"), "/lib/liba.so.20\0/lib/libb.so.2\0");
    assertThat(InstalledLibrary.isKnown("libb.so.2", cache, List.of())).isTrue();
    assertThat(InstalledLibrary.isKnown("liba.so.2", cache, List.of())).isFalse();
    assertThat(InstalledLibrary.isKnown("libc.so.6")).isTrue();
  }

  @Test
  void orThatLiesWhereJavaLooks() throws Exception {
    Path none = directory.resolve("none");
    assertThat(InstalledLibrary.isKnown("liba.so.2", none, List.of(directory))).isFalse();
    Files.createFile(directory.resolve("liba.so.2"));
    assertThat(InstalledLibrary.isKnown("liba.so.2", none, List.of(directory))).isTrue();
  }
}

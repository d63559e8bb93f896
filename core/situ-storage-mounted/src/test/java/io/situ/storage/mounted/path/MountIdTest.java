// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernel's numbers of mounts are those of its table, also as old kernels give them. */
final class MountIdTest {

  @ParameterizedTest
  @CsvSource({"/proc, proc", "/proc/self/status, proc", "/sys, sysfs"})
  void isTheMountsNumberInTheTable(String path, String type) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    int fd = Syscalls.openat(Libc.AT_FDCWD, scratch.first(bytes), Libc.O_PATH, 0);
    try {
      MountTable table = MountTable.ofSystem();
      assertThat(table.find(MountId.of(fd)).map(Mount::type)).contains(type);
      assertThat(table.find(MountId.ofProc(fd)).map(Mount::type)).contains(type);
      assertThat(table.find(Integer.MAX_VALUE)).isEmpty();
    } finally {
      Syscalls.close(fd);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What never reaches the library. */
final class LibCephFsFileTest {

  @Test
  void theLibraryIsNotAskedToWriteNothing() {
    LibCephFsFile file = new LibCephFsFile(new UserSession(null, null), 0, null);
    assertThatThrownBy(() -> file.write(0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}

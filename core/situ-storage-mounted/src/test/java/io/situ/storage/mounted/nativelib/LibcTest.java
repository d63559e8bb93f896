// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class LibcTest {

  @Test
  void otherArchitecturesHaveOtherFlags() {
    assertThat(Libc.Architecture.of("Linux", "aarch64").noFollow()).isEqualTo(0x8000);
    assertThat(Libc.Architecture.of("Linux", "amd64").noFollow()).isEqualTo(0x20000);
    assertThatThrownBy(() -> Libc.Architecture.of("Linux", "s390x")).hasMessageContaining("s390x");
  }
}

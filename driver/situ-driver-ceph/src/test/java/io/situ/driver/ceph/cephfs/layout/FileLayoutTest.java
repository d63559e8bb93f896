// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FileLayoutTest {

  @Test
  void isReadAsTheMountReportsIt() {
    assertThat(
            FileLayout.parse(
                "stripe_unit=65536 stripe_count=3 object_size=1048576 pool=my pool"
                    + " pool_namespace=a b"))
        .isEqualTo(new FileLayout(65536, 3, 1048576, "my pool", "a b"));
    assertThat(FileLayout.parse("stripe_unit=4194304 stripe_count=1 object_size=4194304 pool=data"))
        .isEqualTo(new FileLayout(4194304, 1, 4194304, "data", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "pool=x",
        "stripe_unit=0 stripe_count=1 object_size=1 pool=x",
        "stripe_unit=3 stripe_count=1 object_size=4 pool=x",
        "stripe_unit=many stripe_count=1 object_size=4 pool=x"
      })
  void nonsenseIsRefused(String text) {
    assertThatThrownBy(() -> FileLayout.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void stripesGoRoundTheObjectsOfASet() {
    FileLayout layout = new FileLayout(10, 3, 20, "data", "");
    long[] objects = {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6};
    for (int block = 0; block < objects.length; block++) {
      assertThat(layout.objectNumber(block * 10L + 9)).isEqualTo(objects[block]);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import org.junit.jupiter.api.Tag;

/** The same of blocks whose checksums have not been asked for yet. */
@Tag("long")
class LazyDanglingLinkTest extends DanglingLinkTest {

  @Override
  String checksums() {
    return "lazy";
  }
}

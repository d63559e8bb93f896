// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Objects behind placeholders stay as they are. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class ObjectsNeverModifiedTest extends ObjectsNeverModified {

  @Override
  Map<String, String> settings() {
    return Map.of();
  }
}

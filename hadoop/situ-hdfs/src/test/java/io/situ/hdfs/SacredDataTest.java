package io.situ.hdfs;

import java.util.Map;

/** Objects behind placeholders stay as they are. */
class SacredDataTest extends SacredData {

  @Override
  Map<String, String> settings() {
    return Map.of();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.SparkGuide;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SparkShuffleKeysTest {

  @Test
  void theGuideHasEachKey() throws IOException {
    SparkGuide.assertHas(SparkShuffleKeys.ALL);
  }
}

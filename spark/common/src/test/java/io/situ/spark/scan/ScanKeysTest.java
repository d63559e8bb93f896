// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.spark.SparkGuide;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ScanKeysTest {

  @Test
  void theGuideHasEachKey() throws IOException {
    SparkGuide.assertHas(ScanKeys.ALL);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of commands on a {@link SmallTree}, in the process of the test. */
abstract class SmallTreeFixture {

  @TempDir Path scratch;
  Path data;
  final InProcessTool situ = new InProcessTool();

  @BeforeEach
  void writeData() throws IOException {
    data = SmallTree.write(scratch);
  }
}

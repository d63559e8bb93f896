// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that call the tool as a user does, each from a directory of its own. */
public abstract class ToolFixture {

  @TempDir protected Path scratch;
  protected Tool situ;

  @BeforeEach
  void makeTool() {
    situ = new Tool(scratch);
  }
}

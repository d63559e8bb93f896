// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.fs.FileContextMainOperationsBaseTest;
import org.apache.hadoop.fs.FileContextTestHelper;
import org.apache.hadoop.fs.Path;

public class FileContextMainOperationsTest extends FileContextMainOperationsBaseTest {

  public FileContextMainOperationsTest() throws IOException {
    fc = TestStore.context();
  }

  @Override
  protected FileContextTestHelper createFileContextHelper() {
    return new FileContextTestHelper(TestStore.chosen().top());
  }

  @Override
  protected Path getDefaultWorkingDirectory() throws IOException {
    return TestStore.context().getWorkingDirectory();
  }

  @Override
  protected boolean listCorruptedBlocksSupported() {
    return false;
  }
}

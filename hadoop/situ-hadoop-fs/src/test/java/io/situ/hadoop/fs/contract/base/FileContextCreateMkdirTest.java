// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.fs.FileContextCreateMkdirBaseTest;
import org.apache.hadoop.fs.FileContextTestHelper;

public class FileContextCreateMkdirTest extends FileContextCreateMkdirBaseTest {

  public FileContextCreateMkdirTest() throws IOException {
    fc = TestStore.context();
  }

  @Override
  protected FileContextTestHelper createFileContextHelper() {
    return new FileContextTestHelper(TestStore.chosen().top());
  }
}

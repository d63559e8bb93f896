// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileContextPermissionBase;
import org.apache.hadoop.fs.FileContextTestHelper;

public class FileContextPermissionTest extends FileContextPermissionBase {

  @Override
  protected FileContextTestHelper getFileContextHelper() {
    return new FileContextTestHelper(TestStore.chosen().top());
  }

  @Override
  protected FileContext getFileContext() throws IOException {
    return TestStore.context();
  }
}

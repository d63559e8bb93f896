// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.fs.FileContextURIBase;

public class FileContextUriTest extends FileContextURIBase {

  public FileContextUriTest() throws IOException {
    fc1 = TestStore.context();
    fc2 = TestStore.context();
  }
}

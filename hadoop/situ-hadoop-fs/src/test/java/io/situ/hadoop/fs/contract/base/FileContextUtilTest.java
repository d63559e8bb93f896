// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.fs.FileContextUtilBase;

public class FileContextUtilTest extends FileContextUtilBase {

  public FileContextUtilTest() throws IOException {
    fc = TestStore.context();
  }
}

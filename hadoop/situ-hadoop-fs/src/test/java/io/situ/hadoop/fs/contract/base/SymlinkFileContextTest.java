// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.fs.FileContextTestWrapper;

public class SymlinkFileContextTest extends SymlinkTests {

  public SymlinkFileContextTest() throws IOException {
    wrapper = new FileContextTestWrapper(TestStore.context());
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystemTestWrapper;

public class SymlinkFileSystemTest extends SymlinkTests {

  public SymlinkFileSystemTest() throws IOException {
    wrapper = new FileSystemTestWrapper(TestStore.open(new Configuration()));
  }
}

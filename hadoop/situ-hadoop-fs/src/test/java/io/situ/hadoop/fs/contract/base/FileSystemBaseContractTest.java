// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystemContractBaseTest;
import org.apache.hadoop.fs.Path;

public class FileSystemBaseContractTest extends FileSystemContractBaseTest {

  private final String working;

  public FileSystemBaseContractTest() throws IOException {
    fs = TestStore.open(new Configuration());
    working = fs.getWorkingDirectory().toUri().getPath();
  }

  @Override
  protected Path getTestBaseDir() {
    return new Path(TestStore.chosen().top(), "base");
  }

  @Override
  protected String getDefaultWorkingDirectory() {
    return working;
  }

  @Override
  protected boolean rootDirTestEnabled() {
    return TestStore.chosen().mayEmptyRoot();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSMainOperationsBaseTest;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;

public class MainOperationsTest extends FSMainOperationsBaseTest {

  public MainOperationsTest() {
    super(TestStore.chosen().top());
  }

  private static boolean superuser() {
    return System.getProperty("user.name").equals("root");
  }

  @Test
  @Override
  public void testListStatusThrowsExceptionForUnreadableDir() throws Exception {
    if (superuser()) {
      Path closed = closedDirectory();
      assertThat(fSys.listStatus(closed)).hasSize(1);
    } else {
      super.testListStatusThrowsExceptionForUnreadableDir();
    }
  }

  @Test
  @Override
  public void testGlobStatusThrowsExceptionForUnreadableDir() throws Exception {
    if (superuser()) {
      Path closed = closedDirectory();
      assertThat(fSys.globStatus(new Path(closed, "*"))).hasSize(1);
    } else {
      super.testGlobStatusThrowsExceptionForUnreadableDir();
    }
  }

  private Path closedDirectory() throws IOException {
    Path closed = getTestRootPath(fSys, "test/hadoop/closed");
    fSys.mkdirs(new Path(closed, "inside"));
    fSys.setPermission(closed, new FsPermission((short) 0));
    return closed;
  }

  @Override
  protected FileSystem createFileSystem() throws IOException {
    return TestStore.open(new Configuration());
  }

  @Override
  protected Path getDefaultWorkingDirectory() throws IOException {
    try (FileSystem fresh = createFileSystem()) {
      return fresh.getWorkingDirectory();
    }
  }
}

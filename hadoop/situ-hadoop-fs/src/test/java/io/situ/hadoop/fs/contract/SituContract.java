// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.fs.contract.ContractOptions;

/** What {@code situ://} promises, for Hadoop's contract tests. */
final class SituContract extends AbstractFSContract {

  private FileSystem fs;

  SituContract(Configuration conf) {
    super(conf);
    addConfResource("contract/situ.xml");
    getConf()
        .setBoolean(
            getConfKey(ContractOptions.TEST_ROOT_TESTS_ENABLED), TestStore.chosen().mayEmptyRoot());
  }

  @Override
  public void init() throws IOException {
    super.init();
    fs = TestStore.open(getConf());
  }

  @Override
  public void teardown() throws IOException {
    fs.close();
  }

  @Override
  public FileSystem getTestFileSystem() {
    return fs;
  }

  @Override
  public String getScheme() {
    return "situ";
  }

  @Override
  public Path getTestPath() {
    return fs.makeQualified(new Path(TestStore.chosen().top()));
  }
}

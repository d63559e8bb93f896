// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractBulkDeleteTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

public class BulkDeleteContractTest extends AbstractContractBulkDeleteTest {

  @Override
  protected int getExpectedPageSize() {
    return 1000;
  }

  @Override
  protected AbstractFSContract createContract(Configuration conf) {
    return new SituContract(conf);
  }
}

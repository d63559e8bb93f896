// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.contract.AbstractContractEtagTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.BeforeEach;

/** Not for a store whose versions are times of whole seconds: it has no etags. */
public class EtagContractTest extends AbstractContractEtagTest {

  @Override
  protected AbstractFSContract createContract(Configuration conf) {
    return new SituContract(conf);
  }

  @BeforeEach
  @Override
  public void setup() throws Exception {
    super.setup();
    boolean available =
        getFileSystem()
            .hasPathCapability(getContract().getTestPath(), CommonPathCapabilities.ETAGS_AVAILABLE);
    assumeTrue(available, "the store has no etags");
  }
}

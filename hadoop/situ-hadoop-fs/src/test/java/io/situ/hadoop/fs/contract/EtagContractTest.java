package io.situ.hadoop.fs.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractEtagTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

public class EtagContractTest extends AbstractContractEtagTest {

  @Override
  protected AbstractFSContract createContract(Configuration conf) {
    return new SituContract(conf);
  }
}

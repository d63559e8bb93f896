// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.contract.TestStore;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.FCStatisticsBaseTest;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem.Statistics;

public class FileContextStatisticsTest extends FCStatisticsBaseTest {

  public FileContextStatisticsTest() throws IOException {
    fc = TestStore.context();
    FileContext.clearStatistics();
  }

  @Override
  protected void verifyReadBytes(Statistics statistics) {
    assertThat(statistics.getBytesRead()).isEqualTo(2 * blockSize);
  }

  @Override
  protected void verifyWrittenBytes(Statistics statistics) {
    assertThat(statistics.getBytesWritten()).isEqualTo(blockSize);
  }

  @Override
  protected URI getFsUri() {
    return TestStore.chosen().uri();
  }
}

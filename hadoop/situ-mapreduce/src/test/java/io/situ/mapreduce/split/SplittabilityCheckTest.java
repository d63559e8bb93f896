// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of Hadoop's text formats of both interfaces. */
class SplittabilityCheckTest {

  private static boolean isCut(boolean newInterface, String file) throws IOException {
    Configuration conf = new Configuration();
    conf.setBoolean("mapred.mapper.new-api", newInterface);
    return new SplittabilityCheck(conf).test(new Path("file:///nonexistent/" + file));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void plainTextIsCut(boolean newInterface) throws IOException {
    assertThat(isCut(newInterface, "plain.txt")).isTrue();
  }

  /** Hadoop splits bzip2, but the keys of its lines depend on where the splits begin. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void compressedTextIsNotCut(boolean newInterface) throws IOException {
    assertThat(isCut(newInterface, "text.bz2")).isFalse();
    assertThat(isCut(newInterface, "text.gz")).isFalse();
  }
}

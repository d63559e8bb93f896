// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.junit.jupiter.api.Test;

class OpenOperationTest {

  /** Hadoop 3.4 and 3.5 have the same; a newer one may know more. */
  @Test
  void theStandardOptionsOfOpeningAreHadoopsOwn() {
    Set<String> hadoops = OpenFileOptions.FS_OPTION_OPENFILE_STANDARD_OPTIONS;

    assertThat(OpenOperation.STANDARD_OPTIONS).containsExactlyInAnyOrderElementsOf(hadoops);
  }
}

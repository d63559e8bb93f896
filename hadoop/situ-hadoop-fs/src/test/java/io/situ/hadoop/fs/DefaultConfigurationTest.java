// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.bulkdelete.BulkDeleteFileSystem;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

class DefaultConfigurationTest {

  @Test
  void theFileSystemIsTheOneThatCanDeleteInBulk() throws IOException {
    try (FileSystem fs = FileSystem.newInstance(URI.create("situ:///"), new Configuration())) {
      assertThat(fs).isInstanceOf(BulkDeleteFileSystem.class);
      assertThat(DefaultConfiguration.fileSystemClass()).isEqualTo(fs.getClass().getName());
    }
  }

  @Test
  void aClassThatTheSiteHasSetIsUsed() throws IOException {
    Configuration conf = new Configuration();
    conf.setClass("fs.situ.impl", SituFileSystem.class, FileSystem.class);

    try (FileSystem fs = FileSystem.newInstance(URI.create("situ:///"), conf)) {
      assertThat(fs.getClass()).isEqualTo(SituFileSystem.class);
    }
  }
}

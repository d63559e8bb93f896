// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A gateway decides for whose key it is; a mode says nothing of others. */
class S3ObjectsTest {

  @Test
  void objectsAreReadOnlyByTheUserOfTheKey() {
    StorePath path = StorePath.of("/2026/file");
    StoreObject file = S3Objects.file(path, 3, "\"abc\"", Instant.EPOCH);
    StoreObject directory = S3Objects.directory(StorePath.of("/2026"));

    assertThat(file.attributes().mode()).isEqualTo(0400);
    assertThat(directory.attributes().mode()).isEqualTo(0500);
    assertThat(file.attributes().owner()).isEqualTo(System.getProperty("user.name"));
  }
}

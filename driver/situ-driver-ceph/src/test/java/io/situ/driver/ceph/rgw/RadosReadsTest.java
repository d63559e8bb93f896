// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.ceph.rgw.rados.SilentSession;
import io.situ.driver.ceph.rgw.s3.S3Objects;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Objects that are read through the gateway, as they cannot be read past it. */
final class RadosReadsTest {

  @Test
  void aClusterThatDoesNotAnswerIsNotAskedForEachObject() {
    SilentSession session = new SilentSession();
    StoreWarnings notices = new StoreWarnings();
    ReadHandle gateway =
        new RgwReadHandle(
            null, S3Objects.file(StorePath.of("/f"), 1, "etag", Instant.EPOCH), "etag");

    try (RadosReads reads = new RadosReads(() -> session, () -> "m.1", notices)) {
      for (int i = 0; i < 10; i++) {
        assertThat(reads.open(gateway)).isSameAs(gateway);
      }
    }

    assertThat(session.asked()).isOne();
    assertThat(notices.sentences())
        .singleElement()
        .asString()
        .contains("read through the gateway", "error 110");
  }
}

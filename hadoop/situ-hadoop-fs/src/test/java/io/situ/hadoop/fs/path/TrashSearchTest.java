// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Mounts of which one does not answer, as where an NFS server is down. */
@Timeout(60)
class TrashSearchTest {

  private static final StorePath DEAD = StorePath.of("/dead");
  private static final List<StorePath> TOPS =
      List.of(StorePath.of("/a"), DEAD, StorePath.of("/unreadable"), StorePath.of("/b"));

  private final CountDownLatch recovers = new CountDownLatch(1);
  private final AtomicInteger looks = new AtomicInteger();

  @AfterEach
  void recover() {
    recovers.countDown();
  }

  private List<Path> look(StorePath top, boolean allUsers) throws IOException {
    if (top.equals(DEAD)) {
      looks.incrementAndGet();
      try {
        recovers.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
    if (top.name().equals("unreadable")) {
      throw new IOException("permission denied");
    }
    return List.of(trash(top.toString()));
  }

  private static Path trash(String top) {
    return Path.of(top, ".Trash-1");
  }

  @Test
  void aMountThatDoesNotAnswerIsLeftOutAndNamed() {
    TrashSearch search = new TrashSearch(this::look, Duration.ofSeconds(1));
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(TrashSearch.class));
    try {
      assertThat(search.find(TOPS, false)).containsExactly(trash("/a"), trash("/b"));
    } finally {
      log.stopCapturing();
    }
    assertThat(log.getOutput()).contains("the mount /dead is left out").doesNotContain("/b");
  }

  @Test
  void aMountIsNotLookedAtAgainWhileALookWaits() {
    TrashSearch search = new TrashSearch(this::look, Duration.ofMillis(100));
    search.find(List.of(DEAD), false);
    search.find(List.of(DEAD), false);
    assertThat(looks).hasValue(1);

    recovers.countDown();
    TrashSearch patient = new TrashSearch(this::look, Duration.ofSeconds(30));
    assertThat(patient.find(List.of(DEAD), true)).containsExactly(trash("/dead"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.MountedStoreTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChannelReadsTest {

  private static final StorePath FILE = StorePath.of("/file");

  @TempDir Path root;
  private final byte[] content = new byte[300_000];
  private Store store;

  @BeforeEach
  void open() throws IOException {
    new Random(1).nextBytes(content);
    Files.write(root.resolve("file"), content);
    store = MountedStoreTest.open(root);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private void readAbout(ReadHandle handle, int times, Random random) throws StoreException {
    for (int i = 0; i < times; i++) {
      int from = random.nextInt(content.length);
      int length = 1 + random.nextInt(5000);
      ByteBuffer buffer =
          random.nextBoolean() ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
      int expected = Math.min(length, content.length - from);
      assertThat(handle.read(from, buffer)).isEqualTo(expected);
      assertThat(buffer.flip()).isEqualTo(ByteBuffer.wrap(content, from, expected));
    }
  }

  private long channels() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(fd -> isOurs(fd)).count();
    }
  }

  private boolean isOurs(Path fd) {
    try {
      return Files.readSymbolicLink(fd).equals(root.resolve("file"));
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  @Test
  void aFewReadsOpenNothingMoreAndManyDo() throws IOException {
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      readAbout(handle, 10, new Random(1));
      assertThat(channels()).isEqualTo(1);
      readAbout(handle, 1000, new Random(2));
      assertThat(channels()).isEqualTo(2);
      assertThat(handle.read(content.length, ByteBuffer.allocate(1))).isEqualTo(-1);
    }
    assertThat(channels()).isZero();
  }

  @Test
  void theFileThatWasOpenedIsReadAlsoWhenItsNameIsGone() throws IOException {
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      Files.delete(root.resolve("file"));
      Files.writeString(root.resolve("file"), "another");
      readAbout(handle, 100, new Random(3));
    }
  }

  @Test
  void anInterruptEndsOneReadAndNoOtherOne() throws IOException {
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      readAbout(handle, 100, new Random(4));
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> handle.read(0, ByteBuffer.allocate(10)))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INTERRUPTED));
      assertThat(Thread.interrupted()).isTrue();
      readAbout(handle, 100, new Random(5));
    }
  }

  @Test
  void aChannelThatAnInterruptHasClosedIsDoneWithout() throws IOException {
    ChannelReads small = new ChannelReads();
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      int fd = descriptorOf();
      ByteBuffer buffer = ByteBuffer.allocate(10);
      for (int i = 0; i < 100; i++) {
        small.read(fd, 0, buffer.clear());
      }
      assertThat(small.read(fd, 0, buffer.clear())).hasValue(10);
      Thread.currentThread().interrupt();
      assertThat(small.read(fd, 0, buffer.clear())).isEmpty();
      assertThat(buffer.position()).isZero();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(small.read(fd, 0, buffer.clear())).isEmpty();
      readAbout(handle, 10, new Random(6));
    }
  }

  private int descriptorOf() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      Path ours = open.filter(fd -> isOurs(fd)).findFirst().orElseThrow();
      return Integer.parseInt(ours.getFileName().toString());
    }
  }

  @Test
  void interruptsOfSomeThreadsDoNotHarmOthers() throws Exception {
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      Thread[] disturbed = new Thread[3];
      Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
      for (int i = 0; i < disturbed.length; i++) {
        Random random = new Random(i);
        disturbed[i] = new Thread(() -> readUntilInterrupted(handle, random, failures));
        disturbed[i].start();
      }
      Random random = new Random(7);
      for (Thread thread : disturbed) {
        readAbout(handle, 2000, random);
        thread.interrupt();
        readAbout(handle, 2000, random);
        thread.join();
      }
      assertThat(failures).hasSize(3).allMatch(ChannelReadsTest::isInterrupt);
    }
  }

  private static boolean isInterrupt(Throwable failure) {
    return failure instanceof StoreException known && known.kind() == Kind.INTERRUPTED;
  }

  private void readUntilInterrupted(ReadHandle handle, Random random, Queue<Throwable> failures) {
    try {
      readAbout(handle, Integer.MAX_VALUE, random);
    } catch (StoreException | AssertionError failure) {
      failures.add(failure);
    }
  }
}

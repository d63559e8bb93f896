// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Capability;
import io.situ.storage.ReadHandle;
import io.situ.storage.ReadHandle.Range;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class ReadingContract extends ContractTopic {

  private static final int SIZE = 3_000_017;

  private ReadHandle open(StorePath path) throws StoreException {
    return store().open(path, ReadHandle.Options.DEFAULT);
  }

  @Test
  void everyPolicyGivesTheSameBytes() throws StoreException {
    byte[] content = pattern(SIZE, 2);
    StorePath path = write("file", content);
    for (ReadHandle.Policy policy : ReadHandle.Policy.values()) {
      ReadHandle.Options options = ReadHandle.Options.DEFAULT.withPolicy(policy);
      try (ReadHandle handle = store().open(path, options)) {
        assertThat(readAt(handle, 0, SIZE)).isEqualTo(content);
        assertThat(readAt(handle, SIZE - 1, 1)).containsExactly(content[SIZE - 1]);
        assertThat(readAt(handle, 70_001, 200_000))
            .isEqualTo(Arrays.copyOfRange(content, 70_001, 270_001));
      }
    }
  }

  @Test
  void aReadFillsTheBufferFromItsPositionToItsLimit() throws StoreException {
    byte[] content = pattern(1000, 3);
    StorePath path = write("file", content);
    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(100), ByteBuffer.allocateDirect(100))) {
      try (ReadHandle handle = open(path)) {
        buffer.position(10).limit(30);
        int count = handle.read(500, buffer);
        assertThat(count).isBetween(1, 20);
        assertThat(buffer.position()).isEqualTo(10 + count);
        assertThat(buffer.limit()).isEqualTo(30);
        buffer.clear();
        assertThat(buffer.get(9)).isZero();
        assertThat(buffer.get(10)).isEqualTo(content[500]);
        assertThat(buffer.get(9 + count)).isEqualTo(content[499 + count]);
        assertThat(buffer.get(30)).isZero();
      }
    }
  }

  @Test
  void aSliceOfABufferIsFilledInItsPlace() throws StoreException {
    byte[] content = pattern(1000, 4);
    StorePath path = write("file", content);
    ByteBuffer whole = ByteBuffer.allocate(100);
    ByteBuffer slice = whole.position(40).slice().limit(4);
    try (ReadHandle handle = open(path)) {
      StoreFiles.readFully(handle, 0, slice);
    }
    assertThat(whole.array()[39]).isZero();
    assertThat(Arrays.copyOfRange(whole.array(), 40, 44))
        .isEqualTo(Arrays.copyOfRange(content, 0, 4));
    assertThat(whole.array()[44]).isZero();
  }

  @Test
  void theEndIsReported() throws StoreException {
    StorePath path = write("file", "12345");
    try (ReadHandle handle = open(path)) {
      ByteBuffer buffer = ByteBuffer.allocate(10);
      assertThat(handle.read(5, buffer)).isEqualTo(-1);
      assertThat(handle.read(6, buffer)).isEqualTo(-1);
      assertThat(handle.read(1L << 40, buffer)).isEqualTo(-1);
      assertThat(buffer.position()).isZero();
      assertThat(handle.read(4, buffer)).isEqualTo(1);
      assertThat(handle.read(0, ByteBuffer.allocate(0))).isZero();
    }
    try (ReadHandle handle = open(write("empty", ""))) {
      assertThat(handle.read(0, ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }

  @Test
  void aNegativePositionIsRefused() throws StoreException {
    try (ReadHandle handle = open(write("file", "12345"))) {
      refused(() -> handle.read(-1, ByteBuffer.allocate(1)), Kind.INVALID_ARGUMENT);
    }
  }

  @Test
  void rangesAreFilledWhateverTheirOrder() throws StoreException {
    byte[] content = pattern(SIZE, 5);
    try (ReadHandle handle = open(write("file", content))) {
      List<Range> ranges =
          List.of(
              new Range(2_000_000, ByteBuffer.allocate(500_000)),
              new Range(0, ByteBuffer.allocateDirect(100)),
              new Range(50, ByteBuffer.allocate(100)),
              new Range(150, ByteBuffer.allocate(1)),
              new Range(7, ByteBuffer.allocate(0)),
              new Range(SIZE - 3, ByteBuffer.allocate(3)));
      handle.readFully(ranges);
      for (Range range : ranges) {
        byte[] actual = new byte[range.buffer().flip().remaining()];
        range.buffer().get(actual);
        int start = (int) range.position();
        assertThat(actual).isEqualTo(Arrays.copyOfRange(content, start, start + actual.length));
      }
      handle.readFully(List.of());
    }
  }

  @Test
  void aRangeBehindTheEndIsRefused() throws StoreException {
    try (ReadHandle handle = open(write("file", "12345"))) {
      refused(
          () -> handle.readFully(List.of(new Range(3, ByteBuffer.allocate(3)))),
          Kind.INVALID_ARGUMENT);
    }
  }

  @Test
  void theHandleKnowsWhatItOpened() throws StoreException {
    StorePath path = write("file", "12345");
    StoreObject object = store().stat(path, true);
    try (ReadHandle handle = open(path)) {
      assertThat(handle.object()).isEqualTo(object);
    }
  }

  @Test
  void onlyFilesAreOpened() throws Exception {
    mkdir("d");
    write("file", "x");
    refused(path("no"), () -> open(path("no")), Kind.NOT_FOUND);
    refused(path("d"), () -> open(path("d")), Kind.IS_A_DIRECTORY);
    refused(StorePath.ROOT, () -> open(StorePath.ROOT), Kind.IS_A_DIRECTORY);
    refused(path("file/x"), () -> open(path("file/x")), Kind.NOT_A_DIRECTORY);
  }

  @Test
  void aSpecialObjectIsRefusedAndNeverWaitedFor() throws Exception {
    StorePath path = path("special");
    assumeTrue(suite().makeSpecial(store(), path), "no special object can be made here");
    refused(path, () -> open(path), Kind.UNSUPPORTED);
  }

  @Test
  void anotherVersionIsNotOpened() throws StoreException {
    StorePath path = write("file", "one");
    StoreObject.Version version = store().stat(path, true).version();
    ReadHandle.Options expecting = ReadHandle.Options.DEFAULT.withExpected(version);
    try (ReadHandle handle = store().open(path, expecting)) {
      assertThat(handle.object().version()).isEqualTo(version);
    }
    write("file", "three");
    refused(path, () -> store().open(path, expecting), Kind.CHANGED);
  }

  @Test
  void anotherVersionOfTheSameLengthIsNotOpened() throws StoreException {
    need(Capability.DISTINCT_VERSIONS);
    StorePath path = write("file", "one");
    ReadHandle.Options expecting =
        ReadHandle.Options.DEFAULT.withExpected(store().stat(path, true).version());
    write("file", "two");
    refused(path, () -> store().open(path, expecting), Kind.CHANGED);
  }

  @Test
  void aReplacedFileIsReadToItsEnd() throws StoreException {
    byte[] old = pattern(100_000, 6);
    StorePath path = write("file", old);
    try (ReadHandle handle = open(path)) {
      write("file", "new");
      assertThat(readAt(handle, 0, old.length)).isEqualTo(old);
    }
    assertThat(readText(path)).isEqualTo("new");
  }

  @Test
  void aClosedHandleFails() throws StoreException {
    ReadHandle handle = open(write("file", "12345"));
    handle.close();
    handle.close();
    refused(() -> handle.read(0, ByteBuffer.allocate(1)), Kind.FAILED);
    refused(() -> handle.readFully(List.of(new Range(0, ByteBuffer.allocate(1)))), Kind.FAILED);
  }
}

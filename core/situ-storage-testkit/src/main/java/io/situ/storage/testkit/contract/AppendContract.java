// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

abstract class AppendContract extends ContractTopic {

  @Test
  void appendWritesBehindTheEnd() throws StoreException {
    need(Capability.APPEND);
    StorePath path = write("file", "one");
    try (WriteHandle handle = store().append(path)) {
      assertThat(handle.position()).isEqualTo(3);
      handle.write(ByteBuffer.wrap(bytes("two")));
      assertThat(handle.position()).isEqualTo(6);
    }
    assertThat(readText(path)).isEqualTo("onetwo");
    try (WriteHandle handle = store().append(path)) {
      assertThat(handle.position()).isEqualTo(6);
    }
    assertThat(readText(path)).isEqualTo("onetwo");
  }

  @Test
  void appendMovesTheVersion() throws StoreException {
    need(Capability.APPEND);
    StorePath path = write("file", "one");
    StoreObject.Version before = store().stat(path, true).version();
    try (WriteHandle handle = store().append(path)) {
      handle.write(ByteBuffer.wrap(bytes("two")));
    }
    assertThat(store().stat(path, true).version()).isNotEqualTo(before);
  }

  @Test
  void anAbortedAppendKeepsWhatWasWritten() throws StoreException {
    need(Capability.APPEND);
    StorePath path = write("file", "one");
    WriteHandle handle = store().append(path);
    handle.write(ByteBuffer.wrap(bytes("two")));
    handle.abort();
    assertThat(readText(path)).isEqualTo("onetwo");
  }

  @Test
  void flushedBytesOfAnAppendAreRead() throws StoreException {
    need(Capability.APPEND, Capability.FLUSH);
    StorePath path = write("file", "one");
    try (WriteHandle handle = store().append(path)) {
      handle.write(ByteBuffer.wrap(bytes("two")));
      handle.flush();
      assertThat(readText(path)).isEqualTo("onetwo");
    }
  }

  @Test
  void appendNeedsAFile() throws StoreException {
    need(Capability.APPEND);
    mkdir("d");
    refused(path("no"), () -> store().append(path("no")).close(), Kind.NOT_FOUND);
    refused(path("d"), () -> store().append(path("d")).close(), Kind.IS_A_DIRECTORY);
    assertThat(exists(path("no"))).isFalse();
  }

  @Test
  void appendFollowsALink() throws StoreException {
    need(Capability.APPEND, Capability.SYMLINKS);
    StorePath path = write("file", "one");
    try (WriteHandle handle = store().append(symlink("link", "file"))) {
      handle.write(ByteBuffer.wrap(bytes("two")));
    }
    assertThat(readText(path)).isEqualTo("onetwo");
  }

  @Test
  void truncateCuts() throws StoreException {
    need(Capability.TRUNCATE);
    byte[] content = pattern(200_000, 1);
    StorePath path = write("file", content);
    for (int length : new int[] {200_000, 65_537, 65_536, 1, 0}) {
      store().truncate(path, length);
      assertThat(read(path)).isEqualTo(Arrays.copyOf(content, length));
    }
  }

  @Test
  void truncateMovesTheVersion() throws StoreException {
    need(Capability.TRUNCATE);
    StorePath path = write("file", "12345");
    StoreObject.Version before = store().stat(path, true).version();
    store().truncate(path, 2);
    assertThat(store().stat(path, true).version()).isNotEqualTo(before);
  }

  @Test
  void whatWasCutDoesNotComeBack() throws StoreException {
    need(Capability.TRUNCATE, Capability.APPEND);
    StorePath path = write("file", "12345");
    store().truncate(path, 2);
    try (WriteHandle handle = store().append(path)) {
      handle.write(ByteBuffer.wrap(bytes("x")));
    }
    assertThat(readText(path)).isEqualTo("12x");
  }

  @Test
  void truncateNeverMakesLonger() throws StoreException {
    need(Capability.TRUNCATE);
    StorePath path = write("file", "12345");
    refused(path, () -> store().truncate(path, 6), Kind.INVALID_ARGUMENT);
    refused(path, () -> store().truncate(path, -1), Kind.INVALID_ARGUMENT);
    assertThat(readText(path)).isEqualTo("12345");
  }

  @Test
  void truncateNeedsAFile() throws StoreException {
    need(Capability.TRUNCATE);
    mkdir("d");
    refused(path("no"), () -> store().truncate(path("no"), 0), Kind.NOT_FOUND);
    refused(path("d"), () -> store().truncate(path("d"), 0), Kind.IS_A_DIRECTORY);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

abstract class WritingContract extends ContractTopic {

  private WriteHandle create(StorePath path) throws StoreException {
    return store().create(path, WriteHandle.Options.EXCLUSIVE);
  }

  @Test
  void whatIsWrittenIsRead() throws StoreException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    StorePath path = path("file");
    try (WriteHandle handle = create(path)) {
      assertThat(handle.position()).isZero();
      for (int i = 0; i < 300; i++) {
        byte[] part = pattern(i * 37 % 9001, i);
        ByteBuffer buffer =
            i % 2 == 0
                ? ByteBuffer.wrap(part).asReadOnlyBuffer()
                : ByteBuffer.allocateDirect(part.length).put(part).flip();
        handle.write(buffer);
        assertThat(buffer.hasRemaining()).isFalse();
        all.writeBytes(part);
        assertThat(handle.position()).isEqualTo(all.size());
      }
    }
    assertThat(read(path)).isEqualTo(all.toByteArray());
    assertThat(store().stat(path, true).size()).isEqualTo(all.size());
  }

  @Test
  void onlyTheBuffersPartIsWritten() throws StoreException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes("0123456789")).position(2).limit(5);
    try (WriteHandle handle = create(path("file"))) {
      handle.write(buffer);
    }
    assertThat(readText(path("file"))).isEqualTo("234");
  }

  @Test
  void anEmptyFileCanBeMade() throws StoreException {
    create(path("file")).close();
    assertThat(read(path("file"))).isEmpty();
  }

  @Test
  void exclusiveCreationRefusesWhateverIsThere() throws StoreException {
    StorePath path = write("file", "old");
    mkdir("d");
    refused(path, () -> create(path).close(), Kind.ALREADY_EXISTS);
    assertThat(readText(path)).isEqualTo("old");
    refused(path("d"), () -> create(path("d")).close(), Kind.ALREADY_EXISTS);
    refused(StorePath.ROOT, () -> create(StorePath.ROOT).close(), Kind.ALREADY_EXISTS);
  }

  @Test
  void exclusiveCreationRefusesADanglingLink() throws StoreException {
    need(Capability.SYMLINKS);
    symlink("link", "nowhere");
    refused(path("link"), () -> create(path("link")).close(), Kind.ALREADY_EXISTS);
    assertThat(exists(path("nowhere"))).isFalse();
  }

  @Test
  void replacingGivesANewFile() throws StoreException {
    StorePath path = write("file", "a long old content");
    write("file", "new");
    assertThat(readText(path)).isEqualTo("new");
    refused(
        path("d"),
        () -> store().create(mkdir("d"), WriteHandle.Options.REPLACE).close(),
        Kind.IS_A_DIRECTORY);
    assertThat(store().stat(path("d"), true).isDirectory()).isTrue();
  }

  @Test
  void replacingLeavesOtherHardLinksAlone() throws StoreException {
    need(Capability.HARD_LINKS);
    StorePath path = write("file", "old");
    store().createHardLink(path("other"), path);
    write("file", "new");
    assertThat(readText(path("other"))).isEqualTo("old");
    assertThat(readText(path)).isEqualTo("new");
  }

  @Test
  void replacingThroughALinkReplacesItsTarget() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("d");
    write("d/file", "old");
    symlink("link", "d/file");
    write("link", "new");
    assertThat(readText(path("d/file"))).isEqualTo("new");
    assertThat(store().stat(path("link"), false).linkTarget()).contains("d/file");
  }

  @Test
  void replacingDoesNotInheritAttributes() throws StoreException {
    need(Capability.PERMISSIONS);
    store().create(path("file"), WriteHandle.Options.REPLACE.withMode(0600)).close();
    store().create(path("file"), WriteHandle.Options.REPLACE.withMode(0664)).close();
    assertThat(store().stat(path("file"), true).attributes().mode()).isEqualTo(0664);
  }

  @Test
  void theModeIsGivenWhateverTheUmask() throws StoreException {
    need(Capability.PERMISSIONS);
    for (int mode : new int[] {0600, 0644, 0666, 0777, 0444}) {
      StorePath path = path("file-" + mode);
      store().create(path, WriteHandle.Options.EXCLUSIVE.withMode(mode)).close();
      assertThat(store().stat(path, true).attributes().mode()).isEqualTo(mode);
    }
  }

  @Test
  void aReadOnlyFileCanBeWrittenByItsMaker() throws StoreException {
    need(Capability.PERMISSIONS);
    try (WriteHandle handle =
        store().create(path("file"), WriteHandle.Options.EXCLUSIVE.withMode(0444))) {
      handle.write(ByteBuffer.wrap(bytes("x")));
    }
    assertThat(readText(path("file"))).isEqualTo("x");
  }

  @Test
  void theParentMustBeADirectory() throws StoreException {
    write("file", "x");
    refused(path("no/f"), () -> create(path("no/f")).close(), Kind.NOT_FOUND);
    refused(path("file/f"), () -> create(path("file/f")).close(), Kind.NOT_A_DIRECTORY);
    assertThat(exists(path("no"))).isFalse();
  }

  @Test
  void visibilityIsAsDeclared() throws StoreException {
    try (WriteHandle handle = create(path("file"))) {
      handle.write(ByteBuffer.wrap(bytes("x")));
      assertThat(exists(path("file"))).isEqualTo(can(Capability.VISIBLE_ON_CREATE));
    }
    assertThat(exists(path("file"))).isTrue();
  }

  @Test
  void flushedBytesAreReadByWhoOpensAfterwards() throws StoreException {
    need(Capability.FLUSH, Capability.VISIBLE_ON_CREATE);
    try (WriteHandle handle = create(path("file"))) {
      handle.write(ByteBuffer.wrap(bytes("one")));
      handle.flush();
      assertThat(readText(path("file"))).isEqualTo("one");
      assertThat(store().stat(path("file"), true).size()).isEqualTo(3);
      handle.write(ByteBuffer.wrap(bytes("two")));
      handle.flush();
      handle.flush();
      assertThat(readText(path("file"))).isEqualTo("onetwo");
    }
    assertThat(readText(path("file"))).isEqualTo("onetwo");
  }

  @Test
  void syncFlushes() throws StoreException {
    need(Capability.SYNC, Capability.FLUSH, Capability.VISIBLE_ON_CREATE);
    try (WriteHandle handle = create(path("file"))) {
      handle.write(ByteBuffer.wrap(bytes("one")));
      handle.sync();
      assertThat(readText(path("file"))).isEqualTo("one");
    }
  }

  @Test
  void anAbortedFileIsGone() throws StoreException {
    WriteHandle handle = create(path("file"));
    handle.write(ByteBuffer.wrap(bytes("x")));
    handle.abort();
    assertThat(exists(path("file"))).isFalse();
    handle.close();
    handle.abort();
    assertThat(exists(path("file"))).isFalse();
    create(path("file")).close();
  }

  @Test
  void abortAfterCloseDoesNothing() throws StoreException {
    WriteHandle handle = create(path("file"));
    handle.close();
    handle.abort();
    handle.close();
    assertThat(exists(path("file"))).isTrue();
  }

  @Test
  void aClosedHandleFails() throws StoreException {
    WriteHandle handle = create(path("file"));
    handle.close();
    refused(() -> handle.write(ByteBuffer.wrap(bytes("x"))), Kind.FAILED);
    assertThat(read(path("file"))).isEmpty();
  }

  @Test
  void twoHandlesDoNotDisturbEachOther() throws StoreException {
    byte[] a = pattern(200_000, 1);
    byte[] b = pattern(200_000, 2);
    try (WriteHandle first = create(path("a"));
        WriteHandle second = create(path("b"))) {
      for (int i = 0; i < a.length; i += 1000) {
        first.write(ByteBuffer.wrap(a, i, 1000));
        second.write(ByteBuffer.wrap(b, i, 1000));
      }
    }
    assertThat(read(path("a"))).isEqualTo(a);
    assertThat(read(path("b"))).isEqualTo(b);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.tree.DirectReadMark;
import io.situ.hdfs.tree.FileMark;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingReadHandle;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnchangedReadHandleTest {

  private static final StorePath PATH = StorePath.of("/f");
  private static final long NEXT_DATA = 5;
  private static final OptionalLong REMOTE = OptionalLong.of(3);

  /** Knows holes, and which bytes came from other hosts. */
  private static final class Measuring extends ForwardingReadHandle {

    Measuring(ReadHandle handle) {
      super(handle);
    }

    @Override
    public long nextData(long position) {
      return NEXT_DATA;
    }

    @Override
    public OptionalLong remoteBytes(long position, long length) {
      return REMOTE;
    }
  }

  private final Store store = new MemoryStore();
  private UnchangedReadHandle handle;

  @BeforeEach
  void open() throws StoreException {
    write("attached");
    ReadHandle opened = store.open(PATH, ReadHandle.Options.DEFAULT);
    StoreObject object = opened.object();
    LinkedBlock whole =
        new LinkedBlock("data", PATH, object.size(), object.version(), 0, object.size());
    DirectReadMark mark =
        new DirectReadMark(FileMark.of(whole, 1, List.of()), object.attributes().changedNanos());
    handle = new UnchangedReadHandle(store, mark, new Measuring(opened));
  }

  private void write(String text) throws StoreException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    StoreFiles.writeAll(store, PATH, bytes, WriteHandle.Options.REPLACE);
  }

  @Test
  void whatTheStoreMeasuresIsPassedOn() throws StoreException {
    assertThat(handle.read(0, ByteBuffer.allocate(8))).isEqualTo(8);
    assertThat(handle.remoteBytes(0, 8)).isEqualTo(REMOTE);
    assertThat(handle.nextData(0)).isEqualTo(NEXT_DATA);
  }

  @Test
  void nothingOfAnotherVersionIsHandedOut() throws StoreException {
    write("replaced");
    ReadHandle.Range range = new ReadHandle.Range(0, ByteBuffer.allocate(2));

    assertChanged(() -> handle.read(0, ByteBuffer.allocate(8)));
    assertChanged(() -> handle.readFully(List.of(range)));
    assertChanged(() -> handle.nextData(0));
  }

  private static void assertChanged(ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CHANGED));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written of an object whose bytes are only in an archive. */
class LinkWriterTest {

  private static final StorePath OBJECT = StorePath.of("/object");

  @TempDir private Path scratch;

  private final MemoryStore files = new MemoryStore();
  private final Store archive =
      new ForwardingStore(files) {
        @Override
        public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
          if (!options.recall()) {
            throw new StoreException(StoreException.Kind.AWAY, path, "it is only in the archive");
          }
          ReadHandle handle = super.open(path, options);
          return new Unread(handle);
        }

        @Override
        public void close() {
          // It is used again.
        }
      };

  /** To read it would fetch its bytes back. */
  private record Unread(ReadHandle handle) implements ReadHandle {
    @Override
    public StoreObject object() {
      return handle.object();
    }

    @Override
    public int read(long position, ByteBuffer buffer) {
      throw new AssertionError("bytes were fetched back");
    }

    @Override
    public void close() throws StoreException {
      handle.close();
    }
  }

  private LinkMetadata mark(int length, boolean summed) throws IOException {
    StoreFiles.writeAll(
        files, OBJECT, ByteBuffer.wrap(new byte[length]), WriteHandle.Options.REPLACE);
    StoreObject object = files.stat(OBJECT, true);
    LinkedBlock block = new LinkedBlock("data", OBJECT, length, object.version(), 0, length);
    return new LinkMetadata(block, files.info().identity(), summed, false, false);
  }

  private Path write(LinkMetadata mark) throws IOException {
    Path sums = scratch.resolve("sums");
    try (LinkSources sources = new LinkSources(name -> archive)) {
      new LinkWriter(sources).write(sums, mark);
    }
    return sums;
  }

  @Test
  void whatNeedsItsBytesIsRefusedByName() {
    for (int length : new int[] {1024, 1000}) {
      assertThatThrownBy(() -> write(mark(length, true)))
          .hasMessage("'/object': it is only in the archive");
    }
    assertThatThrownBy(() -> write(mark(1000, false)))
        .hasMessage("'/object': it is only in the archive");
  }

  @Test
  void whatNeedsNoneIsWritten() throws IOException {
    assertThat(write(mark(1024, false))).hasSize(BlockChecksums.fileLength(1024));
  }
}

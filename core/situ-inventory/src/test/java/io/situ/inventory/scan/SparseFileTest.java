// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.MappedStore;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.datafile.Crc32cCombiner;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are nearly all holes, which any user makes in a moment. */
class SparseFileTest {

  private static final StorePath FILE = StorePath.of("/data/f");
  private static final ScanOptions CHECKED = ScanOptions.DEFAULT.withChecksums(true);

  @TempDir Path directory;

  private static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 4096, 1 << 20, (1 << 20) + 5})
  void zerosAreComputedAndNotRead(int length) {
    assertThat(Crc32cCombiner.zeros(length)).isEqualTo(crc(new byte[length]));
  }

  @Test
  void chunksAreCountedWithoutOverflow() {
    assertThat(Crc32cCombiner.chunks(0, 10)).isZero();
    assertThat(Crc32cCombiner.chunks(10, 10)).isEqualTo(1);
    assertThat(Crc32cCombiner.chunks(11, 10)).isEqualTo(2);
    assertThat(Crc32cCombiner.chunks(Long.MAX_VALUE, 1 << 20)).isEqualTo(1L << 43);
  }

  @Test
  void holesArePassedOver() throws IOException {
    long size = (1L << 41) + 12345;
    long at = (1L << 40) + 77;
    SizedStore store = sized(size, at);
    Manifest manifest =
        Scanner.scan(store, StorePath.of("/data"), directory, CHECKED.withPlacement(false));
    assertThat(manifest.counts().unchecked()).isZero();
    assertThat(store.reads.get()).isLessThan(10);
    Row row = Snapshots.current(directory).find(FILE).orElseThrow();
    byte[] one = new byte[ObjectEnricher.CHUNK];
    one[77] = 1;
    int whole = Crc32cCombiner.combine(Crc32cCombiner.zeros(1L << 40), crc(one), one.length);
    long rest = size - (1L << 40) - one.length;
    whole = Crc32cCombiner.combine(whole, Crc32cCombiner.zeros(rest), rest);
    assertThat(row.crc32c(ObjectEnricher.CHUNK).orElseThrow()).isEqualTo(whole);
  }

  /** A store whose one file has any size, and no bytes in memory. */
  private static SizedStore sized(long size) throws IOException {
    return sized(size, -1);
  }

  private static SizedStore sized(long size, long at) throws IOException {
    MemoryStore memory = new MemoryStore();
    memory.mkdir(StorePath.of("/data"), 0755);
    memory.create(FILE, io.situ.storage.WriteHandle.Options.EXCLUSIVE).close();
    return new SizedStore(memory, size, at);
  }

  private static final class SizedStore extends MappedStore {
    private final long size;
    private final long at;
    private final AtomicInteger reads = new AtomicInteger();

    /**
     * @param at where a byte is that is not zero, all others being holes; -1 for a file that cannot
     *     be read
     */
    SizedStore(Store store, long size, long at) {
      super(store);
      this.size = size;
      this.at = at;
    }

    @Override
    protected StoreObject map(StoreObject object) {
      return object.isFile()
          ? new StoreObject(
              object.path(), object.kind(), size, object.attributes(), object.version())
          : object;
    }

    @Override
    public ReadHandle open(StorePath path, ReadHandle.Options options) {
      return new ReadHandle() {
        @Override
        public StoreObject object() {
          throw new IllegalStateException("not asked for");
        }

        @Override
        public int read(long position, ByteBuffer buffer) {
          if (at < 0) {
            throw new IllegalStateException("this file cannot be read");
          }
          reads.incrementAndGet();
          int count = buffer.remaining();
          byte[] bytes = new byte[count];
          if (at >= position && at < position + count) {
            bytes[(int) (at - position)] = 1;
          }
          buffer.put(bytes);
          return count;
        }

        @Override
        public long nextData(long position) {
          return position <= at ? at : size;
        }

        @Override
        public void close() {}
      };
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 1L << 51, (4L << 40) + 1})
  void aGiantIsLeftOutByName(long size) throws IOException {
    Manifest manifest =
        Scanner.scan(sized(size), StorePath.of("/data"), directory, CHECKED.withPlacement(false));
    assertThat(manifest.skipped())
        .containsExactly(
            new Manifest.Skipped("no-checksum: too-large", 1, List.of(FILE.toString())));
    assertThat(manifest.counts().unchecked()).isEqualTo(1);
    assertThat(manifest.isPartial()).isTrue();
    Row row = Snapshots.current(directory).find(FILE).orElseThrow();
    assertThat(row.object().size()).isEqualTo(size);
    assertThat(row.crc32c(ObjectEnricher.CHUNK)).isEmpty();
  }

  @Test
  void theLimitIsTheCallers() throws IOException {
    ScanOptions small = CHECKED.withPlacement(false).withMaxChecksumBytes(10);
    Manifest manifest = Scanner.scan(sized(11), StorePath.of("/data"), directory, small);
    assertThat(manifest.counts().unchecked()).isEqualTo(1);
  }

  @Test
  void aFailureNamesTheFile() {
    assertThatThrownBy(
            () ->
                Scanner.scan(
                    sized(100), StorePath.of("/data"), directory, CHECKED.withPlacement(false)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'/data/f'")
        .hasMessageContaining("cannot be read");
  }
}

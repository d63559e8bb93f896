// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the settings of file checksums may be, and what a checksum costs. */
class ChecksumSettingsTest {

  private static final int BLOCK = 1 << 20;

  private static FileChecksum checksum(Configuration conf, ReadHandle file) throws IOException {
    return SituChecksums.of(conf, BLOCK).compute(file, Long.MAX_VALUE);
  }

  /** HDFS compares letter by letter. */
  @ParameterizedTest
  @ValueSource(strings = {"COMPOSITE-CRC", "composite_crc", " COMPOSITE_CRC"})
  void aModeThatIsNoneIsTakenForHdfssDefault(String mode) throws IOException {
    Configuration wrong = new Configuration(false);
    wrong.set(SituChecksums.MODE_KEY, mode);
    Configuration md5 = new Configuration(false);
    md5.set(SituChecksums.MODE_KEY, "MD5MD5CRC");
    byte[] content = StreamFixtures.bytes(3 * BLOCK + 7);

    assertThat(checksum(wrong, new MemoryFileSource(content)))
        .isEqualTo(checksum(md5, new MemoryFileSource(content)));
    FileSystem.newInstance(URI.create("situ:///"), wrong).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "many"})
  void bytesPerCrcAreANumberFromOneOn(String value) {
    Configuration conf = new Configuration(false);
    conf.set(SituChecksums.BYTES_PER_CRC_KEY, value);

    assertThatThrownBy(() -> FileSystem.newInstance(URI.create("situ:///"), conf))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "dfs.bytes-per-checksum is '"
                + value
                + "' and must be a whole number from 1 on, such as 512");
  }

  /** However long the first part takes, and however large the file is. */
  @Test
  void fewPartsAreReadAhead() {
    LargeFile file = new LargeFile();

    assertThatThrownBy(() -> checksum(new Configuration(false), file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("only the first part");
    assertThat(file.furthest).isBetween(1L, (long) SituChecksums.MAX_AHEAD);
  }

  /** Its first part can be read only once all are asked for that may be, and others not at all. */
  private static final class LargeFile implements ReadHandle {

    private static final long PART = 32L << 20;

    private long furthest;

    @Override
    public StoreObject object() {
      return new StoreObject(
          MemoryFileSource.PATH,
          StoreObject.Kind.FILE,
          1L << 42,
          new Attributes("user", "group", 0644, 0, 0),
          new StoreObject.Version(1, 1));
    }

    @Override
    public int read(long position, ByteBuffer buffer) throws StoreException {
      if (position == 0) {
        waitForOthers();
      } else if (position >= PART) {
        readOther(position / PART);
      }
      int count = buffer.remaining();
      buffer.position(buffer.limit());
      return count;
    }

    private synchronized void readOther(long part) throws StoreException {
      furthest = Math.max(furthest, part);
      notifyAll();
      throw new StoreException(
          StoreException.Kind.FAILED, MemoryFileSource.PATH, "only the first part is there");
    }

    /** With one processor there is one thread, and so nothing to wait for. */
    private synchronized void waitForOthers() throws StoreException {
      try {
        while (Runtime.getRuntime().availableProcessors() > 1
            && furthest < SituChecksums.MAX_AHEAD - 1) {
          wait();
        }
      } catch (InterruptedException e) {
        throw new StoreException(
            StoreException.Kind.INTERRUPTED, MemoryFileSource.PATH, "interrupted", e);
      }
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}

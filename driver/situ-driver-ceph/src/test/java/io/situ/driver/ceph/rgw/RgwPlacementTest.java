// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.ceph.cluster.PgMap;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.driver.ceph.cluster.SmallPgMap;
import io.situ.driver.ceph.rgw.rados.HeadObjectAttributes;
import io.situ.driver.ceph.rgw.rados.HeadObjectReader;
import io.situ.driver.ceph.rgw.rados.RadosName;
import io.situ.driver.ceph.rgw.s3.S3Objects;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Objects with manifests as RGW writes them, on the map of a small cluster. */
final class RgwPlacementTest {

  private static final int MB = 1 << 20;
  private static final String ETAG = "0123456789abcdef";

  private final StoreWarnings notices = new StoreWarnings();
  private final PgMapCache maps = SmallPgMap.cache(notices);
  private final Map<String, byte[]> attributes = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private boolean closed;

  private final HeadObjectReader heads =
      new HeadObjectReader() {
        @Override
        public HeadObjectAttributes head(RadosName name) throws IOException {
          asked.add(name.toString());
          if (attributes.isEmpty()) {
            throw new FileNotFoundException("there is no object " + name);
          }
          return new HeadObjectAttributes(attributes);
        }

        @Override
        public void close() {
          closed = true;
        }
      };

  private final RgwPlacement placement = new RgwPlacement(() -> "m.1", heads, maps, "data");

  /** Room for a structure of Ceph that is being written. */
  private static final class Encoder {
    private final ByteBuffer bytes = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);

    Encoder text(String text) {
      bytes.putInt(text.length()).put(text.getBytes(UTF_8));
      return this;
    }

    Encoder number32(int number) {
      bytes.putInt(number);
      return this;
    }

    Encoder number64(long... numbers) {
      for (long number : numbers) {
        bytes.putLong(number);
      }
      return this;
    }

    Encoder flag(boolean flag) {
      bytes.put((byte) (flag ? 1 : 0));
      return this;
    }

    Encoder structure(int version, Encoder content) {
      bytes.put((byte) version).put((byte) 1).putInt(content.bytes.position());
      bytes.put(content.bytes.array(), 0, content.bytes.position());
      return this;
    }

    byte[] bytes() {
      return Arrays.copyOf(bytes.array(), bytes.position());
    }
  }

  /** A manifest of one rule. */
  private static byte[] manifest(long size, long head, long stripe, String storageClass) {
    Encoder bucket = new Encoder().text("b").text("m.1").text("id").text("").flag(false);
    Encoder object = new Encoder().structure(10, bucket).text("").text("").text("");
    Encoder rule = new Encoder().number32(0).number64(head, 0, stripe).text("");
    Encoder content =
        new Encoder()
            .number64(size)
            .number32(0)
            .flag(false)
            .structure(6, object)
            .number64(head, head)
            .text(".tail_")
            .number32(1)
            .number64(0)
            .structure(2, rule)
            .flag(false)
            .flag(false)
            .text("default-placement")
            .text("default-placement" + storageClass);
    return new Encoder().structure(7, content).bytes();
  }

  private void describe(long size, long head, long stripe, String storageClass) {
    attributes.put("user.rgw.etag", (ETAG + '\0').getBytes(UTF_8));
    attributes.put("user.rgw.idtag", new byte[] {1});
    attributes.put("user.rgw.manifest", manifest(size, head, stripe, storageClass));
  }

  private static StoreObject file(String path, long size) {
    return S3Objects.file(StorePath.of(path), size, '"' + ETAG + '"', Instant.EPOCH);
  }

  private List<Extent> expected(Object... namesOffsetsAndLengths) {
    PgMap.Pool pool = maps.get().orElseThrow().pools().get("data");
    List<Extent> extents = new ArrayList<>();
    for (int i = 0; i < namesOffsetsAndLengths.length; i += 3) {
      RadosName name = (RadosName) namesOffsetsAndLengths[i];
      extents.add(
          new Extent(
              (long) namesOffsetsAndLengths[i + 1],
              (long) namesOffsetsAndLengths[i + 2],
              pool.holders(name.hash())));
    }
    return extents;
  }

  private static RadosName tail(int number) {
    return RadosName.tail("m.1", "_shadow_.tail_" + number);
  }

  @Test
  void eachPieceIsWhereItsNameIsPlaced() {
    describe(10 * MB, 4 * MB, 4 * MB, "");
    RadosName head = RadosName.head("m.1", "dir/f".getBytes(UTF_8));
    StoreObject file = file("/dir/f", 10 * MB);

    assertThat(placement.extents(file, 0, Long.MAX_VALUE))
        .isEqualTo(
            expected(head, 0L, 4L * MB, tail(1), 4L * MB, 4L * MB, tail(2), 8L * MB, 2L * MB));
    assertThat(placement.extents(file, 5 * MB, 1)).isEqualTo(expected(tail(1), 5L * MB, 1L));
    assertThat(placement.extents(file, 10 * MB, 1)).isEmpty();
    assertThat(placement.extents(file, 0, 0)).isEmpty();
    assertThat(asked).as("it is asked for once").containsExactly("m.1_dir/f");
  }

  @Test
  void whatIsNotTheObjectThatWasListedHasNoKnownPlace() {
    describe(10 * MB, 4 * MB, 4 * MB, "");

    assertThat(placement.extents(file("/f", 10 * MB + 1), 0, 5)).isEmpty();
    attributes.put("user.rgw.etag", "another".getBytes(UTF_8));
    assertThat(placement.extents(file("/f", 10 * MB), 0, 5)).isEmpty();
    attributes.clear();
    assertThat(placement.extents(file("/f", 10 * MB), 0, 5)).isEmpty();
    assertThat(notices.sentences()).isEmpty();
  }

  @Test
  void bytesThatAreKeptElsewhereOrOtherwiseHaveNoKnownPlace() {
    describe(10 * MB, 4 * MB, 4 * MB, "/COLD");
    assertThat(placement.extents(file("/f", 10 * MB), 0, 5)).isEmpty();
    describe(10 * MB, 4 * MB, 4 * MB, "");
    attributes.put("user.rgw.compression", new byte[1]);
    assertThat(placement.extents(file("/f", 10 * MB), 0, 5)).isEmpty();
    attributes.remove("user.rgw.compression");
    attributes.put("user.rgw.crypt.mode", new byte[1]);
    assertThat(placement.extents(file("/f", 10 * MB), 0, 5)).as("encrypted in place").hasSize(1);
  }

  @Test
  void aDamagedManifestHasNoKnownPlace() {
    describe(10 * MB, 4 * MB, 4 * MB, "");
    byte[] manifest = attributes.get("user.rgw.manifest");
    attributes.put("user.rgw.manifest", Arrays.copyOf(manifest, 50));
    assertThat(placement.extents(file("/f", 10 * MB), 0, 5)).isEmpty();
    attributes.remove("user.rgw.manifest");
    assertThat(placement.extents(file("/f", 10 * MB), 0, 5)).isEmpty();
  }

  @Test
  void ofAGiantTheFirstPiecesAreReported() {
    describe(Long.MAX_VALUE, 0, 1, "");
    StoreObject giant = file("/f", Long.MAX_VALUE);

    assertThat(placement.extents(giant, 0, Long.MAX_VALUE)).hasSize(Extent.MAX_COUNT);
    assertThat(notices.sentences())
        .singleElement()
        .asString()
        .contains("of files with very many pieces");
    describe(Long.MAX_VALUE, 0, Long.MAX_VALUE, "");
    assertThat(placement.extents(file("/g", Long.MAX_VALUE), 7, 3)).hasSize(1);
  }

  @Test
  void piecesThatNoHostHasAreNotCountedForEver() {
    describe(Long.MAX_VALUE, 0, 1, "");
    RgwPlacement parts = new RgwPlacement(() -> "m.1", heads, maps, "parts");

    assertThat(parts.extents(file("/f", Long.MAX_VALUE), 0, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void aPoolThatIsNotThereIsReported() {
    describe(10 * MB, 4 * MB, 4 * MB, "");
    RgwPlacement other = new RgwPlacement(() -> "m.1", heads, maps, "none");

    assertThat(other.extents(file("/f", 10 * MB), 0, 5)).isEmpty();
    assertThat(notices.sentences())
        .containsExactly(
            "no placement of Ceph is known, and tasks run anywhere: the cluster has no pool none");
  }

  @Test
  void aMarkerThatIsNotKnownIsReported() {
    describe(10 * MB, 4 * MB, 4 * MB, "");
    RgwPlacement other =
        new RgwPlacement(
            () -> {
              throw new IOException("RGW does not say it");
            },
            heads,
            maps,
            "data");

    assertThat(other.extents(file("/f", 10 * MB), 0, 5)).isEmpty();
    assertThat(notices.sentences()).singleElement().asString().endsWith(": RGW does not say it");
  }

  @Test
  void itClosesWhatItAsks() {
    placement.close();

    assertThat(closed).isTrue();
  }
}

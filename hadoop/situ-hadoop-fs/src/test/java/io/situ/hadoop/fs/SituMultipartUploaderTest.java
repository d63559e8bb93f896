// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.situ.hadoop.fs.stream.StreamFixtures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BBPartHandle;
import org.apache.hadoop.fs.BBUploadHandle;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Hadoop's contract test of uploaders does not ask; that one runs on the file system. */
class SituMultipartUploaderTest {

  @TempDir Path scratch;
  private FileSystem fs;
  private MultipartUploader uploader;
  private org.apache.hadoop.fs.Path file;

  @BeforeEach
  void start() throws IOException {
    fs = new RawLocalFileSystem();
    fs.initialize(URI.create("file:///"), new Configuration(false));
    org.apache.hadoop.fs.Path base = new org.apache.hadoop.fs.Path("file://" + scratch);
    uploader = new SituMultipartUploader.Builder(fs, base).build();
    file = new org.apache.hadoop.fs.Path(base, "new/file");
  }

  @AfterEach
  void stop() throws IOException {
    uploader.close();
    fs.close();
  }

  private PartHandle put(UploadHandle upload, int number, byte[] content) throws IOException {
    InputStream in = new ByteArrayInputStream(content);
    return FutureIO.awaitFuture(uploader.putPart(upload, number, false, file, in, content.length));
  }

  private UploadHandle start(org.apache.hadoop.fs.Path target) throws IOException {
    return FutureIO.awaitFuture(uploader.startUpload(target));
  }

  private long filesBelow() throws IOException {
    try (Stream<Path> all = Files.walk(scratch)) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  private void complete(FileSystem by, UploadHandle upload, Map<Integer, PartHandle> parts)
      throws IOException {
    by.initialize(URI.create("file:///"), new Configuration(false));
    try (MultipartUploader other =
        new SituMultipartUploader.Builder(by, file.getParent().getParent()).build()) {
      FutureIO.awaitFuture(other.complete(upload, file, parts));
    }
  }

  /** As where a client calls again after its first call took too long. */
  @Test
  void aSecondCallThatHasNotEndedCutsNothingOff() throws IOException {
    UploadHandle upload = start(file);
    byte[] content = StreamFixtures.bytes(100_000);
    Map<Integer, PartHandle> parts = Map.of(1, put(upload, 1, content), 2, put(upload, 2, content));
    FileSystem stopped =
        new RawLocalFileSystem() {
          @Override
          public FSDataInputStream open(org.apache.hadoop.fs.Path part, int size)
              throws IOException {
            if (part.getName().startsWith("part-2-")) {
              throw new IOException("stopped");
            }
            return super.open(part, size);
          }

          @Override
          public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) {
            return false;
          }
        };
    FileSystem first =
        new RawLocalFileSystem() {
          @Override
          protected void rename(
              org.apache.hadoop.fs.Path from,
              org.apache.hadoop.fs.Path to,
              Options.Rename... options)
              throws IOException {
            assertThatThrownBy(() -> complete(stopped, upload, parts))
                .hasMessageContaining("stopped");
            super.rename(from, to, options);
          }
        };

    complete(first, upload, parts);

    assertThat(Files.size(scratch.resolve("new/file"))).isEqualTo(2 * content.length);
    assertThat(filesBelow()).isEqualTo(1);
  }

  @Test
  void partsBecomeOneFileAndNothingElseRemains() throws IOException {
    UploadHandle upload = start(file);
    Map<Integer, PartHandle> parts = new HashMap<>();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int number = 12; number >= 1; number--) {
      parts.put(number, put(upload, number, StreamFixtures.bytes(number * 100_000)));
    }
    for (int number = 1; number <= 12; number++) {
      expected.writeBytes(StreamFixtures.bytes(number * 100_000));
    }
    assertThat(fs.exists(file)).isFalse();
    FutureIO.awaitFuture(uploader.complete(upload, file, parts));
    assertThat(Files.readAllBytes(scratch.resolve("new/file"))).isEqualTo(expected.toByteArray());
    assertThat(filesBelow()).isEqualTo(1);
    assertThat(Files.list(scratch.resolve("new"))).hasSize(1);
  }

  @Test
  void whatADefaultAccessListTakesAwayStaysAway() throws IOException {
    URI whole = URI.create("situ:///");
    try (FileSystem situ = FileSystem.newInstance(whole, new Configuration())) {
      org.apache.hadoop.fs.Path shared =
          situ.makeQualified(new org.apache.hadoop.fs.Path(scratch + "/shared"));
      situ.mkdirs(shared);
      try {
        situ.modifyAclEntries(
            shared,
            AclEntry.parseAclSpec("default:user::rwx,default:group::r-x,default:other::---", true));
      } catch (IOException | UnsupportedOperationException e) {
        abort("no access lists on " + scratch + ": " + e.getMessage());
      }
      file = new org.apache.hadoop.fs.Path(shared, "file");
      try (MultipartUploader toSitu = new SituMultipartUploader.Builder(situ, shared).build()) {
        uploader.close();
        uploader = toSitu;
        UploadHandle upload = start(file);
        Map<Integer, PartHandle> parts = Map.of(1, put(upload, 1, StreamFixtures.bytes(10)));
        FutureIO.awaitFuture(uploader.complete(upload, file, parts));
        assertThat(situ.getFileStatus(file).getPermission().toShort() & 07).isZero();
      }
    }
  }

  @Test
  void aPartPutTwiceCountsAsItsHandleSays() throws IOException {
    UploadHandle upload = start(file);
    PartHandle first = put(upload, 1, new byte[] {1});
    put(upload, 1, new byte[] {2, 2});
    FutureIO.awaitFuture(uploader.complete(upload, file, Map.of(1, first)));
    assertThat(Files.readAllBytes(scratch.resolve("new/file"))).containsExactly(1);
  }

  @Test
  void aPartThatEndsEarlyIsRefusedAndItsInputClosed() throws IOException {
    UploadHandle upload = start(file);
    boolean[] closed = new boolean[1];
    InputStream in =
        new ByteArrayInputStream(new byte[10]) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    assertThatThrownBy(() -> FutureIO.awaitFuture(uploader.putPart(upload, 1, true, file, in, 11)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 bytes short");
    assertThat(closed[0]).isTrue();
  }

  @Test
  void foreignHandlesReachNothing() throws IOException {
    UploadHandle upload = start(file);
    put(upload, 1, new byte[1]);
    Files.writeString(scratch.resolve("precious"), "precious");
    for (String name : new String[] {"../precious", "precious", "..", "/"}) {
      ByteBuffer bytes = ByteBuffer.wrap(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      assertThatThrownBy(
              () ->
                  FutureIO.awaitFuture(
                      uploader.complete(upload, file, Map.of(1, BBPartHandle.from(bytes)))))
          .isInstanceOf(FileNotFoundException.class);
      assertThatThrownBy(
              () -> FutureIO.awaitFuture(uploader.abort(BBUploadHandle.from(bytes), file)))
          .isInstanceOf(FileNotFoundException.class);
    }
    assertThat(scratch.resolve("precious")).hasContent("precious");
  }

  @Test
  void unfinishedUploadsAreFoundAndTakenAway() throws IOException {
    put(start(file), 1, new byte[1]);
    start(new org.apache.hadoop.fs.Path(file.getParent(), "a/b/c"));
    Files.createDirectories(scratch.resolve(".situ-upload-of-another-user"));
    assertThat(FutureIO.awaitFuture(uploader.abortUploadsUnderPath(file.getParent().getParent())))
        .isEqualTo(2);
    assertThat(filesBelow()).isZero();
    assertThat(scratch.resolve(".situ-upload-of-another-user")).exists();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.spark.scan.footer.ScanFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileEtagsTest {

  private static final int FILES = 200;

  /** Those of {@link FileEtags}. */
  private static final int THREADS = 16;

  private static final AtomicInteger ASKED = new AtomicInteger();

  /** Until it is counted down, no status is given. */
  private static volatile CountDownLatch answering = new CountDownLatch(0);

  @TempDir private java.nio.file.Path scratch;

  private final Configuration conf = new Configuration(false);
  private final List<ScanFile> files = new ArrayList<>();

  /** Files of this host, whose statuses are counted. */
  public static class Plain extends RawLocalFileSystem {

    @Override
    public URI getUri() {
      return URI.create("plain:///");
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
      ASKED.incrementAndGet();
      try {
        answering.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException("interrupted");
      }
      return super.getFileStatus(path);
    }
  }

  /** Files whose version is their length. */
  public static final class Versioned extends Plain {

    @Override
    public URI getUri() {
      return URI.create("versioned:///");
    }

    private static final class Status extends FileStatus implements EtagSource {

      private static final long serialVersionUID = 1;

      Status(FileStatus other) {
        super(other.getLen(), false, 1, 1, other.getModificationTime(), other.getPath());
      }

      @Override
      public String getEtag() {
        return "v" + getLen();
      }
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
      return new Status(super.getFileStatus(path));
    }
  }

  @BeforeEach
  void configure() {
    conf.setClass("fs.plain.impl", Plain.class, RawLocalFileSystem.class);
    conf.setClass("fs.versioned.impl", Versioned.class, RawLocalFileSystem.class);
    ASKED.set(0);
  }

  private void write(String scheme) throws IOException {
    for (int i = 0; i < FILES; i++) {
      java.nio.file.Path file = Files.write(scratch.resolve("f" + i), new byte[i]);
      files.add(
          new ScanFile(new Path(scheme + "://" + file), i, 0, Optional.empty(), false, List.of()));
    }
  }

  private List<String> etags(long seconds) throws InterruptedException {
    return FileEtags.of(files, conf, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void eachFileOfAFileSystemThatHasVersionsHasItsOwn() throws Exception {
    write("versioned");

    List<String> etags = etags(60);

    assertThat(etags).hasSize(FILES).startsWith("v0", "v1").endsWith("v" + (FILES - 1));
  }

  @Test
  void aFileSystemWithoutVersionsIsNotAskedForEachFile() throws Exception {
    write("plain");

    assertThat(etags(60)).isEqualTo(Collections.nCopies(FILES, ""));

    assertThat(ASKED).hasValueBetween(1, THREADS);
  }

  @Test
  void afterTheDeadlineNoVersionIsKnown() throws Exception {
    write("versioned");
    files.subList(2, FILES).clear();
    answering = new CountDownLatch(1);
    try {
      FileEtags.Answers answers = FileEtags.ask(files, conf, System.nanoTime());

      assertThat(answers.etags()).containsExactly("", "");
      assertThat(answers.late()).isEqualTo(2);
      assertThat(answers.failed()).isZero();
    } finally {
      answering.countDown();
    }
  }

  @Test
  void aFileThatIsGoneHasNone() throws Exception {
    write("versioned");
    Files.delete(scratch.resolve("f7"));

    FileEtags.Answers answers =
        FileEtags.ask(files, conf, System.nanoTime() + TimeUnit.SECONDS.toNanos(60));

    assertThat(answers.etags()).contains("v6", "v8").doesNotContain("v7");
    assertThat(answers.etags().get(7)).isEmpty();
    assertThat(answers.late()).isZero();
    assertThat(answers.failed()).isEqualTo(1);
    assertThat(answers.reason().orElseThrow()).contains("f7");
  }
}

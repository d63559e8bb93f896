// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.spark.FileSystemRegistration;
import io.situ.spark.shuffle.output.MapOutputId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application's directory on a file system where removing takes long, or calls fail. */
@Tag("end-to-end")
class SharedApplicationTest {

  private static CountDownLatch removing;
  private static CountDownLatch mayRemove;

  @TempDir private Path scratch;

  @BeforeEach
  void start() {
    removing = new CountDownLatch(1);
    mayRemove = new CountDownLatch(1);
  }

  @AfterEach
  void letGo() {
    mayRemove.countDown();
  }

  private SharedApplication startOn(Class<? extends SituFileSystem> files) throws IOException {
    Configuration hadoop = new Configuration(false);
    FileSystemRegistration.register(hadoop);
    hadoop.set("fs.situ.impl", files.getName());
    SparkConf conf = new SparkConf(false).set("spark.situ.shuffle.expiry", "1m");
    org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path("situ://" + scratch);
    return SharedApplication.start(parent, conf, hadoop);
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void staysMarkedAsInUseWhileItRemovesAShuffle() throws Exception {
    try (SharedApplication application = startOn(SlowFiles.class)) {
      Path directory = Path.of(application.path().toUri().getPath());
      Path shuffle = Path.of(MapOutputId.shuffleDirectory(application.data(), 1).toUri().getPath());
      Files.createDirectory(shuffle);

      application.removeShuffle(1, false);

      removing.await();
      FailingFiles.failures.set(2);
      FileTime old = FileTime.fromMillis(System.currentTimeMillis() - 3_600_000);
      Files.setLastModifiedTime(directory.resolve("heartbeat"), old);
      while (Files.getLastModifiedTime(directory.resolve("heartbeat")).equals(old)) {
        Thread.sleep(20);
      }
      assertThat(removals(directory)).isEqualTo(1);
      mayRemove.countDown();
    }
    assertThat(scratch).isEmptyDirectory();
  }

  /** As after a fault of a file system that is none of its own errors. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void goesOnAfterCallsThatFail() throws Exception {
    FailingFiles.failures.set(0);
    FailingFiles.listings.set(0);
    try (SharedApplication application = startOn(FailingFiles.class)) {
      Path heartbeat = Path.of(application.path().toUri().getPath()).resolve("heartbeat");
      FileTime old = FileTime.fromMillis(System.currentTimeMillis() - 3_600_000);
      Files.setLastModifiedTime(heartbeat, old);
      while (Files.getLastModifiedTime(heartbeat).equals(old) || FailingFiles.listings.get() < 2) {
        Thread.sleep(20);
      }
      assertThat(FailingFiles.failures).hasNonPositiveValue();
    }
    assertThat(scratch).isEmptyDirectory();
  }

  /** As OrangeFS, and as Hadoop's file systems that leave it at the default. */
  @Test
  void needsTimesThatCanBeSet() throws Exception {
    assertThatThrownBy(() -> startOn(FilesWithoutTimes.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("this file system sets none")
        .hasMessageContaining("choose another spark.situ.shuffle.dir");
    assertThat(scratch).isEmptyDirectory();
  }

  /** Situ's file system, which sets no times. */
  public static final class FilesWithoutTimes extends SituFileSystem {

    @Override
    public void setTimes(org.apache.hadoop.fs.Path path, long modified, long accessed) {}
  }

  private static long removals(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(each -> each.getFileName().toString().startsWith("removed-")).count();
    }
  }

  /** Situ's file system, where a removal waits. */
  public static final class SlowFiles extends SituFileSystem {

    @Override
    public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) throws IOException {
      if (path.getName().startsWith("removed-")) {
        removing.countDown();
        try {
          mayRemove.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return super.delete(path, recursive);
    }
  }

  /** Situ's file system, where the first marks fail, and each listing of what applications left. */
  public static final class FailingFiles extends SituFileSystem {

    static final AtomicInteger failures = new AtomicInteger();
    static final AtomicInteger listings = new AtomicInteger();

    @Override
    public void setTimes(org.apache.hadoop.fs.Path path, long modified, long accessed)
        throws IOException {
      if (failures.getAndDecrement() > 0) {
        throw new IllegalStateException("a fault of the file system");
      }
      super.setTimes(path, modified, accessed);
    }

    @Override
    public org.apache.hadoop.fs.FileStatus[] listStatus(org.apache.hadoop.fs.Path path)
        throws IOException {
      if (path.getName().startsWith("situ-spark-")) {
        return super.listStatus(path);
      }
      listings.incrementAndGet();
      throw new IllegalStateException("a fault of the file system");
    }
  }
}

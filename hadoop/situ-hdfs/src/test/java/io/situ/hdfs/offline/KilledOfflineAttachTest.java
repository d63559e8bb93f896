// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OfflineHdfs;
import io.situ.hdfs.cluster.OfflineMain;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NNStorage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A first load that is killed, in a process of its own, and called again. */
@Tag("hadoop-3.5")
@Tag("servers")
@Tag("long")
class KilledOfflineAttachTest {

  private static final int FILES = 2_000;
  private static final int SIZE = 700;
  private static final String IMAGE = ".*/fsimage_\\d+";

  /** More than is logged from the newest image to the next. */
  private static final int MAX_LOGGED = 20;

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path scratch;
  private OfflineHdfs hdfs;

  private void prepare() throws Exception {
    hdfs =
        OfflineHdfs.prepare(
            scratch,
            Map.of("fs.situ.hdfs.checksums", "lazy"),
            (linked, now) -> {
              for (int i = 0; i < FILES; i++) {
                linked.write("on1/tree/" + i % 4 + "/file" + i, SIZE + i % 3);
              }
            },
            true);
  }

  private Process start(Map<String, String> settings, Object... args) throws IOException {
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    Path site = scratch.resolve("site.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      conf.writeXml(out);
    }
    List<String> words = JavaCommand.of(OfflineMain.class).call(site);
    // It has to be slower than the one who waits for the moment to kill it.
    words.addAll(0, List.of("nice", "-n", "10"));
    Stream.of(args).map(Object::toString).forEach(words::add);
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(scratch.resolve("child.log").toFile())
        .start();
  }

  private interface Sign {
    boolean isThere() throws IOException;
  }

  /** Returns whether it was killed before it had ended. */
  private boolean killWhen(Process process, Sign sign) throws Exception {
    Instant end = Instant.now().plus(PATIENCE);
    while (process.isAlive() && !sign.isThere() && Instant.now().isBefore(end)) {
      Thread.onSpinWait();
    }
    process.destroyForcibly();
    return process.waitFor() == 128 + 9;
  }

  /** Files may come and go meanwhile. */
  private static List<String> names(Path directory, String pattern) throws IOException {
    List<String> names = new ArrayList<>();
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().matches(pattern)) {
              names.add(file.toString());
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    names.sort(null);
    return names;
  }

  @Test
  void whileTheImageIsWrittenAndWhileBlocksAreLinked() throws Exception {
    prepare();
    Path current = hdfs.names().resolve("current");
    List<String> before = names(current, IMAGE);

    Process image =
        start(hdfs.settings(), hdfs.names(), scratch.resolve("lists"), "/on1/tree", "/target");
    boolean killed = killWhen(image, () -> !names(current, ".*/fsimage.ckpt_\\d+").isEmpty());

    assertThat(killed).as(() -> log()).isTrue();
    assertThat(names(current, IMAGE)).isEqualTo(before);
    Path volumes = scratch.resolve("hdfs");
    assertThatThrownBy(() -> hdfs.lay(hdfs.list("node1")))
        .hasMessageContaining("is the list of an attach that has not ended");
    assertThat(names(volumes, ".*/finalized/.*/blk_.*")).isEmpty();
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.names("/")).isEmpty();
      OfflineHdfs.save(linked);
    }
    assertThatThrownBy(() -> hdfs.attach(hdfs.names(), "/on1/tree", "/target"))
        .hasMessageContaining("is the list of an attach that has not ended; if that was stopped");
    Files.delete(hdfs.list("node1"));
    hdfs.attach(hdfs.names(), "/on1/tree", "/target");

    Process link = start(hdfs.node("node1"), hdfs.list("node1"));
    killed = killWhen(link, () -> names(volumes, ".*/finalized/.*/blk_\\d+").size() > FILES / 8);

    assertThat(killed).as(() -> log()).isTrue();
    assertThat(names(volumes, ".*/finalized/.*/blk_\\d+")).hasSizeLessThan(FILES);
    assertThat(hdfs.link()).isEqualTo(FILES);
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.cluster().getNamesystem().getBlocksTotal()).isEqualTo(FILES);
      assertThat(linked.cluster().getNamesystem().getMissingBlocksCount()).isZero();
      for (int i = 0; i < FILES; i += 97) {
        String name = i % 4 + "/file" + i;
        assertThat(linked.hosts("/target/" + name)).containsExactly("node1");
        assertThat(linked.read("/target/" + name))
            .isEqualTo(Files.readAllBytes(linked.home().resolve("on1/tree").resolve(name)));
      }
    }
  }

  /** Wherever the NameNode finds the image, its blocks can be linked. */
  @Test
  void onceOneOfTheDirectoriesHasTheImage() throws Exception {
    prepare();
    Path named = hdfs.names().resolve("current");
    Path other = hdfs.allNames().get(1).resolve("current");
    List<String> before = names(named, IMAGE);
    int images = names(other, IMAGE).size();
    List<Path> pipes = stopBeforeChecksumOfImage(named);

    Process attach =
        start(hdfs.settings(), hdfs.names(), scratch.resolve("lists"), "/on1/tree", "/target");
    boolean killed = killWhen(attach, () -> names(other, IMAGE).size() > images);

    assertThat(killed).as(() -> log()).isTrue();
    assertThat(names(other, IMAGE)).hasSize(images + 1);
    assertThat(names(named, IMAGE)).isEqualTo(before);
    for (Path pipe : pipes) {
      Files.delete(pipe);
    }
    assertThat(hdfs.link()).as(() -> log()).isEqualTo(FILES);
    try (LinkedCluster linked = hdfs.restart()) {
      assertThat(linked.cluster().getNamesystem().getBlocksTotal()).isEqualTo(FILES);
      assertThat(linked.cluster().getNamesystem().getMissingBlocksCount()).isZero();
      assertThat(linked.read("/target/0/file0"))
          .isEqualTo(Files.readAllBytes(linked.home().resolve("on1/tree/0/file0")));
    }
  }

  /**
   * Makes pipes of the files in which Hadoop writes the checksum of an image before that gets its
   * name: a process that opens one waits for a reader.
   */
  private static List<Path> stopBeforeChecksumOfImage(Path current) throws Exception {
    List<String> images = names(current, IMAGE);
    long newest = Long.parseLong(images.get(images.size() - 1).replaceFirst(".*_", ""));
    List<Path> pipes = new ArrayList<>();
    List<String> words = new ArrayList<>(List.of("mkfifo"));
    for (long next = newest + 1; next <= newest + MAX_LOGGED; next++) {
      Path pipe = current.resolve(NNStorage.getImageFileName(next) + ".md5.tmp");
      pipes.add(pipe);
      words.add(pipe.toString());
    }
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    return pipes;
  }

  private String log() {
    try {
      return Files.readString(scratch.resolve("child.log"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryProvider;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SituFileSystemTest {

  private static final String RAW_BYTES =
      StorePath.decode(new byte[] {'r', (byte) 0xFF, (byte) 0xC3, 'w'});

  private static final List<String> NAMES =
      List.of("a b", "a:b", "a\nb", "a#b", "a%20b", "häß", "*?[x]{y}", "\\", RAW_BYTES);

  @TempDir private Path scratch;

  private FileSystem named(String... settings) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("fs.situ.store.site.root", scratch.toString());
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    return FileSystem.newInstance(URI.create("situ://site/"), conf);
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path("situ", "site", "/" + name);
  }

  /** A store in memory stays as the first one made it who opened it. */
  @Test
  void theHostsFileSystemOpensNoNamedStoreBeforeItIsUsed() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("fs.situ.store.unused.driver", "memory");
    conf.set("fs.situ.store.unused.root", scratch.toString());
    conf.set("fs.situ.store.unused.hosts", "early");
    FileSystem.newInstance(URI.create("situ:///"), conf).close();

    conf.set("fs.situ.store.unused.hosts", "late");
    try (FileSystem fs = FileSystem.newInstance(URI.create("situ://unused/"), conf)) {
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("situ://unused/f");
      try (FSDataOutputStream out = fs.create(file)) {
        out.write(1);
      }
      assertThat(fs.getFileBlockLocations(file, 0, 1)[0].getHosts()).containsExactly("late");
    } finally {
      MemoryProvider.forget("unused");
    }
  }

  @Test
  void everyNameThatTheStoreHoldsComesBack() throws IOException {
    try (FileSystem fs = named()) {
      for (String name : NAMES) {
        try (FSDataOutputStream out = fs.create(path(name))) {
          out.write(name.getBytes(StandardCharsets.UTF_8));
        }
      }

      List<String> listed =
          Stream.of(fs.listStatus(path(""))).map(status -> status.getPath().getName()).toList();

      assertThat(listed).containsExactlyInAnyOrderElementsOf(NAMES);
      for (FileStatus status : fs.listStatus(path(""))) {
        assertThat(fs.getFileStatus(status.getPath())).isEqualTo(status);
        assertThat(fs.delete(status.getPath(), false)).isTrue();
      }
      try (Stream<Path> left = Files.list(scratch)) {
        assertThat(left).isEmpty();
      }
    }
  }

  @Test
  void aFileContextNeedsNoConfigurationOnceAFileSystemWasUsed() throws IOException {
    try (FileSystem used = named()) {
      assertThat(used.exists(path(""))).isTrue();
    }
    FileContext context = FileContext.getFileContext(URI.create("situ:///"));

    assertThat(context.getFileStatus(new org.apache.hadoop.fs.Path("/")).isDirectory()).isTrue();
  }

  @Test
  void anUnknownStoreIsReportedWithWhatToDo() {
    assertThatThrownBy(
            () -> FileSystem.newInstance(URI.create("situ://mnt/data"), new Configuration(false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no store is named 'mnt'")
        .hasMessageContaining("fs.situ.store.mnt.root")
        .hasMessageContaining("situ:///mnt");
  }

  @Test
  void keysThatMakeNoSenseAreNamed() {
    assertThatThrownBy(() -> named("fs.situ.store.site.bloc.size", "1m"))
        .hasMessageContaining("unknown key fs.situ.store.site.bloc.size; known are ")
        .hasMessageContaining(" block.size, ")
        .hasMessageContaining(" root, ");
    assertThatThrownBy(() -> named("fs.situ.block.size", "large"))
        .hasMessage("fs.situ.block.size is 'large'; it must be a size such as 64m");
    assertThatThrownBy(() -> named("fs.situ.store.site.block.size", "0"))
        .hasMessage("fs.situ.store.site.block.size is '0'; it must be a size such as 64m");
  }

  @Test
  void aRootIsNeverDeleted() throws IOException {
    Files.writeString(scratch.resolve("kept"), "kept");
    try (FileSystem fs = named()) {
      assertThat(fs.delete(path(""), true)).isFalse();
      assertThatThrownBy(() -> fs.delete(path(""), false)).isInstanceOf(IOException.class);
    }
    assertThat(scratch.resolve("kept")).exists();
  }

  @Test
  void filesWithoutPlacementHaveOneBlockWithoutHosts() throws IOException {
    Files.write(scratch.resolve("file"), new byte[3000]);
    try (FileSystem fs = named("fs.situ.block.size", "1k")) {
      FileStatus status = fs.getFileStatus(path("file"));

      assertThat(status.getBlockSize()).isEqualTo(1024);
      assertThat(fs.getFileBlockLocations(status, 0, 3000)).hasSize(1);
      assertThat(fs.getFileBlockLocations(status, 0, 3000)[0].getHosts()).isEmpty();
    }
  }

  @Test
  void placementIsReportedInBlocksOfAnySize() throws IOException {
    Files.write(scratch.resolve("file"), new byte[3000]);
    Path map = Files.writeString(scratch.resolve("map"), "/file\tnode1,node2\n");
    try (FileSystem fs = named("fs.situ.store.site.placement.file", map.toString())) {
      SituFileSystem situ = (SituFileSystem) fs;

      assertThat(fs.getFileBlockLocations(path("file"), 0, 3000)).hasSize(1);
      BlockLocation[] blocks = situ.placement().blocks(path("file"), 500, 2500, 1024);
      assertThat(blocks)
          .extracting(BlockLocation::getOffset, BlockLocation::getLength)
          .containsExactly(tuple(0L, 1024L), tuple(1024L, 1024L), tuple(2048L, 952L));
      for (BlockLocation block : blocks) {
        assertThat(block.getHosts()).containsExactlyInAnyOrder("node1", "node2");
      }
      assertThatThrownBy(() -> situ.placement().blocks(path("file"), -1, 1, 1024))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> situ.placement().blocks(path("none"), 0, 1, 1024))
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  @Test
  void aPlacementThatCannotBeHadCostsLocalityOnly() throws IOException {
    Files.write(scratch.resolve("file"), new byte[3000]);
    assertUnlocated("fs.situ.store.site.placement.command", "/no/such/program");
    assertUnlocated("fs.situ.store.site.placement.command", "/bin/false");
    assertUnlocated("fs.situ.store.site.placement.file", "/no/such/file");
    assertUnlocated("fs.situ.store.site.inventory", "/no/such/inventory");
  }

  private void assertUnlocated(String key, String value) throws IOException {
    try (FileSystem fs = named(key, value)) {
      FileStatus status = fs.getFileStatus(path("file"));

      assertThat(fs.getFileBlockLocations(status, 0, 3000)[0].getHosts()).isEmpty();
      RemoteIterator<LocatedFileStatus> listing = fs.listLocatedStatus(path(""));
      assertThat(listing.next().getBlockLocations()[0].getHosts()).isEmpty();
      assertThat(listing.hasNext()).isFalse();
      try (FSDataInputStream in = fs.open(path("file"))) {
        assertThat(in.readAllBytes()).hasSize(3000);
      }
    }
  }

  @Test
  void aClosedFileSystemRefuses() throws IOException {
    FileSystem fs = named();
    fs.close();

    assertThatThrownBy(() -> fs.getFileStatus(path(""))).hasMessage("Filesystem closed");
  }
}

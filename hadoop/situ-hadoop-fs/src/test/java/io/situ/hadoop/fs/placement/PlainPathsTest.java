// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.hadoop.fs.SituStores;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.footer.RowGroup;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plain paths below the root of a store that has a name. */
class PlainPathsTest {

  @TempDir private Path scratch;

  private Path data;
  private Configuration conf;

  @BeforeEach
  void write() throws IOException {
    data = Files.createDirectory(scratch.resolve("data"));
    Files.write(data.resolve("file"), new byte[3000]);
    Path hosts = Files.writeString(scratch.resolve("hosts"), "/**\tnode7\n");
    conf = new Configuration(false);
    conf.set("fs.situ.store.site.root", data.toString());
    conf.set("fs.situ.store.site.placement.file", hosts.toString());
    conf.set("fs.situ.store.site.block.size", "1k");
  }

  private static org.apache.hadoop.fs.Path path(Path path) {
    return new org.apache.hadoop.fs.Path(path.toString());
  }

  private FileSystem open() throws IOException {
    return FileSystem.newInstance(URI.create("situ:///"), conf);
  }

  @Test
  void takeItsPlacementAndBlockSize() throws IOException {
    Files.write(scratch.resolve("beside"), new byte[3000]);
    try (FileSystem fs = open()) {
      FileStatus file = fs.getFileStatus(path(data.resolve("file")));
      FileStatus beside = fs.getFileStatus(path(scratch.resolve("beside")));

      assertThat(file.getBlockSize()).isEqualTo(1024);
      assertThat(fs.getFileBlockLocations(file, 0, 3000)).hasSize(3);
      assertThat(fs.getFileBlockLocations(file, 0, 3000)[2].getHosts()).containsExactly("node7");
      assertThat(fs.listStatus(path(data))[0].getBlockSize()).isEqualTo(1024);
      assertThat(fs.getDefaultBlockSize(path(data.resolve("new")))).isEqualTo(1024);
      assertThat(beside.getBlockSize()).isEqualTo(128 << 20);
      assertThat(fs.getFileBlockLocations(beside, 0, 3000)[0].getHosts()).isEmpty();
    }
  }

  @Test
  void takeItsInventory() throws Exception {
    Path inventory = scratch.resolve("inventory");
    try (Store store = SituStores.open("site", conf)) {
      Scanner.scan(store, StorePath.ROOT, inventory, ScanOptions.DEFAULT);
    }
    conf.unset("fs.situ.store.site.placement.file");
    conf.set("fs.situ.store.site.inventory", inventory.toString());
    try (FileSystem fs = open()) {
      FileStatus file = fs.getFileStatus(path(data.resolve("file")));

      assertThat(fs.getFileBlockLocations(file, 0, 10)[0].getHosts()).containsExactly("node7");
    }
  }

  @Test
  void aStoreWhoseKeysCannotBeUsedIsLeftOut() throws IOException {
    conf.set("fs.situ.store.site.block.size", "large");
    try (FileSystem fs = open()) {
      FileStatus file = fs.getFileStatus(path(data.resolve("file")));

      assertThat(file.getBlockSize()).isEqualTo(128 << 20);
      assertThat(fs.getFileBlockLocations(file, 0, 10)[0].getHosts()).isEmpty();
    }
  }

  /** Three row groups of a Parquet file, as parquet-hadoop wrote it. */
  private static byte[] parquet() throws IOException {
    return Files.readAllBytes(
        Path.of(
            "../../core/situ-inventory/src/test/resources/io/situ/inventory/footer/groups.parquet"));
  }

  private Path scanWithFooters() throws Exception {
    Files.write(data.resolve("table"), parquet());
    Path inventory = scratch.resolve("inventory");
    try (Store store = SituStores.open("site", conf)) {
      Scanner.scan(store, StorePath.ROOT, inventory, ScanOptions.DEFAULT.withFooters(true));
    }
    conf.set("fs.situ.store.site.inventory", inventory.toString());
    return inventory;
  }

  private static List<List<RowGroup>> rowGroups(FileSystem fs, FileStatus... files)
      throws IOException {
    return ((SituFileSystem) fs).placement().rowGroups(List.of(files));
  }

  @Test
  void takeRowGroupsOfItsInventoryWhileTheFileIsTheSame() throws Exception {
    scanWithFooters();
    Files.write(scratch.resolve("beside"), parquet());
    try (FileSystem fs = open()) {
      FileStatus table = fs.getFileStatus(path(data.resolve("table")));
      FileStatus file = fs.getFileStatus(path(data.resolve("file")));
      FileStatus beside = fs.getFileStatus(path(scratch.resolve("beside")));

      List<List<RowGroup>> groups = rowGroups(fs, beside, table, file, table);
      assertThat(groups).hasSize(4);
      assertThat(groups.get(0)).isEmpty();
      assertThat(groups.get(1)).extracting(RowGroup::start).containsExactly(4L, 8233L, 16515L);
      assertThat(groups.get(2)).isEmpty();
      assertThat(groups.get(3)).isEqualTo(groups.get(1));

      long later = table.getModificationTime() + 1;
      assertThat(rowGroups(fs, version(table, table.getLen(), later)).get(0)).isEmpty();
      long time = table.getModificationTime();
      assertThat(rowGroups(fs, version(table, table.getLen() + 1, time)).get(0)).isEmpty();
    }
    try (FileSystem named = FileSystem.newInstance(URI.create("situ://site/"), conf)) {
      FileStatus table = named.getFileStatus(new org.apache.hadoop.fs.Path("situ://site/table"));
      assertThat(rowGroups(named, table).get(0)).hasSize(3);
    }
  }

  private static FileStatus version(FileStatus file, long length, long modified) {
    return new FileStatus(length, false, 1, 1, modified, file.getPath());
  }

  @Test
  void haveNoRowGroupsOfADamagedInventory() throws Exception {
    Path inventory = scanWithFooters();
    Path part = inventory.resolve("snapshot-000001/part-000001-00000.parquet");
    byte[] bytes = Files.readAllBytes(part);
    bytes[bytes.length / 2] ^= 1;
    Files.write(part, bytes);
    try (FileSystem fs = open()) {
      assertThat(rowGroups(fs, fs.getFileStatus(path(data.resolve("table")))).get(0)).isEmpty();
    }
  }

  @Test
  void afterAListingAFileIsAskedForAsItIsNow() throws Exception {
    Path inventory = scratch.resolve("inventory");
    Files.write(data.resolve("other"), new byte[3000]);
    try (Store store = SituStores.open("site", conf)) {
      Scanner.scan(store, StorePath.ROOT, inventory, ScanOptions.DEFAULT);
    }
    conf.unset("fs.situ.store.site.placement.file");
    conf.set("fs.situ.store.site.inventory", inventory.toString());
    try (FileSystem fs = open()) {
      RemoteIterator<LocatedFileStatus> listed = fs.listLocatedStatus(path(data));
      while (listed.hasNext()) {
        assertThat(listed.next().getBlockLocations()[0].getHosts()).containsExactly("node7");
      }
      Files.write(data.resolve("file"), new byte[2000]);
      Files.write(data.resolve("new"), new byte[2000]);

      assertThat(hosts(fs, "other")).containsExactly("node7");
      assertThat(hosts(fs, "file")).isEmpty();
      assertThat(hosts(fs, "new")).isEmpty();
    }
  }

  private String[] hosts(FileSystem fs, String name) throws IOException {
    return fs.getFileBlockLocations(path(data.resolve(name)), 0, 10)[0].getHosts();
  }
}

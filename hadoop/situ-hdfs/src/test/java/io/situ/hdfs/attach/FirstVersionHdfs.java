// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.storage.Store;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;

/**
 * What an HDFS of one NameNode and two DataNodes kept when version 0.1 (commit 60bd93bf) had
 * attached directories of a store: while it ran, before it saved its namespace and was stopped, or
 * while it was stopped.
 *
 * <p>Git keeps no symbolic links to other places, no extended attributes and no sparse files, so
 * these are made again of lists that were written then: {@code links.tsv}, {@code marks.tsv} and
 * {@code placeholders.tsv}. The objects are made again too, with the same bytes and modification
 * time, but with other inode numbers and on another file system. Therefore two fields of each mark
 * of a block are this host's: the object's inode number and the store's identity. All else is what
 * was kept, the attributes in the fsimage included.
 *
 * @param scratch an empty directory
 * @param kept the directory of what was kept
 */
record FirstVersionHdfs(Path scratch, String kept) {

  /** Attached while it ran. */
  static final String ONLINE = "first-version";

  /** Attached while it was stopped. */
  static final String OFFLINE = "first-version-offline";

  static final Instant MODIFIED = Instant.parse("2026-11-24T12:00:00.123456Z");

  /** Trees with an object that has no bytes, and so no block and no mark. */
  private static final List<String> WITH_EMPTY_FILES =
      List.of("eager", "lazy", "links", "again", "gone");

  /** With its default of 1 MB/s the block scanner pauses for 30 s after a few blocks. */
  private static final Map<String, String> SETTINGS =
      Map.of("dfs.block.scanner.volume.bytes.per.second", "1000000000");

  private static final String IDENTITY_FORM = "[^:]+:[^:]+:[0-9]+";

  /** Fields of a mark. */
  private static final int IDENTITY = 2;

  private static final int SIZE = 5;
  private static final int INODE = 6;
  private static final int PATH = 10;

  /** Starts it with the code of today, and has DataNodes look through their directories. */
  LinkedCluster start() throws Exception {
    copyKeptFiles();
    Files.createDirectories(store());
    for (String[] mark : lines("marks.tsv")) {
      writeObject(mark[2 + PATH], Integer.parseInt(mark[2 + SIZE]));
    }
    for (String tree : WITH_EMPTY_FILES) {
      writeObject("/on12/" + tree + "/empty", 0);
    }
    for (String[] placeholder : lines("placeholders.tsv")) {
      try (RandomAccessFile file = new RandomAccessFile(hdfs(placeholder[0]).toFile(), "rw")) {
        file.setLength(Long.parseLong(placeholder[1]));
      }
    }
    for (String[] link : lines("links.tsv")) {
      Files.createSymbolicLink(hdfs(link[0]), store().toRealPath().resolve(link[1]));
    }
    writeMarks();
    LinkedCluster linked =
        new LinkedCluster(
            scratch,
            SETTINGS,
            builder -> builder.format(false).numDataNodes(2).storagesPerDatanode(1));
    for (DataNode node : linked.cluster().getDataNodes()) {
      DataNodeTestUtils.runDirectoryScanner(node);
    }
    return linked;
  }

  private Path store() {
    return scratch.resolve("store");
  }

  private Path hdfs(String place) {
    return scratch.resolve("hdfs").resolve(place);
  }

  /** Writes an object of the store as it was when it was attached. */
  private void writeObject(String path, int size) throws IOException {
    Path file = store().resolve(path.substring(1));
    Files.createDirectories(file.getParent());
    Files.write(file, LinkedCluster.bytes(size));
    Files.setLastModifiedTime(file, FileTime.from(MODIFIED));
  }

  private Path directory() throws URISyntaxException {
    return Path.of(FirstVersionHdfs.class.getResource(kept).toURI());
  }

  private List<String[]> lines(String list) throws IOException, URISyntaxException {
    return Files.readAllLines(directory().resolve(list)).stream()
        .map(line -> line.split("\t"))
        .toList();
  }

  private void copyKeptFiles() throws IOException, URISyntaxException {
    copy(directory().resolve("hdfs"), hdfs(""));
    copy(hdfs("name-0-1"), hdfs("name-0-2"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }

  private void writeMarks() throws IOException, URISyntaxException {
    String identity = identity();
    assertThat(identity).matches(IDENTITY_FORM);
    for (String[] line : lines("marks.tsv")) {
      String[] mark = List.of(line).subList(2, line.length).toArray(String[]::new);
      assertThat(mark[IDENTITY]).matches(IDENTITY_FORM);
      mark[IDENTITY] = identity;
      Object inode = Files.getAttribute(store().resolve(mark[PATH].substring(1)), "unix:ino");
      mark[INODE] = Long.toHexString((long) inode);
      Files.getFileAttributeView(hdfs(line[0]), UserDefinedFileAttributeView.class)
          .write(line[1], StandardCharsets.UTF_8.encode(String.join("\t", mark)));
    }
  }

  private String identity() throws IOException {
    try (Store store = SituStores.open("data", LinkedCluster.configuration(scratch, store()))) {
      return store.info().identity();
    }
  }
}

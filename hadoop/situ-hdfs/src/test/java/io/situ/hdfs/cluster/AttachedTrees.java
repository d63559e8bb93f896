// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Compares attached trees in all there is to see. */
public record AttachedTrees(LinkedCluster linked) {

  /** Where attached files say what they were made of. */
  public static final String MARK = "trusted.situ.object";

  /** The object that a mark names, without the inode and the blocks of its file. */
  public static byte[] object(byte[] mark) {
    return new String(mark, UTF_8).split("\t", 4)[3].getBytes(UTF_8);
  }

  /** All there is to see of a tree: names, attributes, places, marks and bytes. */
  private List<String> describe(String target) throws IOException {
    List<String> lines = new ArrayList<>();
    describe(target, new Path(target), lines);
    return lines;
  }

  private void describe(String top, Path directory, List<String> lines) throws IOException {
    DistributedFileSystem hdfs = linked.hdfs();
    for (FileStatus status : hdfs.listStatus(directory)) {
      String name = status.getPath().toUri().getPath();
      String line =
          String.join(
              " ",
              name.substring(top.length()),
              status.getOwner(),
              status.getGroup(),
              status.getPermission().toString());
      if (status.isDirectory()) {
        lines.add(line);
        describe(top, status.getPath(), lines);
      } else {
        lines.add(line + " " + status.getModificationTime() + " " + ofFile(status, name));
      }
    }
  }

  private String ofFile(FileStatus status, String name) throws IOException {
    DistributedFileSystem hdfs = linked.hdfs();
    return String.join(
        " ",
        linked.hosts(name).toString(),
        hdfs.getStoragePolicy(status.getPath()).getName(),
        HexFormat.of().formatHex(object(hdfs.getXAttr(status.getPath(), MARK))),
        Integer.toString(Arrays.hashCode(linked.read(name))));
  }

  /** A tree is as one that is attached now, and nothing hidden was left. */
  public void assertAsUndisturbed(String root, String target) throws IOException {
    String other = target + "-undisturbed";
    linked.attach(root, other);
    assertThat(describe(target)).isEqualTo(describe(other));
    assertThat(linked.names("/")).noneMatch(name -> name.startsWith(".situ"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.situ.hadoop.fs.status.SituFileStatus;
import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Symbolic links that cannot be followed are listed, and are no empty files to any reader. */
class UnfollowedLinkTest {

  private static final Map<String, String> LINKS =
      Map.of(
          "outside", "../../secret",
          "dangling", "none",
          "circle", "circle",
          "long", "a".repeat(300));

  @TempDir private Path scratch;
  private Configuration conf;
  private FileSystem fs;

  @BeforeEach
  void open() throws IOException {
    Path root = Files.createDirectory(scratch.resolve("root"));
    Path in = Files.createDirectory(root.resolve("in"));
    Files.writeString(scratch.resolve("secret"), "outside\n");
    Files.writeString(in.resolve("file"), "a\n");
    for (Map.Entry<String, String> link : LINKS.entrySet()) {
      Files.createSymbolicLink(in.resolve(link.getKey()), Path.of(link.getValue()));
    }
    Path hosts = Files.writeString(scratch.resolve("hosts"), "/\tnode1\n");
    conf = new Configuration();
    conf.set("fs.situ.store.site.root", root.toString());
    conf.set("fs.situ.store.site.placement.file", hosts.toString());
    conf.set("hadoop.tmp.dir", scratch.resolve("tmp").toString());
    conf.setBoolean("fs.situ.impl.disable.cache", true);
    fs = FileSystem.newInstance(URI.create("situ://site/"), conf);
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path("situ://site/" + name);
  }

  private static <T extends FileStatus> List<T> all(RemoteIterator<T> listing) throws IOException {
    List<T> all = new ArrayList<>();
    while (listing.hasNext()) {
      all.add(listing.next());
    }
    return all;
  }

  private static void assertLengthsOfTexts(List<? extends FileStatus> listed) {
    assertThat(listed).hasSize(LINKS.size() + 1);
    for (FileStatus status : listed) {
      String name = status.getPath().getName();
      boolean link = LINKS.containsKey(name);
      assertThat(status.isSymlink()).as(name).isEqualTo(link);
      assertThat(status.getLen()).as(name).isEqualTo(link ? LINKS.get(name).length() : 2);
    }
  }

  @Test
  void everyListingGivesALinkTheLengthOfItsText() throws IOException {
    assertLengthsOfTexts(List.of(fs.listStatus(path("in"))));
    assertLengthsOfTexts(all(fs.listStatusIterator(path("in"))));
    assertLengthsOfTexts(all(fs.listLocatedStatus(path("in"))));
    assertLengthsOfTexts(List.of(fs.globStatus(path("in/*"))));
    assertLengthsOfTexts(all(fs.listFiles(path("in"), false)));
    assertLengthsOfTexts(all(fs.listFiles(path(""), true)));
  }

  /** Some file systems say that a link has no bytes. */
  @Test
  void aLinkIsNeverEmpty() {
    StoreObject link =
        new StoreObject(
            StorePath.of("/link"),
            StoreObject.Kind.SYMLINK,
            0,
            new Attributes("owner", "group", 0777, 0, 0),
            new StoreObject.Version(1, 1),
            Optional.of("none"),
            List.of(),
            Optional.empty());

    assertThat(new SituFileStatus(link, path("link"), 1 << 20, () -> false).getLen()).isEqualTo(1);
  }

  @Test
  void aLinkHasOneBlockWithoutHosts() throws IOException {
    for (LocatedFileStatus status : all(fs.listLocatedStatus(path("in")))) {
      String[] hosts = status.isSymlink() ? new String[0] : new String[] {"node1"};
      long length = status.getLen();

      for (BlockLocation[] blocks :
          List.of(status.getBlockLocations(), fs.getFileBlockLocations(status, 0, length))) {
        assertThat(blocks)
            .extracting(BlockLocation::getOffset, BlockLocation::getLength)
            .containsExactly(tuple(0L, length));
        assertThat(blocks[0].getHosts()).isEqualTo(hosts);
      }
      assertThat(fs.getFileBlockLocations(status, length, 1)).isEmpty();
      assertThatThrownBy(() -> fs.getFileBlockLocations(status, -1, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private void assertReadingFails(String link, Class<? extends IOException> how, String reason) {
    assertThatThrownBy(() -> fs.open(path("in/" + link)).close())
        .isExactlyInstanceOf(how)
        .hasMessageContaining("in/" + link)
        .hasMessageContaining(reason);
  }

  @Test
  void whatReadsALinkFailsWithItsNameAndTheReason() {
    assertReadingFails("outside", AccessControlException.class, "leads out of the store's root");
    assertReadingFails("dangling", FileNotFoundException.class, "no such file");
    assertReadingFails("circle", FileNotFoundException.class, "too many symbolic links");
    assertReadingFails("long", IOException.class, "longer than the file system takes");
  }

  private static String file(Object split) {
    return split.toString().replaceFirst(".*/in/([a-z]+):.*", "$1");
  }

  @Test
  void aJobReadsEachLink() throws Exception {
    Job job = Job.getInstance(conf, "links");
    FileInputFormat.addInputPath(job, path("in"));
    JobConf older = new JobConf(conf);
    org.apache.hadoop.mapred.FileInputFormat.addInputPath(older, path("in"));
    org.apache.hadoop.mapred.TextInputFormat lines = new org.apache.hadoop.mapred.TextInputFormat();
    lines.configure(older);

    for (InputSplit split : new TextInputFormat().getSplits(job)) {
      assertThat(split.getLength()).as(split.toString()).isPositive();
    }
    for (org.apache.hadoop.mapred.InputSplit split : lines.getSplits(older, 1)) {
      assertThat(split.getLength()).as(split.toString()).isPositive();
    }
    assertThat(new TextInputFormat().getSplits(job))
        .extracting(UnfollowedLinkTest::file)
        .containsAll(LINKS.keySet());
    long bytes = 0;
    for (InputSplit split : new CombineTextInputFormat().getSplits(job)) {
      bytes += split.getLength();
    }
    assertThat(bytes).isEqualTo(2 + LINKS.values().stream().mapToInt(String::length).sum());
  }
}

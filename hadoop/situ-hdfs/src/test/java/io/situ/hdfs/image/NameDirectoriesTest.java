// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories that a NameNode's configuration names, and that are not as they have to be. */
class NameDirectoriesTest {

  private static final String EDITS = "dfs.namenode.edits.dir";
  private static final String SHARED = "dfs.namenode.shared.edits.dir";

  @TempDir private Path scratch;

  private final Configuration conf = new Configuration(false);
  private Path names;

  @BeforeEach
  void format() throws IOException {
    names = scratch.resolve("names");
    Path current = Files.createDirectories(names.resolve("current"));
    Files.writeString(
        current.resolve("VERSION"), "storageType=NAME_NODE\nnamespaceID=1\nclusterID=one\n");
  }

  private static List<String> images(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("current"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(
              name -> name.startsWith("fsimage") && !name.startsWith("fsimage_0000000000000000000"))
          .map(name -> name.replaceFirst("_0+", "_"))
          .sorted()
          .toList();
    }
  }

  /** Two directories with the image that a NameNode begins with. */
  private NameDirectories openFormatted(Path first, Path second) throws IOException {
    HdfsConfiguration hdfs = new HdfsConfiguration();
    FileSystem.setDefaultUri(hdfs, "hdfs://127.0.0.1:0");
    hdfs.set("dfs.namenode.name.dir", first.toUri() + "," + second.toUri());
    DFSTestUtil.formatNameNode(hdfs);
    conf.set("dfs.namenode.name.dir", first + "," + second);
    return NameDirectories.open(first, conf);
  }

  private FsImageAdditions additions(NameDirectories open) throws IOException {
    Path files = Files.createDirectories(scratch.resolve("files"));
    return new FsImageAdditions(new FsImage(open.image(), conf), "/target", files);
  }

  /** An attach that is killed leaves lists that can be carried out where there is an image. */
  @Test
  void noDirectoryHasAnImageBeforeAllIsPrepared() throws IOException {
    Path first = scratch.resolve("first");
    Path second = scratch.resolve("second");
    List<List<String>> before = new ArrayList<>();
    try (NameDirectories open = openFormatted(first, second);
        FsImageAdditions names = additions(open)) {
      open.publish(
          names,
          7,
          () -> {
            before.add(images(first));
            before.add(images(second));
          });
    }
    assertThat(before).containsExactly(List.of("fsimage.ckpt_7"), List.of("fsimage.ckpt_7"));
    for (Path directory : List.of(first, second)) {
      assertThat(images(directory)).containsExactly("fsimage_7", "fsimage_7.md5");
    }
  }

  @Test
  void nothingIsLeftOfAnImageThatCannotBePrepared() throws IOException {
    Path first = scratch.resolve("first");
    Path second = scratch.resolve("second");
    try (NameDirectories open = openFormatted(first, second);
        FsImageAdditions names = additions(open)) {
      assertThatThrownBy(
              () ->
                  open.publish(
                      names,
                      7,
                      () -> {
                        throw new IOException("the lists cannot be written");
                      }))
          .hasMessage("the lists cannot be written");
    }
    assertThat(images(first)).isEmpty();
    assertThat(images(second)).isEmpty();
  }

  private Path list(String key, String name) {
    Path directory = scratch.resolve(name);
    conf.set(key, directory.toUri().toString());
    return directory;
  }

  private void assertRefused(Path directory, String words) {
    assertThatThrownBy(() -> NameDirectories.open(names, conf).close())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining(words);
  }

  /** A link to itself is for root, too, what can neither be said to be there nor not to be. */
  @ParameterizedTest
  @ValueSource(strings = {EDITS, EDITS + ".ns", SHARED, SHARED + ".ns"})
  void aLogThatCannotBeReadIsRefused(String key) throws IOException {
    Path log = list(key, "log");
    Files.createSymbolicLink(log, log);

    assertRefused(log, "one of " + key + ", cannot be read");
  }

  @Test
  void aLogOfAnotherHostIsNotMissed() throws IOException {
    Path log = list(EDITS + ".ns.nn2", "nowhere");
    try (NameDirectories open = NameDirectories.open(names, conf)) {
      assertThat(open.perhapsOwn()).containsExactly(log);
    }

    conf.set("dfs.nameservice.id", "ns");
    conf.set("dfs.ha.namenode.id", "nn1");
    try (NameDirectories open = NameDirectories.open(names, conf)) {
      assertThat(open.perhapsOwn()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {EDITS, EDITS + ".ns", EDITS + ".ns.nn1"})
  void itsOwnLogHasToBeMounted(String key) {
    conf.set("dfs.namenode.name.dir.ns.nn1", names.toUri().toString());
    Path log = list(key, "nowhere");

    assertRefused(log, "of " + key + ", is not on this host; mount it");
  }

  /** A NameNode that says nothing of edits logs beside its images. */
  @Test
  void aDirectoryOfImagesIsNoLogThatIsMissed() throws IOException {
    Path gone = list("dfs.namenode.name.dir", "gone");
    conf.set(EDITS, "${dfs.namenode.name.dir}");

    try (NameDirectories open = NameDirectories.open(names, conf)) {
      assertThat(open.perhapsOwn()).isEmpty();
    }
    assertThat(gone).doesNotExist();
  }

  @Test
  void sharedEditsHaveToBeMounted() throws IOException {
    Path shared = list(SHARED, "filer");
    assertRefused(shared, "mount it here");
    Files.createDirectory(shared);
    assertRefused(shared, "mount it here");

    Files.createDirectory(shared.resolve("current"));
    NameDirectories.open(names, conf).close();
  }

  /** Also where the configuration has other name services. */
  @ParameterizedTest
  @ValueSource(strings = {SHARED, SHARED + ".one", SHARED + ".one.nn1"})
  void sharedEditsOfItsOwnNameServiceHaveToBeMounted(String key) {
    conf.set("dfs.nameservices", "one,other");
    conf.set("dfs.namenode.name.dir.one", names.toUri().toString());

    assertRefused(list(key, "filer"), "of " + key + ", holds no edits; mount it here: ");
  }

  @Test
  void sharedEditsOfAnotherNameServiceMayBeElsewhere() throws IOException {
    conf.set("dfs.nameservices", "one,other");
    Path shared = list(SHARED + ".other", "filer");
    assertRefused(shared, "set dfs.nameservice.id to that of this NameNode (one,other)");

    conf.set("dfs.nameservice.id", "one");
    NameDirectories.open(names, conf).close();
  }

  private void identify(String service, String node) {
    conf.set("dfs.nameservice.id", service);
    conf.set("dfs.ha.namenode.id", node);
  }

  /** As HDFS reads them: the key of the NameNode, else of the name service, else of all. */
  @ParameterizedTest
  @ValueSource(strings = {EDITS, SHARED})
  void keysThatAMoreSpecificOneOverridesDoNotCount(String name) throws IOException {
    identify("ns", "nn1");
    list(name, "of-all");
    list(name + ".ns", "of-the-service");
    list(name + ".ns.nn2", "of-the-other");
    Path own = list(name + ".ns.nn1", "own");
    assertRefused(own, "of " + name + ".ns.nn1, ");

    Files.createDirectories(own.resolve("current"));
    try (NameDirectories open = NameDirectories.open(names, conf)) {
      assertThat(open.perhapsOwn()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {EDITS, SHARED})
  void theKeyOfTheNameServiceOverridesThatOfAll(String name) throws IOException {
    identify("ns", "nn1");
    list(name, "of-all");
    Path own = list(name + ".ns", "own");
    assertRefused(own, "of " + name + ".ns, ");

    Files.createDirectories(own.resolve("current"));
    NameDirectories.open(names, conf).close();
  }

  /** Each on its host; the addresses say which one this is. */
  @ParameterizedTest
  @CsvSource({"ns1, ns2", "ns2, ns1"})
  void severalNameServicesMayUseTheSamePath(String own, String other) {
    conf.set("dfs.nameservices", "ns1,ns2");
    conf.set("dfs.namenode.rpc-address." + own, "127.0.0.1:9000");
    conf.set("dfs.namenode.rpc-address." + other, "192.0.2.1:9000");
    for (String service : List.of(own, other)) {
      conf.set("dfs.namenode.name.dir." + service, names.toUri().toString());
      list(EDITS + "." + service, "edits-of-" + service);
    }

    assertRefused(
        scratch.resolve("edits-of-" + own), "of " + EDITS + "." + own + ", is not on this host");
  }

  @Test
  void aDirectoryThatIsListedWithItForOthersIsNotLookedAt() throws IOException {
    identify("ns", "nn1");
    Path other = scratch.resolve("other");
    Files.createDirectories(other.resolve("current"));
    Files.writeString(
        other.resolve("current/VERSION"), "storageType=NAME_NODE\nnamespaceID=2\nclusterID=two\n");
    Path unreadable = scratch.resolve("unreadable");
    Files.createSymbolicLink(unreadable, unreadable);
    conf.set("dfs.namenode.name.dir", names + "," + other + "," + unreadable);
    assertThatThrownBy(() -> NameDirectories.open(names, conf).close())
        .isInstanceOf(StoreException.class);

    conf.set("dfs.namenode.name.dir.ns.nn1", names.toString());
    try (NameDirectories open = NameDirectories.open(names, conf)) {
      assertThat(open.areAllKnown()).isTrue();
    }
  }
}

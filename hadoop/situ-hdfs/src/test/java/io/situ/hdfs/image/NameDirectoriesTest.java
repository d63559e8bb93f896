// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
    list(EDITS + ".ns.nn2", "nowhere");

    NameDirectories.open(names, conf).close();
  }

  @Test
  void sharedEditsHaveToBeMounted() throws IOException {
    Path shared = list(SHARED, "filer");
    assertRefused(shared, "mount it here");
    Files.createDirectory(shared);
    assertRefused(shared, "mount it here");

    Files.createDirectory(shared.resolve("current"));
    try (NameDirectories open = NameDirectories.open(names, conf)) {
      assertThat(open.sharedElsewhere()).isEmpty();
    }
  }

  @Test
  void sharedEditsOfAnotherNamespaceMayBeElsewhere() throws IOException {
    conf.set("dfs.nameservices", "one,other");
    Path shared = list(SHARED + ".other", "filer");

    try (NameDirectories open = NameDirectories.open(names, conf)) {
      assertThat(open.sharedElsewhere()).containsExactly(shared);
    }
  }
}

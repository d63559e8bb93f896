// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Directories of more files than are remembered. */
class StagingDirectoriesTest {

  private final List<String> made = new ArrayList<>();
  private final StagingDirectories directories = new StagingDirectories(2, made::add);

  @Test
  void moreThanAreRememberedAreMade() throws Exception {
    directories.makeAbove("/a/file");
    directories.makeAbove("/b/file");
    directories.makeAbove("/c/deep/file");
    directories.makeAbove("/d/file");
    directories.makeAbove("/top");

    assertThat(made).containsExactly("/a", "/b", "/c", "/c/deep", "/d");
  }

  @Test
  void whatIsRememberedIsNotMadeAgain() throws Exception {
    directories.makeAbove("/a/file");
    directories.makeAbove("/a/b/file");
    directories.makeAbove("/a/b/other");

    assertThat(made).containsExactly("/a", "/a/b");
  }
}

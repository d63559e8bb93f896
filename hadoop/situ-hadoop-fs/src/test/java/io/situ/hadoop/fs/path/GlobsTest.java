// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlobsTest {

  /** With names that Hadoop's own file system takes as well. */
  private static final List<String> FILES =
      List.of("a/x.txt", "a/y.log", "a/b/x.txt", "b/x.txt", "c", "d[1]/e", "d[1]/{f}", "z/.h");

  private static final List<String> PATTERNS =
      List.of(
          "/",
          "/*",
          "/a/*",
          "/*/x.txt",
          "/*/*/x.txt",
          "/a",
          "/none",
          "/none/*",
          "/{a,b}/x.txt",
          "/{a,none}",
          "/{none,c}/x",
          "/c/*",
          "/c/x",
          "/a/[xy].*",
          "/a/[^x].*",
          "/a/?.txt",
          "/d\\[1\\]/*",
          "/d\\[1\\]/e",
          "/d\\[1\\]/\\{f\\}",
          "/*/{x,y}.{txt,log}",
          "/a/./../b/x.txt",
          "a/*",
          "../*/a/x.txt",
          "*",
          ".",
          "{a/x.txt,b/*}",
          "/z/*");

  @TempDir private Path scratch;

  private FileSystem fs;

  @BeforeEach
  void write() throws IOException {
    for (String file : FILES) {
      write(file);
    }
    Configuration conf = new Configuration(false);
    conf.set("fs.situ.store.site.root", scratch.toString());
    fs = FileSystem.newInstance(URI.create("situ://site/"), conf);
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  private void write(String file) throws IOException {
    Files.createDirectories(scratch.resolve(file).getParent());
    Files.writeString(scratch.resolve(file), "x");
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(null, null, text);
  }

  private static List<String> names(FileStatus[] found, String top) {
    return found == null
        ? null
        : Stream.of(found)
            .map(status -> status.getPath().toUri().getPath().substring(top.length()))
            .toList();
  }

  private List<String> found(String pattern) throws IOException {
    return names(fs.globStatus(path(pattern)), "");
  }

  @Test
  void findsWhatHadoopsOwnFinds() throws IOException {
    try (FileSystem local = FileSystem.newInstanceLocal(new Configuration())) {
      local.setWorkingDirectory(path(scratch.toString()));
      fs.setWorkingDirectory(path("/"));
      for (String pattern : PATTERNS) {
        boolean absolute = pattern.startsWith("/") || pattern.startsWith("..");
        if (!pattern.startsWith("..")) {
          String there = absolute ? scratch + pattern : pattern;
          String top = scratch.toString();
          List<String> expected = names(local.globStatus(path(there)), top);
          List<String> ours =
              pattern.equals("/") || pattern.equals(".") ? List.of("") : found(pattern);
          assertThat(ours).as(pattern).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void namesWithColonsAreNames() throws IOException {
    write("in/2024-01-01T10:00:00/f");
    write("in/10:00.log");
    write("in/x.txt");

    assertThat(found("/in/*.txt")).containsExactly("/in/x.txt");
    assertThat(found("/in/*")).hasSize(3);
    assertThat(found("/in/2024-01-01T10:00:00")).containsExactly("/in/2024-01-01T10:00:00");
    assertThat(found("/in/*:*/*")).containsExactly("/in/2024-01-01T10:00:00/f");
    assertThat(found("/in/{10:00.log,none}")).containsExactly("/in/10:00.log");
    fs.setWorkingDirectory(path("/in"));
    assertThat(found("10:00.*")).containsExactly("/in/10:00.log");
    assertThat(found("10:00.log")).containsExactly("/in/10:00.log");
    assertThat(found("2024-01-01T10:00:00/*")).containsExactly("/in/2024-01-01T10:00:00/f");
    assertThat(found("no:ne")).isNull();
  }

  @Test
  void theWorkingDirectoryIsNoPattern() throws IOException {
    fs.setWorkingDirectory(path("/d[1]"));

    assertThat(found("e")).containsExactly("/d[1]/e");
    assertThat(found("../a/x.txt")).containsExactly("/a/x.txt");
  }

  @Test
  void aFilterIsAskedAboutWholePaths() throws IOException {
    FileStatus[] found =
        fs.globStatus(path("/*/x.txt"), each -> each.getParent().getName().equals("b"));

    assertThat(names(found, "")).containsExactly("/b/x.txt");
    assertThat(found[0].getPath().toString()).isEqualTo("situ://site/b/x.txt");
  }
}

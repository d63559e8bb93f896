// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar that is kept in a store. */
class KeptJarTest {

  private static final String OTHER = "hdfs://namenode/lib/other.jar";

  @TempDir private Path scratch;

  private final Configuration conf = new Configuration();
  private String jar;

  @BeforeEach
  void prepare() throws IOException {
    // Each test has a store of its own under one name.
    conf.setBoolean("fs.situ.impl.disable.cache", true);
    conf.set("fs.situ.store.vol.root", Files.createDirectory(scratch.resolve("vol")).toString());
    conf.set(LaunchKeys.DIRECTORY.name(), "situ://vol/kept");
    jar = Files.writeString(scratch.resolve("x.jar"), "content").toUri().toString();
  }

  private String keep() {
    return KeptJar.keep(jar + "," + OTHER, conf);
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> files = Files.list(scratch.resolve("vol/kept"))) {
      return files.toList();
    }
  }

  @Test
  void itIsSentOnce() throws IOException {
    String first = keep();
    assertThat(first).startsWith("situ://vol/kept/").endsWith("-x.jar," + OTHER);
    assertThat(kept()).hasSize(1).first().satisfies(file -> assertThat(file).hasContent("content"));
    Files.setLastModifiedTime(kept().get(0), FileTime.fromMillis(1_000));

    assertThat(keep()).isEqualTo(first);
    assertThat(Files.getLastModifiedTime(kept().get(0)).toMillis()).isEqualTo(1_000);
  }

  @Test
  void otherContentIsAnotherFile() throws IOException {
    String first = keep();
    Files.writeString(scratch.resolve("x.jar"), "CONTENT");
    assertThat(keep()).isNotEqualTo(first);
    assertThat(kept()).hasSize(2);
  }

  @Test
  void whatIsDamagedIsNotUsed() throws IOException {
    keep();
    Files.writeString(kept().get(0), "cont");
    assertThat(keep()).isEqualTo(jar + "," + OTHER);
  }

  @Test
  void whatOthersCanWriteToIsNotUsed() throws IOException {
    keep();
    Files.setPosixFilePermissions(kept().get(0), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(keep()).isEqualTo(jar + "," + OTHER);
  }

  @Test
  void offSendsItWithEachJob() {
    conf.set(LaunchKeys.JAR.name(), "off");
    assertThat(keep()).isEqualTo(jar + "," + OTHER);
    assertThat(scratch.resolve("vol/kept")).doesNotExist();
  }
}

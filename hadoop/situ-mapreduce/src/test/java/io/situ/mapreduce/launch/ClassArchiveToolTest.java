// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tool says where no archive can be made. */
class ClassArchiveToolTest {

  @TempDir private Path scratch;
  private final Configuration conf = new Configuration();

  private int exitCode;

  /** Returns what it says on its standard error. */
  private String run(String... args) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      exitCode = ToolRunner.run(conf, new ClassArchiveTool(), args);
    } finally {
      System.setErr(before);
    }
    return said.toString(UTF_8);
  }

  @Test
  void withoutAClusterNothingIsRun() throws Exception {
    for (String framework : new String[] {"local", "situ"}) {
      conf.set("mapreduce.framework.name", framework);
      conf.set(LaunchKeys.DIRECTORY.name(), scratch.resolve("kept").toUri().toString());

      assertThat(run())
          .isEqualTo(
              "no class archive is made: by this configuration jobs run without a cluster; have"
                  + " HADOOP_CONF_DIR name the cluster's, or set mapreduce.framework.name to"
                  + " yarn\n");
      assertThat(exitCode).isEqualTo(2);
      assertThat(scratch.resolve("kept")).doesNotExist();
    }
  }

  @Test
  void aDirectoryBelowOneThatOthersMayWriteIsRefusedInOneSentence() throws Exception {
    Path open = Files.createDirectory(scratch.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    conf.set("mapreduce.framework.name", "yarn");

    String said = run("-D", LaunchKeys.DIRECTORY.name() + "=" + open.resolve("kept").toUri());
    assertThat(said)
        .startsWith("no class archive is made: ")
        .contains("open can be written by others than its owner (rwxrwxrwx)")
        .doesNotContain("Exception");
    assertThat(said.lines()).hasSize(1);
    assertThat(exitCode).isEqualTo(1);
  }

  @Test
  void aValueThatIsNotValidIsRefusedInOneSentence() throws Exception {
    conf.set("mapreduce.framework.name", "situ");

    assertThat(run("-D", "situ.mapreduce.framework=magic"))
        .startsWith("no class archive is made: situ.mapreduce.framework is 'magic'");
    assertThat(exitCode).isEqualTo(1);
  }
}

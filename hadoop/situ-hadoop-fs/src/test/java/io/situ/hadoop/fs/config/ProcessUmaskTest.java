// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.testkit.lab.JavaCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("hadoop-3.4-long")
class ProcessUmaskTest {

  @TempDir private Path scratch;

  /** Creates a file in a new directory, by a Hadoop configuration with such a setting or none. */
  public static final class Creates {
    private Creates() {}

    public static void main(String[] args) throws IOException {
      Configuration conf = new Configuration();
      if (args.length > 1) {
        conf.set("fs.permissions.umask-mode", args[1]);
      }
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("situ://" + args[0] + "/d/f");
      FileSystem fs = file.getFileSystem(conf);
      fs.mkdirs(file.getParent());
      fs.create(file).close();
    }
  }

  private void create(String umask, String... setting) throws Exception {
    List<String> command = List.of("sh", "-c", "umask " + umask + " && exec \"$@\"", "sh");
    List<String> creates = JavaCommand.of(Creates.class).call(scratch);
    creates.addAll(0, command);
    creates.addAll(List.of(setting));
    Process process =
        new ProcessBuilder(creates)
            .redirectErrorStream(true)
            .redirectOutput(new File(scratch + "/log"))
            .start();
    int code = process.waitFor();
    assertThat(code).as("%s", read(scratch.resolve("log"))).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private String mode(String path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(scratch.resolve(path)));
  }

  @Test
  void withoutASettingTheUmaskOfTheProcessCounts() throws Exception {
    create("077");

    assertThat(mode("d")).isEqualTo("rwx------");
    assertThat(mode("d/f")).isEqualTo("rw-------");
  }

  @Test
  void theGroupOfASharedDirectoryMayWriteWhereTheUmaskSaysSo() throws Exception {
    assertThat(new ProcessBuilder("chmod", "g+s", scratch.toString()).start().waitFor()).isZero();

    create("002");

    assertThat(mode("d")).isEqualTo("rwxrwxr-x");
    assertThat(mode("d/f")).isEqualTo("rw-rw-r--");
    assertThat((Integer) Files.getAttribute(scratch.resolve("d"), "unix:mode") & 02000)
        .isEqualTo(02000);
  }

  @Test
  void whatTheUserSetsGoesBefore() throws Exception {
    create("077", "027");

    assertThat(mode("d")).isEqualTo("rwxr-x---");
    assertThat(mode("d/f")).isEqualTo("rw-r-----");
  }

  @Test
  void aTaskTakesWhatItsJobWasSubmittedWith() throws IOException {
    Configuration job = new Configuration();
    job.set("situ.mapreduce.umask", "7");
    assertThat(ProcessUmask.of(carried(job)).toShort()).isEqualTo((short) 07);

    job.set("fs.permissions.umask-mode", "070");
    assertThat(ProcessUmask.of(carried(job)).toShort()).isEqualTo((short) 070);
  }

  /** As a task reads it from its {@code job.xml}. */
  private static Configuration carried(Configuration job) throws IOException {
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    job.writeXml(xml);
    Configuration task = new Configuration();
    task.addResource(new ByteArrayInputStream(xml.toByteArray()), "job.xml");
    return task;
  }

  @Test
  void whereTheSystemDoesNotSayItHadoopsDefaultCounts() throws IOException {
    assertThat(ProcessUmask.read(scratch.resolve("missing"))).isEmpty();
    assertThat(ProcessUmask.read(Files.writeString(scratch.resolve("old"), "Name:\tjava\n")))
        .isEmpty();
    assertThat(ProcessUmask.read(Files.writeString(scratch.resolve("new"), "Umask:\t0027\n")))
        .hasValue(027);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.mapreduce.launch.KeptFiles.UntrustedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose files are run. */
class KeptFilesTest {

  private static final String OTHER = "daemon";

  @TempDir private Path scratch;

  private Configuration conf() {
    Configuration conf = new Configuration();
    conf.set(LaunchKeys.DIRECTORY.name(), scratch.resolve("kept").toUri().toString());
    return conf;
  }

  private KeptFiles withFile() throws IOException {
    KeptFiles files = KeptFiles.of(conf());
    files.create();
    files.put(Files.writeString(scratch.resolve("x"), "content"), "a", conf());
    return files;
  }

  @Test
  void ownFilesAreFoundAndStay() throws IOException {
    KeptFiles files = withFile();
    assertThat(files.find("a")).hasValueSatisfying(file -> assertThat(file.getLen()).isEqualTo(7));
    assertThat(files.find("b")).isEmpty();
    assertThat(files.list()).hasSize(1);
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(scratch.resolve("kept"))))
        .isEqualTo("rwx------");
  }

  @Test
  void aDirectoryThatIsNotThereHasNone() throws IOException {
    KeptFiles files = KeptFiles.of(conf());
    assertThat(files.find("a")).isEmpty();
    assertThat(files.list()).isEmpty();
  }

  @Test
  void aMarkIsMadeOnceUntilItIsOld() throws IOException {
    KeptFiles files = withFile();
    assertThat(files.markTime("mark", 60_000)).isTrue();
    assertThat(files.markTime("mark", 60_000)).isFalse();
    Files.setLastModifiedTime(scratch.resolve("kept/mark"), FileTime.fromMillis(0));
    assertThat(files.markTime("mark", 60_000)).isTrue();
    assertThat(files.markTime("mark", 60_000)).isFalse();
  }

  @Test
  void whatOthersCanWriteIsRefused() throws IOException {
    KeptFiles files = withFile();
    for (String path : new String[] {"kept/a", "kept", "."}) {
      Path changed = scratch.resolve(path).normalize();
      var before = Files.getPosixFilePermissions(changed);
      Files.setPosixFilePermissions(changed, PosixFilePermissions.fromString("rwx-wx---"));
      assertThatThrownBy(() -> files.find("a"))
          .isInstanceOf(UntrustedFileException.class)
          .hasMessageContaining("can be written by others");
      Files.setPosixFilePermissions(changed, before);
      assertThat(files.find("a")).isPresent();
    }
  }

  @Test
  void anotherUsersFileIsRefusedUnlessTheUserIsTrusted() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "giving files away needs root");
    KeptFiles files = withFile();
    give("kept/a");
    assertThatThrownBy(() -> files.find("a"))
        .isInstanceOf(UntrustedFileException.class)
        .hasMessageContaining("is owned by daemon; " + LaunchKeys.OWNERS.name());
    give("kept");
    assertThatThrownBy(files::list).isInstanceOf(UntrustedFileException.class);

    Configuration trusting = conf();
    trusting.set(LaunchKeys.OWNERS.name(), OTHER);
    assertThat(KeptFiles.of(trusting).find("a")).isPresent();
  }

  private void give(String path) throws IOException {
    Path file = scratch.resolve(path);
    Files.setOwner(
        file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(OTHER));
  }
}

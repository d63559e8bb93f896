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
import java.util.List;
import java.util.UUID;
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
  void aMarkIsMadeOnceADay() throws IOException {
    KeptFiles files = withFile();
    Path before = Files.createFile(scratch.resolve("kept/mark-2026-01-01"));
    assertThat(files.markDay("mark")).isTrue();
    assertThat(files.markDay("mark")).isFalse();
    assertThat(KeptFiles.of(conf()).markDay("mark")).isFalse();
    assertThat(before).doesNotExist();
    assertThat(files.find("a")).isPresent();
  }

  /** As of a client whose clock is a little ahead, at midnight. */
  @Test
  void theNextDaysMarkStays() throws IOException {
    KeptFiles files = withFile();
    Path after = Files.createFile(scratch.resolve("kept/mark-2999-01-01"));
    Path other = Files.createFile(scratch.resolve("kept/marked-2026-01-01"));
    assertThat(files.markDay("mark")).isTrue();
    assertThat(after).exists();
    assertThat(other).exists();
  }

  @Test
  void whatKilledProcessesLeftGoesAfterAWeek() throws IOException {
    KeptFiles files = withFile();
    Path part = Files.createFile(scratch.resolve("kept/.x.jsa." + UUID.randomUUID()));
    Path work = Files.createDirectory(scratch.resolve("kept/.work-" + UUID.randomUUID()));
    Path users = Files.createFile(scratch.resolve("kept/.mine"));
    Path others = Files.createFile(scratch.resolve("kept/.cache-" + UUID.randomUUID()));
    Files.setLastModifiedTime(users, FileTime.fromMillis(0));
    Files.setLastModifiedTime(others, FileTime.fromMillis(0));
    files.deleteLeft();
    assertThat(part).exists();

    Files.setLastModifiedTime(part, FileTime.fromMillis(0));
    Files.setLastModifiedTime(work, FileTime.fromMillis(0));
    files.deleteLeft();
    assertThat(part).doesNotExist();
    assertThat(work).doesNotExist();
    assertThat(users).exists();
    assertThat(others).exists();
    assertThat(files.find("a")).isPresent();
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

  /** Who owns that could put another directory in place of the user's. */
  @Test
  void theOwnerOfAStoresRootIsNotTrusted() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "giving files away needs root");
    withFile();
    Configuration conf = conf();
    conf.set("fs.situ.store.mine.driver", "posix");
    conf.set("fs.situ.store.mine.root", scratch.toString());
    conf.set(LaunchKeys.DIRECTORY.name(), "situ://mine/kept");
    assertThat(KeptFiles.of(conf).find("a")).isPresent();

    give(".");
    assertThatThrownBy(() -> KeptFiles.of(conf).find("a"))
        .isInstanceOf(UntrustedFileException.class)
        .hasMessageContaining("is owned by daemon");
  }

  /** Who owns one of them could put another directory in place of the user's. */
  @Test
  void directoriesAboveAStoresRootAndLinksOnTheWayCount() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "giving files away needs root");
    Path above = Files.createDirectory(scratch.resolve("above"));
    Path links = Files.createDirectory(scratch.resolve("links"));
    Path store = Files.createDirectory(above.resolve("store"));
    Files.createDirectories(store.resolve("real/kept"));
    Files.createSymbolicLink(store.resolve("link"), Path.of("real"));
    Configuration conf = conf();
    conf.set("fs.situ.store.linked.driver", "posix");
    conf.set(
        "fs.situ.store.linked.root",
        Files.createSymbolicLink(links.resolve("root"), store).toString());
    conf.set(LaunchKeys.DIRECTORY.name(), "situ://linked/link/kept");
    KeptFiles.of(conf).requireTrusted();

    for (String path : List.of("links", "links/root", "above", "above/store/link")) {
      give(path, OTHER);
      assertThatThrownBy(() -> KeptFiles.of(conf).requireTrusted())
          .isInstanceOf(UntrustedFileException.class)
          .hasMessage(
              scratch.toRealPath().resolve(path)
                  + " is owned by daemon; "
                  + LaunchKeys.OWNERS.name()
                  + " can allow that");
      Configuration trusting = new Configuration(conf);
      trusting.set(LaunchKeys.OWNERS.name(), OTHER);
      KeptFiles.of(trusting).requireTrusted();
      give(path, "root");
    }
    Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> KeptFiles.of(conf).requireTrusted())
        .hasMessageContaining(above + " can be written by others than its owner (rwxrwxrwx)");
  }

  private void give(String path, String user) throws Exception {
    String[] command = {"chown", "-h", user, scratch.resolve(path).toString()};
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  private void give(String path) throws IOException {
    Path file = scratch.resolve(path);
    Files.setOwner(
        file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(OTHER));
  }
}

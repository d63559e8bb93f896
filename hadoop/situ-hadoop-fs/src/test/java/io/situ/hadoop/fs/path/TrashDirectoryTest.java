// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrashDirectoryTest {

  private static final String USER = "alice";

  @TempDir private Path top;

  private int uid;

  @BeforeEach
  void open() throws IOException {
    uid = (Integer) Files.getAttribute(top, "unix:uid");
    mode(top, 01777);
  }

  private static Path mode(Path path, int mode) throws IOException {
    Files.setAttribute(path, "unix:mode", mode);
    return path;
  }

  private Path alone() {
    return top.resolve(".Trash-" + uid);
  }

  private void assertAlone() throws IOException {
    assertThat(TrashDirectory.of(top, USER)).contains(alone());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(alone())))
        .isEqualTo("rwx------");
  }

  @Test
  void theSharedOneIsUsedIfItIsSticky() throws IOException {
    Path shared = mode(Files.createDirectory(top.resolve(".Trash")), 01777);

    assertThat(TrashDirectory.of(top, USER)).contains(shared.resolve(USER));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared.resolve(USER))))
        .isEqualTo("rwx------");
    assertThat(TrashDirectory.of(top, USER)).contains(shared.resolve(USER));
    assertThat(alone()).doesNotExist();
  }

  @Test
  void withoutASharedOneTheUserHasItsOwn() throws IOException {
    assertAlone();
    assertAlone();
    assertThat(top.resolve(".Trash")).doesNotExist();
  }

  @Test
  void aSharedOneThatOthersCanChangeIsNotUsed() throws IOException {
    mode(Files.createDirectory(top.resolve(".Trash")), 0777);

    assertAlone();
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path elsewhere = mode(Files.createDirectory(top.resolve("elsewhere")), 01777);
    Files.createSymbolicLink(top.resolve(".Trash"), elsewhere);
    assertAlone();
    Files.delete(alone());
    Files.createSymbolicLink(alone(), elsewhere);

    assertThat(TrashDirectory.of(top, USER)).isEmpty();
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void whatIsOpenToOthersIsNotUsed() throws IOException {
    Path shared = mode(Files.createDirectory(top.resolve(".Trash")), 01777);
    mode(Files.createDirectory(shared.resolve(USER)), 0755);
    assertAlone();
    mode(alone(), 0770);

    assertThat(TrashDirectory.of(top, USER)).isEmpty();
  }

  @Test
  void whatIsAnothersIsNotUsed() throws IOException {
    assumeTrue(uid == 0, "only root can give a directory to another user");
    Path shared = mode(Files.createDirectory(top.resolve(".Trash")), 01777);
    Files.setAttribute(mode(Files.createDirectory(shared.resolve(USER)), 0700), "unix:uid", 1);
    assertAlone();
    Files.setAttribute(alone(), "unix:uid", 1);

    assertThat(TrashDirectory.of(top, USER)).isEmpty();
  }

  @Test
  void atATopWhereOthersRenameThereIsNone() throws IOException {
    mode(top, 0777);

    assertThat(TrashDirectory.of(top, USER)).isEmpty();
  }
}

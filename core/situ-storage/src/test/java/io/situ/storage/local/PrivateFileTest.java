// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateFileTest {

  private static final String SECRET = "0123456789";

  @TempDir private Path scratch;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file = Files.writeString(scratch.resolve("secret"), SECRET);
    permit("rw-------");
  }

  private void permit(String permissions) throws Exception {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  @Test
  void isReadWhereOnlyItsOwnerMayReadIt() throws Exception {
    assertThat(PrivateFile.read(file, 100)).asString().isEqualTo(SECRET);
    assertThat(PrivateFile.read(file, 4)).asString().isEqualTo("0123");
    Path link = Files.createSymbolicLink(scratch.resolve("link"), file);
    assertThat(PrivateFile.read(link, 100)).asString().isEqualTo(SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw-----w-", "rw--w----", "rw-rw----"})
  void refusesWhatOthersMayUse(String permissions) throws Exception {
    permit(permissions);
    assertThatThrownBy(() -> PrivateFile.read(file, 100))
        .isInstanceOf(PrivateFile.UnsafeException.class)
        .hasMessageStartingWith(
            "'" + file + "' cannot be used: other users can read or write it (" + permissions)
        .hasMessageContaining("'chmod 600 " + file + "'");
    assertThat(PrivateFile.fault(file)).isPresent();
  }

  @Test
  void onlyRootLetsAGroupReadIt() throws Exception {
    permit("rw-r-----");
    assertThat(PrivateFile.fault(file).isEmpty()).isEqualTo(isRoot());
  }

  @Test
  void refusesAnotherUsers() throws Exception {
    assumeTrue(isRoot(), "only root can give files away");
    Files.setAttribute(file, "unix:uid", 65534);
    assertThatThrownBy(() -> PrivateFile.read(file, 100))
        .hasMessageStartingWith("'" + file + "' cannot be used: it belongs to user ")
        .hasMessageContaining("chown");
  }

  @Test
  void refusesADirectoryAndNothing() {
    assertThat(scratch).isDirectory();
    assertThatThrownBy(() -> PrivateFile.read(scratch, 100))
        .hasMessageContaining("it is no regular file");
    assertThatThrownBy(() -> PrivateFile.read(scratch.resolve("none"), 100))
        .isInstanceOf(NoSuchFileException.class);
  }
}

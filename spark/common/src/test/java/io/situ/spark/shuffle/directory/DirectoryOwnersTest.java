// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.situ.spark.FileSystemRegistration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who could put other data in place of an application's, and does. */
@Tag("end-to-end")
class DirectoryOwnersTest {

  private static final HeartbeatExpiry OWN_EXPIRY = new HeartbeatExpiry(60_000);
  private static final org.apache.hadoop.fs.Path ROOT = new org.apache.hadoop.fs.Path("/");

  @TempDir private Path scratch;
  private SharedFiles files;
  private SharedFiles failing;
  private ApplicationDirectory own;

  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration(false);
    FileSystemRegistration.register(conf);
    files = SharedFiles.open(new org.apache.hadoop.fs.Path("file://" + scratch), conf);
    own = ApplicationDirectory.create(files, "app", OWN_EXPIRY);
  }

  @AfterEach
  void close() throws IOException {
    files.close();
    if (failing != null) {
      failing.close();
    }
  }

  @Test
  void directoryIsRefusedIfOthersCouldExchangeIt() throws Exception {
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> ApplicationDirectory.create(files, "a", OWN_EXPIRY))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could replace")
        .hasMessageContaining("chmod +t");

    chmod("1777", scratch);
    ApplicationDirectory.create(files, "a", OWN_EXPIRY).remove();
  }

  @ParameterizedTest
  @ValueSource(strings = {"755", "1777"})
  void directoryIsRefusedIfItsOwnerCouldExchangeIt(String mode) throws Exception {
    UserPrincipal other = otherUser();
    own.remove();
    Files.setOwner(scratch, other);
    chmod(mode, scratch);

    assertThatThrownBy(() -> ApplicationDirectory.create(files, "a", OWN_EXPIRY))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "belongs to user daemon, who could replace an application's directory;")
        .hasMessageEndingWith("; it must belong to root");
    assertThat(scratch).isEmptyDirectory();
  }

  /** The root of viewfs is always the calling user's. */
  @Test
  void directoryMayBelongToTheOwnerOfTheRootOfTheFileSystemThatALinkLeadsTo() throws Exception {
    UserPrincipal other = otherUser();
    Path tmp = Files.createDirectories(scratch.resolve("store/tmp"));
    Files.setOwner(scratch.resolve("store"), other);
    Files.setOwner(tmp, other);
    chmod("1777", tmp);
    Configuration conf = new Configuration();
    FileSystemRegistration.register(conf);
    conf.set("fs.situ.store.linked.root", scratch.resolve("store").toString());
    conf.set("fs.situ.store.linked.driver", "posix");
    conf.set("fs.viewfs.mounttable.default.link./shuffle", "situ://linked/tmp");

    try (SharedFiles linked =
        SharedFiles.open(new org.apache.hadoop.fs.Path("viewfs:///shuffle"), conf)) {
      ApplicationDirectory.create(linked, "a", OWN_EXPIRY);
      assertThat(tmp).isNotEmptyDirectory();

      Files.setOwner(scratch.resolve("store"), user("root"));
      assertThatThrownBy(() -> ApplicationDirectory.create(linked, "a", OWN_EXPIRY))
          .hasMessageContaining("belongs to user daemon, who could replace");
    }
  }

  @Test
  void directoryIsRefusedIfTheOwnerOfTheRootIsNotKnown() throws Exception {
    UserPrincipal other = otherUser();
    Files.setOwner(scratch, other);
    failing = FailingFiles.open(scratch);
    FailingFiles.failing = ROOT.getName();

    assertThatThrownBy(() -> ApplicationDirectory.create(failing, "a", OWN_EXPIRY))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("belongs to user daemon, who could replace")
        .hasMessageContaining("root is not known: java.io.IOException: a fault of the file system")
        .hasMessageEndingWith("; it must belong to root");
  }

  @Test
  void directoryInPlaceOfTheApplicationsIsRefused() throws IOException {
    requirePrivate(own.owner());
    Path moved = Files.move(path(), scratch.resolve("moved"));
    requirePrivate(own.owner());

    Files.createSymbolicLink(path(), moved);
    assertThatThrownBy(() -> requirePrivate(own.owner()))
        .hasMessageContaining("must be a directory with the permissions rwx------, and is none");
    Files.delete(path());
    Files.createDirectory(path());
    Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> requirePrivate(own.owner()))
        .hasMessageContaining("and is one of user")
        .hasMessageContaining("with rwxrwxrwx");
  }

  /** Permissions do not keep root, nor a superuser of HDFS, from using the directory of another. */
  @Test
  void directoryOfAnotherUserInPlaceOfTheApplicationsIsRefused() throws IOException {
    Files.setOwner(path(), otherUser());

    assertThatThrownBy(() -> requirePrivate(own.owner()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the driver created it as user root, and on ")
        .hasMessageContaining("it belongs to user daemon, so another user may have put it there");
    requirePrivate("daemon");
  }

  @Test
  void directoryOfTheSameUserByAnotherNameIsUsed() throws IOException {
    requirePrivate("its-name-on-the-drivers-host");

    assertThat(path()).isDirectoryNotContaining("glob:**/owner-*");
  }

  private void requirePrivate(String owner) throws IOException {
    ApplicationDirectory.requirePrivate(files, own.path(), owner);
  }

  private UserPrincipal otherUser() throws IOException {
    assumeThat(System.getProperty("user.name")).as("needs root").isEqualTo("root");
    return user("daemon");
  }

  private UserPrincipal user(String name) throws IOException {
    return scratch.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
  }

  private static void chmod(String mode, Path path) throws Exception {
    assertThat(new ProcessBuilder("chmod", mode, path.toString()).start().waitFor()).isZero();
  }

  private Path path() {
    return Path.of(own.path().toUri().getPath());
  }
}

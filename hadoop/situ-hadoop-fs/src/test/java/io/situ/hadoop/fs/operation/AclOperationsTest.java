// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.situ.storage.acl.PosixAcl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access lists through Hadoop's own calls and commands; users are those of every Linux. */
class AclOperationsTest {

  @TempDir private Path directory;

  private final Configuration conf = new Configuration();
  private FileSystem fs;
  private org.apache.hadoop.fs.Path file;
  private org.apache.hadoop.fs.Path folder;

  @BeforeEach
  void open() throws IOException {
    fs = FileSystem.newInstance(URI.create("situ:///"), conf);
    Path plain = Files.writeString(directory.resolve("file"), "text");
    Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rw-r-----"));
    file = new org.apache.hadoop.fs.Path("situ://" + plain);
    folder = new org.apache.hadoop.fs.Path("situ://" + Files.createDirectory(at("folder")));
    Files.setPosixFilePermissions(at("folder"), PosixFilePermissions.fromString("rwxr-x---"));
    try {
      fs.modifyAclEntries(file, list("user:bin:r--"));
      fs.removeAcl(file);
    } catch (UnsupportedOperationException e) {
      abort(directory + " keeps no access lists: " + e.getMessage());
    }
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  private Path at(String name) {
    return directory.resolve(name);
  }

  private static List<AclEntry> list(String text) {
    return AclEntry.parseAclSpec(text, true);
  }

  private String aclText(org.apache.hadoop.fs.Path path) throws IOException {
    AclStatus status = fs.getAclStatus(path);
    return status.getPermission()
        + " "
        + String.join(",", status.getEntries().stream().map(AclEntry::toString).toList());
  }

  private String mode(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(at(name)));
  }

  @Test
  void bitsAreNoEntries() throws IOException {
    assertThat(aclText(file)).isEqualTo("rw-r----- ");
    assertThat(fs.getFileStatus(file).hasAcl()).isFalse();
  }

  @Test
  void aNewEntryGetsAMaskThatLetsItThrough() throws IOException {
    fs.modifyAclEntries(file, list("user:daemon:rw-,group:bin:r-x"));
    assertThat(aclText(file)).isEqualTo("rw-rwx--- user:daemon:rw-,group::r--,group:bin:r-x");
    assertThat(mode("file")).isEqualTo("rw-rwx---");
    assertThat(fs.getFileStatus(file).hasAcl()).isTrue();
    assertThat(fs.listStatus(file.getParent())).anyMatch(status -> status.hasAcl());
  }

  @Test
  void theMaskThatIsNamedStays() throws IOException {
    fs.modifyAclEntries(file, list("user:daemon:rw-,mask::r--"));
    assertThat(aclText(file)).isEqualTo("rw-r----- user:daemon:rw-,group::r--");
    fs.setPermission(file, new org.apache.hadoop.fs.permission.FsPermission((short) 0660));
    assertThat(aclText(file)).isEqualTo("rw-rw---- user:daemon:rw-,group::r--");
  }

  @Test
  void entriesAreRemovedAndTheMaskFollows() throws IOException {
    fs.modifyAclEntries(file, list("user:daemon:rwx,user:bin:r--"));
    fs.removeAclEntries(file, AclEntry.parseAclSpec("user:daemon", false));
    assertThat(aclText(file)).isEqualTo("rw-r----- user:bin:r--,group::r--");
    fs.removeAclEntries(file, AclEntry.parseAclSpec("user:bin", false));
    assertThat(aclText(file)).isEqualTo("rw-r----- ");
    assertThat(fs.getFileStatus(file).hasAcl()).isFalse();
  }

  @Test
  void removingTheListLeavesWhatTheGroupHad() throws IOException {
    fs.modifyAclEntries(file, list("user:daemon:rwx"));
    assertThat(mode("file")).isEqualTo("rw-rwx---");
    fs.removeAcl(file);
    assertThat(mode("file")).isEqualTo("rw-r-----");
  }

  @Test
  void aListReplacesOnlyItsOwnScope() throws IOException {
    fs.modifyAclEntries(folder, list("user:bin:r--,default:user:daemon:r-x"));
    fs.setAcl(folder, list("user::rwx,user:daemon:r-x,group::---,other::---"));
    assertThat(aclText(folder))
        .isEqualTo(
            "rwxr-x--- user:daemon:r-x,group::---,default:user::rwx,default:user:daemon:r-x,"
                + "default:group::r-x,default:mask::r-x,default:other::---");
  }

  @Test
  void whatADirectoryGivesToNewFilesIsTheSystemsDoing() throws IOException {
    fs.modifyAclEntries(folder, list("default:user:daemon:r--"));
    org.apache.hadoop.fs.Path child = new org.apache.hadoop.fs.Path(folder, "child");
    fs.create(child).close();
    assertThat(aclText(child)).contains("user:daemon:r--");
    fs.removeDefaultAcl(folder);
    assertThat(aclText(folder)).isEqualTo("rwxr-x--- ");
  }

  @Test
  void aListThatOtherProgramsMadeIsReported() throws Exception {
    PosixAcl made =
        new PosixAcl(
            List.of(
                new PosixAcl.Entry(PosixAcl.Tag.OWNER, 6),
                new PosixAcl.Entry(PosixAcl.Tag.USER, 4, 4_000_000),
                new PosixAcl.Entry(PosixAcl.Tag.OWNING_GROUP, 0),
                new PosixAcl.Entry(PosixAcl.Tag.MASK, 4),
                new PosixAcl.Entry(PosixAcl.Tag.OTHER, 0)));
    fs.setXAttr(file, PosixAcl.ACCESS, made.bytes());
    assertThat(aclText(file)).isEqualTo("rw-r----- user:4000000:r--,group::---");
    fs.modifyAclEntries(file, list("user:daemon:r--"));
    assertThat(PosixAcl.parse(fs.getXAttr(file, PosixAcl.ACCESS)).ids(PosixAcl.Tag.USER))
        .containsExactlyInAnyOrder(1, 4_000_000);
  }

  @Test
  void hadoopsCommandsShowAndSetThem() throws Exception {
    assertThat(shell("-setfacl", "-m", "user:daemon:r--", file.toString())).isEmpty();
    assertThat(shell("-getfacl", file.toString()))
        .contains("user::rw-", "user:daemon:r--", "group::r--", "mask::r--", "other::---");
    assertThat(shell("-ls", file.toString())).contains("-rw-r-----+");
    assertThat(shell("-setfacl", "-b", file.toString())).isEmpty();
    assertThat(shell("-getfacl", file.toString())).doesNotContain("daemon");
  }

  private String shell(String... words) throws Exception {
    PrintStream console = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      assertThat(new FsShell(conf).run(words)).isZero();
    } finally {
      System.setOut(console);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  /** The call asks who the process is, so the process says it is another user. */
  @Test
  void theListDecidesWhoHasAccess() throws IOException {
    fs.modifyAclEntries(file, list("user:daemon:rwx,mask::r--"));
    String user = System.getProperty("user.name");
    try {
      System.setProperty("user.name", "daemon");
      fs.access(file, FsAction.READ);
      assertThatThrownBy(() -> fs.access(file, FsAction.WRITE))
          .isInstanceOf(AccessControlException.class);
      System.setProperty("user.name", "bin");
      assertThatThrownBy(() -> fs.access(file, FsAction.READ))
          .isInstanceOf(AccessControlException.class);
      fs.modifyAclEntries(file, list("group:bin:r--"));
      fs.access(file, FsAction.READ);
    } finally {
      System.setProperty("user.name", user);
    }
  }

  @Test
  void noJobAsksForLists() throws IOException {
    fs.modifyAclEntries(file, list("user:daemon:r--"));
    var located = fs.listLocatedStatus(file.getParent());
    while (located.hasNext()) {
      assertThat(located.next().hasAcl()).isFalse();
    }
  }

  @Test
  void whatIsNoListIsRefusedAndChangesNothing() throws IOException {
    fs.modifyAclEntries(file, list("user:daemon:r--"));
    String before = aclText(file);
    assertThatThrownBy(() -> fs.setAcl(file, list("user:daemon:r--")))
        .hasMessageContaining("entries for user, group and others are required");
    assertThatThrownBy(() -> fs.removeAclEntries(file, AclEntry.parseAclSpec("group::", false)))
        .hasMessageContaining("are required");
    assertThatThrownBy(() -> fs.modifyAclEntries(file, list("default:user:daemon:r--")))
        .hasMessageContaining("only a directory may have default entries");
    assertThatThrownBy(() -> fs.modifyAclEntries(file, list("user:nobody-of-that-name:r--")))
        .hasMessageContaining("knows no user named nobody-of-that-name");
    assertThatThrownBy(() -> fs.modifyAclEntries(file, list("user:daemon:r--,user:daemon:rw-")))
        .hasMessageContaining("is there twice");
    assertThatThrownBy(
            () -> fs.getAclStatus(new org.apache.hadoop.fs.Path(file.getParent(), "none")))
        .isInstanceOf(java.io.FileNotFoundException.class);
    assertThat(aclText(file)).isEqualTo(before);
  }
}

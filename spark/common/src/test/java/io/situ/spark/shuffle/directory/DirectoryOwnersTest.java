// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.situ.spark.FileSystemRegistration;
import io.situ.spark.shuffle.output.MapOutputId;
import io.situ.spark.shuffle.output.SpillTransfer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who could put other data in place of an application's, and does. */
@Tag("end-to-end")
class DirectoryOwnersTest {

  private static final HeartbeatExpiry OWN_EXPIRY = new HeartbeatExpiry(60_000);

  @TempDir private Path scratch;
  private SharedFiles files;
  private ApplicationDirectory own;

  @BeforeEach
  void open() throws IOException {
    files = SharedFiles.open(new org.apache.hadoop.fs.Path("file://" + scratch), conf());
    own = ApplicationDirectory.create(files, "app", OWN_EXPIRY);
  }

  @AfterEach
  void close() throws IOException {
    files.close();
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
        .hasMessageEndingWith("; give it to root, or choose another spark.situ.shuffle.dir");
    assertThat(scratch).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "daemon, 755, 'belongs to user daemon, who could replace'",
    "root, 777, 'so they could replace'",
    "root, 775, 'so they could replace'"
  })
  void directoryIsRefusedIfOneAboveItCouldBeExchanged(String owner, String mode, String why)
      throws Exception {
    assumeRoot();
    Path above = Files.createDirectory(scratch.resolve("a"));
    Path tmp = Files.createDirectory(above.resolve("tmp"));
    chmod("1777", tmp);
    Files.setOwner(above, user(owner));
    chmod(mode, above);

    for (String scheme : new String[] {"file", "situ"}) {
      assertThatThrownBy(() -> create(scheme + "://" + tmp, conf()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("'" + above + "' on the way to it")
          .hasMessageContaining(why)
          .hasMessageEndingWith("or choose another spark.situ.shuffle.dir");
      assertThat(tmp).isEmptyDirectory();
    }

    Files.setOwner(above, user("root"));
    chmod("1777", above);
    create("situ://" + tmp, conf());
    assertThat(tmp).isNotEmptyDirectory();
  }

  @Test
  void directoryIsRefusedIfALinkToItCouldBeExchanged() throws Exception {
    assumeRoot();
    Path real = Files.createDirectories(scratch.resolve("real/tmp"));
    Path links = Files.createDirectory(scratch.resolve("links"));
    Path link = Files.createSymbolicLink(links.resolve("link"), Path.of("../real"));
    chmod("1777", links);
    String directory = "situ://" + link.resolve("tmp");
    create(directory, conf());
    assertThat(real).isNotEmptyDirectory();

    assertThat(new ProcessBuilder("chown", "-h", "daemon", link.toString()).start().waitFor())
        .isZero();
    assertThatThrownBy(() -> create(directory, conf()))
        .hasMessageContaining("'" + link + "' on the way to it belongs to user daemon");

    assertThat(new ProcessBuilder("chown", "-h", "root", link.toString()).start().waitFor())
        .isZero();
    Files.setOwner(links, user("daemon"));
    assertThatThrownBy(() -> create(directory, conf()))
        .hasMessageContaining("'" + links + "' on the way to it belongs to user daemon");

    Files.setOwner(links, user("root"));
    Files.setOwner(real.getParent(), user("daemon"));
    assertThatThrownBy(() -> create(directory, conf()))
        .hasMessageContaining("'" + real.getParent() + "' on the way to it belongs to user daemon");
  }

  /** Who configures a store may give it any directory as its root. */
  @Test
  void theOwnerOfAStoresRootAndOfWhatIsAboveItIsNotTrusted() throws Exception {
    assumeRoot();
    Path tmp = Files.createDirectories(scratch.resolve("above/store/tmp"));
    Path store = tmp.getParent();
    Configuration conf = conf();
    conf.set("fs.situ.store.small.root", store.toString());
    conf.set("fs.situ.store.small.driver", "posix");
    conf.set("fs.viewfs.mounttable.default.link./shuffle", "situ://small/tmp");

    for (String directory : new String[] {"situ://small/tmp", "viewfs:///shuffle"}) {
      Files.setOwner(store, user("daemon"));
      Files.setOwner(tmp, user("daemon"));
      assertThatThrownBy(() -> create(directory, conf))
          .hasMessageContaining("'" + store + "' on the way to it belongs to user daemon")
          .hasMessageContaining("give it to root, or choose another");
      Files.setOwner(store, user("root"));
      assertThatThrownBy(() -> create(directory, conf))
          .hasMessageContaining(": it belongs to user daemon, who could replace");
      Files.setOwner(tmp, user("root"));
      Files.setOwner(store.getParent(), user("daemon"));
      assertThatThrownBy(() -> create(directory, conf))
          .hasMessageContaining("'" + store.getParent() + "' on the way to it belongs to");
      Files.setOwner(store.getParent(), user("root"));
      create(directory, conf);
    }
  }

  /** The link that a store's root is configured by may lead elsewhere for executors. */
  @Test
  void theLinkToAStoresRootIsLookedAt() throws Exception {
    assumeRoot();
    Path store = Files.createDirectory(scratch.resolve("store"));
    chmod("1777", Files.createDirectory(store.resolve("tmp")));
    Path links = Files.createDirectory(scratch.resolve("links"));
    Configuration conf = conf();
    conf.set(
        "fs.situ.store.linked.root",
        Files.createSymbolicLink(links.resolve("link"), store).toString());
    conf.set("fs.situ.store.linked.driver", "posix");
    create("situ://linked/tmp", conf);

    Files.setOwner(links, user("daemon"));
    assertThatThrownBy(() -> create("situ://linked/tmp", conf))
        .hasMessageContaining("'" + links + "' on the way to it belongs to user daemon");
  }

  @Test
  void theSuperuserOfHdfsOwnsItsRootAndIsNotNamedRoot() throws IOException {
    Superuser hdfs = new Superuser();
    hdfs.add("/", "hdfs", 0755);
    hdfs.add("/tmp", "hdfs", 01777);
    hdfs.add("/tmp/mine", "alice", 0755);
    hdfs.check("/tmp/mine");

    hdfs.add("/tmp", "root", 01777);
    assertThatThrownBy(() -> hdfs.check("/tmp/mine"))
        .hasMessageContaining("'/tmp' on the way to it belongs to user root, who could replace")
        .hasMessageContaining("give it to hdfs or to alice, or choose another");
    hdfs.add("/tmp", "hdfs", 0777);
    assertThatThrownBy(() -> hdfs.check("/tmp/mine"))
        .hasMessageContaining("other users may write to '/tmp' on the way to it");
    hdfs.entries.remove("/tmp");
    assertThatThrownBy(() -> hdfs.check("/tmp/mine"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not known, because '/tmp' cannot be looked at (java.io.File");
  }

  /** Owners and permissions of directories, as in HDFS. */
  private static final class Superuser extends FilterFileSystem {

    private final Map<String, FileStatus> entries = new HashMap<>();

    void add(String path, String owner, int mode) {
      entries.put(
          path,
          new FileStatus(
              0,
              true,
              0,
              0,
              0,
              0,
              new FsPermission((short) mode),
              owner,
              "users",
              new org.apache.hadoop.fs.Path(path)));
    }

    void check(String path) throws IOException {
      DirectoryOwners.requireSafe(this, new org.apache.hadoop.fs.Path("hdfs://nn" + path), "alice");
    }

    @Override
    public URI getUri() {
      return URI.create("hdfs://nn");
    }

    @Override
    public org.apache.hadoop.fs.Path resolvePath(org.apache.hadoop.fs.Path path) {
      return path;
    }

    @Override
    public boolean supportsSymlinks() {
      return false;
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      FileStatus found = entries.get(path.toString());
      if (found == null) {
        throw new FileNotFoundException(path.toString());
      }
      return found;
    }
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

  /** An executor that looked at the directory before may end after the application. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void directoryInPlaceOfTheApplicationsGetsNoLateOutput(boolean mounted) throws Exception {
    Path data = Path.of(own.data().toUri().getPath());
    MapOutputId output = new MapOutputId(own.data(), 1, 1, 7, -1);
    SpillTransfer late =
        new SpillTransfer(files, mounted ? Optional.of(data) : Optional.empty(), output, false);
    Path spill = Files.write(scratch.resolve("spill"), new byte[10]);
    own.remove();
    chmod("777", Files.createDirectory(path()));
    chmod("777", Files.createDirectory(path().resolve("shuffle-1")));

    assertThatThrownBy(
            () -> late.transferMapSpillFile(spill.toFile(), new long[] {10}, new long[0]))
        .isInstanceOf(FileNotFoundException.class);

    assertThat(path()).isDirectoryNotContaining("glob:**/data-*");
    assertThat(path().resolve("shuffle-1")).isEmptyDirectory();
    assertThat(spill).hasSize(10);
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

  private static Configuration conf() {
    Configuration conf = new Configuration();
    FileSystemRegistration.register(conf);
    return conf;
  }

  private static void create(String directory, Configuration conf) throws IOException {
    try (SharedFiles opened = SharedFiles.open(new org.apache.hadoop.fs.Path(directory), conf)) {
      ApplicationDirectory.create(opened, "a", OWN_EXPIRY);
    }
  }

  private static void assumeRoot() {
    assumeThat(System.getProperty("user.name")).as("needs root").isEqualTo("root");
  }

  private UserPrincipal otherUser() throws IOException {
    assumeRoot();
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

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static io.situ.storage.mounted.MountedStoreTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.mounted.OtherUser;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No-replace renames without a system call, where not every name can be removed. */
final class BoundNamesTest extends ResolverFixture {

  private Path box;

  private NamespaceOperations names() {
    return new NamespaceOperations(
        resolver, path -> new FileSystemType("nfs4"), true, path -> false);
  }

  private void makeBox(int mode) throws Exception {
    box = Files.createDirectory(root.resolve("box"));
    Files.setAttribute(box, "unix:mode", mode);
  }

  private void share(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static boolean changeAttributes(String change, Path path) throws Exception {
    return new ProcessBuilder("chattr", change, path.toString()).start().waitFor() == 0;
  }

  @AfterEach
  void becomeRoot() throws Exception {
    OtherUser.becomeRoot();
    if (box != null) {
      changeAttributes("-a", box);
    }
  }

  /** The other user may rename root's file, and could remove no name of it in the new directory. */
  @Test
  void anothersFileIsRenamedIntoADirectoryWithTheStickyBit() throws Exception {
    makeBox(01777);
    share(root, "rwxrwxrwx");
    share(root.resolve("from"), "rw-rw-rw-");
    OtherUser.become();

    names().rename(path("/from"), path("/box/to"), RenameMode.NO_REPLACE);

    assertThat(box.toFile().list()).containsExactly("to");
    assertThat(box.resolve("to")).hasContent("content");
    assertThat(root.toFile().list()).containsExactly("box");
  }

  @Test
  void anothersFileStaysInADirectoryWithTheStickyBit() throws Exception {
    makeBox(01777);
    share(root, "rwxr-xr-x");
    share(Files.writeString(box.resolve("from"), "content"), "rw-rw-rw-");
    OtherUser.become();

    refused(
        Kind.PERMISSION_DENIED,
        () -> names().rename(path("/box/from"), path("/box/to"), RenameMode.NO_REPLACE));

    assertThat(box.toFile().list()).containsExactly("from");
    assertThat(Files.getAttribute(box.resolve("from"), "unix:nlink")).isEqualTo(1);
  }

  @Test
  void aFileIsRenamedIntoADirectoryThatTakesAndKeepsNames() throws Exception {
    makeBox(0777);
    assumeTrue(changeAttributes("+a", box), "this file system has no such attribute");

    names().rename(path("/from"), path("/box/to"), RenameMode.NO_REPLACE);

    assertThat(box.toFile().list()).containsExactly("to");
    assertThat(box.resolve("to")).hasContent("content");
    assertThat(root.toFile().list()).containsExactly("box");
  }

  @Test
  void aFileStaysInADirectoryThatKeepsNames() throws Exception {
    makeBox(0777);
    Files.writeString(box.resolve("from"), "content");
    assumeTrue(changeAttributes("+a", box), "this file system has no such attribute");

    refused(
        Kind.PERMISSION_DENIED,
        () -> names().rename(path("/box/from"), path("/to"), RenameMode.NO_REPLACE));

    assertThat(box.toFile().list()).containsExactly("from");
    assertThat(root.toFile().list()).containsExactlyInAnyOrder("box", "from");
  }

  /** As on BeeGFS and mergerfs where they are set so. */
  @Test
  void aSymbolicLinkIsNotTakenForAHardLink() {
    NamespaceOperations.Renames symbolic =
        new NamespaceOperations.Renames() {
          @Override
          int link(DirEntryRef from, DirEntryRef to) {
            long target = NativeScratchBuffers.get().first(from.lastName());
            return Syscalls.symlinkat(target, to.dir(), to.second());
          }
        };
    NamespaceOperations names =
        new NamespaceOperations(
            resolver, path -> new FileSystemType("beegfs"), true, path -> false, symbolic);

    refused(Kind.UNSUPPORTED, () -> names.hardLink(path("/to"), path("/from")));

    assertThat(root.toFile().list()).containsExactly("from");
  }
}

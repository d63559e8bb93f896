// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.driver.ceph.CephTestCluster;
import io.situ.driver.ceph.cephfs.client.CephClusterSessions;
import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.driver.ceph.cephfs.client.NativeUser;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.namespace.HiddenNameException;
import io.situ.storage.mounted.namespace.TempFileName;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Renames at the root of a store whose session the cluster has ended. */
@Timeout(120)
public final class CephClusterEndedSession {

  private static final StorePath OLD = StorePath.of("/old");
  private static final StorePath NEW = StorePath.of("/new");

  /** Both names are held in a session. */
  private interface Act {
    void on(RenamePlace from, LibCephFsInode node, RenamePlace to) throws Exception;
  }

  private static Path directory(String name) throws Exception {
    Path directory = Files.createDirectories(CephTestCluster.mount().resolve(name));
    Files.createFile(directory.resolve("old"));
    return directory;
  }

  private static void held(String name, Act act) throws Exception {
    StoreConfig config = new StoreConfig("lab", CephTestCluster.mountlessKeys(name));
    NativeSessions.Key key = new NativeSessions.Key(CephClusterConfig.of(config), "/" + name);
    try (LibCephFsPathResolver tree =
            new LibCephFsPathResolver(new SharedSession(key, NativeUser::ofProcess));
        EntryRef<LibCephFsInode> from = tree.place(OLD);
        LibCephFsInode node = from.object();
        EntryRef<LibCephFsInode> to = tree.place(NEW)) {
      act.on(
          new RenamePlace(from, () -> tree.place(OLD)),
          node,
          new RenamePlace(to, () -> tree.place(NEW)));
    }
  }

  /** Servers hear of the end at different times. */
  private static void end(String name, RenamePlace held) throws Exception {
    CephClusterSessions.evict("/" + name);
    while (!hasEnded(held)) {
      Thread.sleep(100);
    }
  }

  private static boolean hasEnded(RenamePlace held) {
    try {
      return held.held().directory().names(TempFileName.unique(), 0) > 0;
    } catch (ErrnoException e) {
      return CephErrors.endsSession(e);
    }
  }

  private static void rename(RenameMode mode, RenamePlace from, LibCephFsInode node, RenamePlace to)
      throws ErrnoException, HiddenNameException {
    if (mode == RenameMode.REPLACE) {
      LibCephFsRename.replace(from, node, to);
    } else {
      LibCephFsRename.noReplace(from, node, to);
    }
  }

  @Test
  void aRenameThatIsNotMadeLeavesTheOldName() throws Exception {
    assertLeavesTheOldName(RenameMode.NO_REPLACE);
  }

  @Tag("long")
  @Test
  void aRenameThatReplacesAndIsNotMadeLeavesTheOldName() throws Exception {
    assertLeavesTheOldName(RenameMode.REPLACE);
  }

  private static void assertLeavesTheOldName(RenameMode mode) throws Exception {
    String name = "ended-" + mode;
    Path directory = directory(name);
    held(
        name,
        (from, node, to) -> {
          end(name, from);
          ErrnoException failure =
              catchThrowableOfType(ErrnoException.class, () -> rename(mode, from, node, to));
          assertThat(failure).matches(CephErrors::isUnanswered).hasNoSuppressedExceptions();
        });
    assertThat(directory).isDirectoryContaining(file -> file.endsWith("old"));
    assertThat(directory.resolve("new")).doesNotExist();
  }

  @Test
  void aRenameThatIsMadeWithoutAnAnswerSucceeds() throws Exception {
    Path directory = directory("ended-made");
    held(
        "ended-made",
        (from, node, to) -> {
          end("ended-made", from);
          Files.move(directory.resolve("old"), directory.resolve("new"));
          assertThat(LibCephFsRename.replace(from, node, to)).isTrue();
        });
  }

  @Test
  void whatIsMovedAsideGetsItsNameAgain() throws Exception {
    Path directory = directory("ended-aside");
    held(
        "ended-aside",
        (from, node, to) -> {
          MovedAside aside = MovedAside.move(from);
          assertThat(directory.resolve("old")).doesNotExist();
          end("ended-aside", from);
          aside.putBack();
        });
    assertThat(directory).isDirectoryContaining(file -> file.endsWith("old"));
  }
}

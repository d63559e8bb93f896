// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.Native;
import com.sun.jna.ptr.PointerByReference;
import io.situ.driver.ceph.CephTestCluster;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.storage.StoreException;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.testing.ceph.CephPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sessions of libcephfs themselves. */
public final class CephClusterSessions {

  /** A library that leaves times out, as when it is not asked for them, stands for another one. */
  @Test
  void aLibraryThatDescribesFilesOtherwiseIsRefused() throws Exception {
    NativeSession session = NativeSessions.acquire(whole());
    try {
      assertThatCode(() -> check(session, NativeStat.WANT)).doesNotThrowAnyException();
      assertThatThrownBy(() -> check(session, LibCephFsInode.MODE_ONLY))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNSUPPORTED))
          .hasMessageContaining("of another version of Ceph");
    } finally {
      NativeSessions.release(whole());
    }
  }

  private static NativeSessions.Key whole() {
    return NativeSessions.Key.whole(
        new CephClusterConfig(
            Optional.of(CephTestCluster.CLUSTER.plan().conf().toString()),
            CephPlan.USER,
            Optional.empty(),
            Optional.empty()));
  }

  private static byte[] name(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The same error as for a source that is absent, which leaves a mark. */
  @Test
  void aRenameToADirectoryThatAnotherClientRemovesEndsNoSession() throws Exception {
    Path top = Files.createDirectories(CephTestCluster.mount().resolve("goal-removed"));
    Path goal = Files.createDirectory(top.resolve("goal"));
    Files.createFile(top.resolve("file"));
    NativeSession session = NativeSessions.acquire(whole());
    NativeUser user = NativeUser.ofProcess();
    try (LibCephFsInode root = LibCephFsInode.root(session, user);
        LibCephFsInode directory = root.child(name("goal-removed"));
        LibCephFsInode held = directory.child(name("goal"))) {
      assertThat(isRemoved(session, user, held)).isFalse();
      Files.delete(goal);
      assertThat(isRemoved(session, user, held)).isTrue();

      assertThatThrownBy(() -> directory.rename(name("file"), held, name("file")))
          .isInstanceOfSatisfying(
              ErrnoException.class, e -> assertThat(e.number()).isEqualTo(Errno.ENOENT));
      assertThat(session.hasEnded()).isFalse();
      directory.rename(name("file"), directory, name("other"));
    } finally {
      NativeSessions.release(whole());
    }
    assertThat(top.resolve("other")).exists();
  }

  private static boolean isRemoved(NativeSession session, NativeUser user, LibCephFsInode held) {
    return session.call(mount -> held.isRemoved(mount, user.permissions()) ? 1 : 0) == 1;
  }

  private static void check(NativeSession session, int want) throws StoreException {
    StoreException[] refused = new StoreException[1];
    session.call(
        mount -> {
          try {
            StatxAbiCheck.check(mount, want);
          } catch (StoreException e) {
            refused[0] = e;
          }
          return 0;
        });
    if (refused[0] != null) {
      throw refused[0];
    }
  }

  /** Returns how many sessions this process has. */
  public static int count() {
    return NativeSessions.count();
  }

  /** Has the cluster end the session that stores with this {@code root} within it share. */
  public static void evict(String root) throws IOException {
    StoreConfig config = new StoreConfig("lab", CephTestCluster.mountlessKeys(""));
    NativeSessions.Key key = new NativeSessions.Key(CephClusterConfig.of(config), root);
    NativeSession session = NativeSessions.acquire(key);
    try {
      PointerByReference addresses = new PointerByReference();
      if (session.call(mount -> Addresses.ceph_getaddrs(mount, addresses)) != 0) {
        throw new IOException("the session does not report its address");
      }
      CephTestCluster.CLUSTER.ceph(
          List.of("osd blocklist add " + addresses.getValue().getString(0)));
    } finally {
      NativeSessions.release(key);
    }
  }

  private static final class Addresses {
    static {
      Native.register(Addresses.class, "libcephfs.so.2");
    }

    static native int ceph_getaddrs(long mount, PointerByReference addresses);
  }
}

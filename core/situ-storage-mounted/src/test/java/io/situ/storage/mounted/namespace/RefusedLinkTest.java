// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static io.situ.storage.mounted.MountedStoreTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.PathResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No-replace renames on file systems that know no such call, or no second names. */
final class RefusedLinkTest extends ResolverFixture {

  /** Answers link(2) by an error, or by a symbolic link and 0. */
  private static final class Refusing extends NamespaceOperations.Renames {
    private final int error;
    private final boolean atOnce;

    /**
     * @param atOnce whether also a file that is made for a probe gets no second name
     */
    Refusing(int error, boolean atOnce) {
      this.error = error;
      this.atOnce = atOnce;
    }

    @Override
    int link(DirEntryRef from, DirEntryRef to) {
      return error < 0
          ? error
          : Syscalls.symlinkat(
              NativeScratchBuffers.get().first(from.lastName()), to.dir(), to.second());
    }

    @Override
    LinkedRename linked(DirEntryRef from, DirEntryRef to, boolean resends) {
      LinkProbe probe =
          new LinkProbe() {
            @Override
            int link(DirEntryRef first, DirEntryRef second) {
              return atOnce ? Refusing.this.link(first, second) : super.link(first, second);
            }
          };
      return new LinkedRename(from, to, resends, probe) {
        @Override
        int link() {
          assertThat(atOnce).as("it was refused before").isFalse();
          return Refusing.this.link(from, to);
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {-Errno.EPERM, -Errno.EMLINK, -Errno.EXDEV, -Errno.ENOSYS, -Errno.EOPNOTSUPP, 0})
  void aFileThatGetsNoSecondNameIsRenamed(int link) throws IOException {
    assertRenamed(new Refusing(link, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {-Errno.EPERM, -Errno.EXDEV, -Errno.ENOSYS, -Errno.EOPNOTSUPP, 0})
  void whereNoFileGetsASecondNameItIsRenamed(int link) throws IOException {
    assertRenamed(new Refusing(link, true));
  }

  /** As where a quota counts files: a second name needs none, and a claim does. */
  @Test
  void whereNoFileCanBeMadeAFileIsRenamed() throws IOException {
    assertRenamed(
        new NamespaceOperations.Renames() {
          @Override
          LinkedRename linked(DirEntryRef from, DirEntryRef to, boolean resends) {
            LinkProbe full =
                new LinkProbe() {
                  @Override
                  int create(DirEntryRef name) {
                    return -Errno.EDQUOT;
                  }
                };
            return new LinkedRename(from, to, resends, full);
          }

          @Override
          ReplacingRename replacing(DirEntryRef from, DirEntryRef to, boolean resends) {
            throw new AssertionError("the name is claimed");
          }
        });
  }

  private void assertRenamed(NamespaceOperations.Renames renames) throws IOException {
    new NamespaceOperations(
            resolver, path -> new FileSystemType("beegfs"), true, path -> false, renames)
        .rename(path("/from"), path("/to"), RenameMode.NO_REPLACE);

    assertThat(root.toFile().list()).containsExactly("to");
    assertThat(root.resolve("to")).isRegularFile();
    assertThat(Files.isSymbolicLink(root.resolve("to"))).isFalse();
    assertThat(Files.readString(root.resolve("to"))).isEqualTo("content");
  }

  /** A name on the other file system would be claimed and not removed where modes are forced. */
  @Test
  void nothingIsClaimedOnAnotherMount() throws IOException {
    Path other = Path.of("/dev/shm");
    assumeTrue(
        Files.isDirectory(other) && !Files.getFileStore(other).equals(Files.getFileStore(root)));
    NamespaceOperations.Renames refusing =
        new NamespaceOperations.Renames() {
          @Override
          ReplacingRename replacing(DirEntryRef from, DirEntryRef to, boolean resends) {
            throw new AssertionError("the name is claimed");
          }
        };
    PathResolver all = new PathResolver(openRoot(), new byte[] {'/'}, false);
    String from = root.toRealPath().resolve("from").toString();
    for (boolean claims : new boolean[] {true, false}) {
      NamespaceOperations names =
          new NamespaceOperations(
              all, path -> new FileSystemType("nfs"), true, path -> claims, refusing);
      refused(
          Kind.CROSS_STORE,
          () ->
              names.rename(
                  path(from), path("/dev/shm/situ-" + System.nanoTime()), RenameMode.NO_REPLACE));
    }
    all.close();
    assertThat(root.resolve("from")).hasContent("content");
  }

  private static int openRoot() {
    byte[] path = {'/'};
    int flags = Libc.O_PATH | Libc.O_DIRECTORY;
    return Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), flags, 0);
  }

  /** Refuses the first call that it gets. */
  private static final class RefusingOnce extends NamespaceOperations.Renames {
    private int calls;

    @Override
    int noReplace(DirEntryRef from, DirEntryRef to) {
      return ++calls == 1 ? -Errno.EINVAL : super.noReplace(from, to);
    }
  }

  private static FileSystemType typeOf(StorePath path) {
    return new FileSystemType(path.startsWith(path("/nfs")) ? "nfs4" : "ext4");
  }

  @Test
  void aTypeThatKnowsNoSuchCallSaysNothingOfOthers() throws IOException {
    Files.createDirectories(root.resolve("nfs"));
    Files.createDirectories(root.resolve("local/d"));
    Files.writeString(root.resolve("nfs/a"), "content");
    RefusingOnce renames = new RefusingOnce();
    NamespaceOperations names =
        new NamespaceOperations(resolver, RefusedLinkTest::typeOf, false, path -> false, renames);

    names.rename(path("/nfs/a"), path("/nfs/b"), RenameMode.NO_REPLACE);
    names.rename(path("/local/d"), path("/local/e"), RenameMode.NO_REPLACE);
    names.rename(path("/nfs/b"), path("/nfs/c"), RenameMode.NO_REPLACE);

    assertThat(root.resolve("local/e")).isDirectory();
    assertThat(root.resolve("nfs/c")).hasContent("content");
    assertThat(renames.calls).as("the second call was for the other type").isEqualTo(2);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a second name is seen to be one, as different file systems answer. */
final class LinkProbeTest extends ResolverFixture {

  private static final long DEVICE = 7;

  private boolean passes(LinkProbe probe) throws Exception {
    int dir = resolver.enter(path("/from"));
    try (DirEntryRef from = resolver.place(dir, path("/from"))) {
      return probe.passes(from, DEVICE);
    } finally {
      resolver.leave();
    }
  }

  private void assertFails(LinkProbe probe) throws Exception {
    assertThat(passes(probe)).isFalse();
    assertThat(passes(probe)).as("asked again").isFalse();
    assertHasOnlyTheFile();
  }

  private void assertHasOnlyTheFile() {
    assertThat(root.toFile().list()).containsExactly("from");
    assertThat(root.resolve("from")).hasContent("content");
  }

  private Path named(DirEntryRef name) {
    return root.resolve(new String(name.lastName(), StandardCharsets.US_ASCII));
  }

  @Test
  void aDeviceIsTriedOnce() throws Exception {
    int[] links = {0};
    LinkProbe probe =
        new LinkProbe() {
          @Override
          int link(DirEntryRef first, DirEntryRef second) {
            links[0]++;
            return super.link(first, second);
          }
        };
    assertThat(passes(probe)).isTrue();
    assertThat(passes(probe)).isTrue();
    assertThat(links[0]).isEqualTo(1);
    assertHasOnlyTheFile();
  }

  @ParameterizedTest
  @ValueSource(ints = {-Errno.EPERM, -Errno.EXDEV, -Errno.ENOSYS, -Errno.EOPNOTSUPP, -Errno.EIO})
  void aRefusedLinkIsNone(int error) throws Exception {
    assertFails(
        new LinkProbe() {
          @Override
          int link(DirEntryRef first, DirEntryRef second) {
            return error;
          }
        });
  }

  /** As on BeeGFS and mergerfs where they are set so. */
  @Test
  void aSymbolicLinkIsNone() throws Exception {
    assertFails(
        new LinkProbe() {
          @Override
          int link(DirEntryRef first, DirEntryRef second) {
            long target = NativeScratchBuffers.get().first(first.lastName());
            return Syscalls.symlinkat(target, second.dir(), second.second());
          }
        });
  }

  /** As libfuse shows it where a file system gives no numbers. */
  @Test
  void anInodeOfItsOwnForEachNameIsNone() throws Exception {
    Path third = root.resolve("third");
    LinkProbe probe =
        new LinkProbe() {
          @Override
          int link(DirEntryRef first, DirEntryRef second) {
            try {
              Files.copy(named(first), named(second));
              Files.createLink(third, named(second));
              return 0;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    assertThat(passes(probe)).isFalse();
    Files.delete(third);
    assertFails(
        new LinkProbe() {
          @Override
          int link(DirEntryRef first, DirEntryRef second) {
            return -Errno.EPERM;
          }
        });
  }

  @Test
  void namesThatAreNotCountedAreNone() throws Exception {
    assertFails(
        new LinkProbe() {
          @Override
          long describedNames() {
            return 1;
          }
        });
  }

  /** As on a server whose rules let a user add names and take none away. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aDirectoryThatKeepsANameIsNotUsed(int kept) throws Exception {
    int[] calls = {0};
    assertFails(
        new LinkProbe() {
          @Override
          int unlink(DirEntryRef name) {
            int error = super.unlink(name);
            return calls[0]++ % 2 == kept ? -Errno.EPERM : error;
          }
        });
  }

  /** As an NFS client that sent the request twice. */
  @Test
  void aLinkThatWasMadeAndIsRefusedCounts() throws Exception {
    LinkProbe probe =
        new LinkProbe() {
          @Override
          int link(DirEntryRef first, DirEntryRef second) {
            return super.link(first, second) == 0 ? -Errno.EEXIST : -Errno.EIO;
          }
        };
    assertThat(passes(probe)).isTrue();
    assertHasOnlyTheFile();
  }
}

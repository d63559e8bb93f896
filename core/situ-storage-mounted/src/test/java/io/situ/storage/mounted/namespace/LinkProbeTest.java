// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.mounted.OtherUser;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  /** Counts the links that it makes, and keeps what it warns of. */
  private static class Counted extends LinkProbe {
    int links;
    final List<String> warnings = new ArrayList<>();

    @Override
    final int link(DirEntryRef first, DirEntryRef second) {
      links++;
      return make(first, second);
    }

    int make(DirEntryRef first, DirEntryRef second) {
      return super.link(first, second);
    }

    @Override
    void warn(String sentence) {
      warnings.add(sentence);
    }
  }

  /** Asks twice, which both say no. */
  private void assertFails(Counted probe, int links) throws Exception {
    assertThat(passes(probe)).isFalse();
    assertThat(passes(probe)).as("asked again").isFalse();
    assertThat(probe.links).isEqualTo(links);
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
    Counted probe = new Counted();
    assertThat(passes(probe)).isTrue();
    assertThat(passes(probe)).isTrue();
    assertThat(probe.links).isEqualTo(1);
    assertHasOnlyTheFile();
  }

  @ParameterizedTest
  @ValueSource(ints = {-Errno.EPERM, -Errno.EXDEV, -Errno.ENOSYS, -Errno.EOPNOTSUPP})
  void aRefusedLinkIsNoneForGood(int error) throws Exception {
    assertFails(answering(error), 1);
  }

  @Test
  void aLinkThatFailsIsTriedAgain() throws Exception {
    assertFails(answering(-Errno.EIO), 2);
  }

  private static Counted answering(int error) {
    return new Counted() {
      @Override
      int make(DirEntryRef first, DirEntryRef second) {
        return error;
      }
    };
  }

  /** As on BeeGFS and mergerfs where they are set so. */
  @Test
  void aSymbolicLinkIsNone() throws Exception {
    assertFails(
        new Counted() {
          @Override
          int make(DirEntryRef first, DirEntryRef second) {
            long target = NativeScratchBuffers.get().first(first.lastName());
            return Syscalls.symlinkat(target, second.dir(), second.second());
          }
        },
        1);
  }

  /** As libfuse shows it where a file system gives no numbers. */
  @Test
  void anInodeOfItsOwnForEachNameIsNone() throws Exception {
    Path third = root.resolve("third");
    Counted probe =
        new Counted() {
          @Override
          int make(DirEntryRef first, DirEntryRef second) {
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
    assertFails(probe, 1);
  }

  @Test
  void namesThatAreNotCountedAreNone() throws Exception {
    assertFails(
        new Counted() {
          @Override
          long describedNames() {
            return 1;
          }
        },
        1);
  }

  /** As on a server whose rules let a user add names and take none away. */
  @Test
  void aDirectoryThatKeepsNamesGetsOneFromAllProcesses() throws Exception {
    for (int process = 0; process < 2; process++) {
      Counted probe =
          new Counted() {
            @Override
            int unlink(DirEntryRef name) {
              return -Errno.EACCES;
            }
          };
      assertThat(passes(probe)).isFalse();
      assertThat(passes(probe)).as("asked again").isFalse();
      List<String> kept = new ArrayList<>(List.of(root.toFile().list()));
      assertThat(kept).hasSize(2).contains("from");
      kept.remove("from");
      assertThat(probe.warnings)
          .singleElement()
          .asString()
          .contains("'" + root.toRealPath().resolve(kept.get(0)) + "'", "permission denied");
    }
  }

  @Test
  void whatAnotherProcessLeftIsRemoved() throws Exception {
    LinkProbe dying =
        new LinkProbe() {
          @Override
          int unlink(DirEntryRef name) {
            throw new IllegalStateException("it dies");
          }
        };
    assertThatThrownBy(() -> passes(dying)).isInstanceOf(IllegalStateException.class);
    assertThat(root.toFile().list()).hasSize(2);
    assertThat(passes(new LinkProbe())).isTrue();
    assertHasOnlyTheFile();
  }

  /** As in a directory that all may write to, where the hidden name is no secret. */
  @Test
  void aNameThatAnotherUserHasIsNotUsed() throws Exception {
    String hidden = new String(TempFileName.of(new byte[] {'/'}), StandardCharsets.US_ASCII);
    Files.writeString(root.resolve(hidden), "another's");
    Files.setAttribute(root, "unix:mode", 01777);
    Counted probe = new Counted();
    OtherUser.become();
    try {
      assertThat(passes(probe)).isTrue();
    } finally {
      OtherUser.becomeRoot();
    }
    assertThat(probe.warnings).isEmpty();
    assertThat(root.toFile().list()).containsExactlyInAnyOrder("from", hidden);
    assertThat(root.resolve(hidden)).hasContent("another's");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aDirectoryThatKeepsANameIsNotUsed(int kept) throws Exception {
    int[] calls = {0};
    assertFails(
        new Counted() {
          @Override
          int unlink(DirEntryRef name) {
            int error = super.unlink(name);
            return calls[0]++ == kept ? -Errno.EPERM : error;
          }
        },
        kept == 0 ? 0 : 1);
  }

  /** As where a quota counts files, and is used up. */
  private static class Full extends Counted {
    private final int error;

    Full(int error) {
      this.error = error;
    }

    @Override
    int create(DirEntryRef name) {
      return error;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-Errno.EDQUOT, -Errno.ENOSPC})
  void whereNoFileCanBeMadeTheFileItselfShowsIt(int error) throws Exception {
    Counted probe = new Full(error);
    assertThat(passes(probe)).isTrue();
    assertThat(passes(probe)).isTrue();
    assertThat(probe.links).isEqualTo(1);
    assertHasOnlyTheFile();
  }

  /** Such a file may be the only one that gets no second name. */
  @Test
  void whatIsRefusedToTheFileItselfSaysNothingOfOthers() throws Exception {
    assertFails(
        new Full(-Errno.EDQUOT) {
          @Override
          int make(DirEntryRef first, DirEntryRef second) {
            return -Errno.EPERM;
          }
        },
        2);
  }

  @Test
  void anotherUsersFileGetsNoSecondName() throws Exception {
    Path file = root.resolve("from");
    assumeTrue(Files.getAttribute(file, "unix:uid").equals(0), "only root can give a file away");
    Files.setAttribute(file, "unix:uid", 65534);
    assertFails(new Full(-Errno.EDQUOT), 0);
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

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static io.situ.storage.mounted.MountedStoreTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.DirectoryHandle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees of an NFS that two hosts remove: a server does not know what the other has removed. */
final class ForgottenTreeTest extends ResolverFixture {

  private static final StorePath JUNK = StorePath.of("/junk");

  @BeforeEach
  void makeTree() throws IOException {
    Path below = Files.createDirectories(root.resolve("junk/sub/a/b/c/d"));
    Files.writeString(root.resolve("junk/sub/f"), "goes");
    Files.writeString(root.resolve("junk/sub/a/f"), "goes");
    Files.writeString(below.resolve("f"), "goes");
  }

  /** What the other host does before each call, and what the server then answers. */
  private interface OtherHost {
    boolean forgets(Path directory, String call);
  }

  /** A directory that the server forgets. */
  private record Forgettable(DirectoryHandle handle, Path path, OtherHost other)
      implements DirectoryHandle {

    private void check(String call) throws ErrnoException {
      if (other.forgets(path, call)) {
        throw new ErrnoException(Errno.ESTALE);
      }
    }

    @Override
    public Identity identity() {
      return handle.identity();
    }

    @Override
    public DirectoryHandle child(byte[] name) throws ErrnoException {
      check("child");
      Path child = path.resolve(new String(name, StandardCharsets.UTF_8));
      return new Forgettable(handle.child(name), child, other);
    }

    @Override
    public DirectoryHandle parent() throws ErrnoException {
      check("parent");
      return new Forgettable(handle.parent(), path.getParent(), other);
    }

    @Override
    public List<Entry> next() throws ErrnoException {
      check("next");
      return handle.next();
    }

    @Override
    public void unlink(byte[] name) throws ErrnoException {
      check("unlink");
      handle.unlink(name);
    }

    @Override
    public void rmdir(byte[] name) throws ErrnoException {
      check("rmdir");
      handle.rmdir(name);
    }

    @Override
    public void close() {
      handle.close();
    }
  }

  private boolean remove(OtherHost other) throws StoreException {
    try (DirectoryHandle base = new Forgettable(resolver.parent(JUNK), root, other)) {
      return TreeRemover.remove(base, JUNK, 2, resolver::isGone);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "junk, child",
    "junk, next",
    "junk, unlink",
    "junk/sub, child",
    "junk/sub, next",
    "junk/sub, unlink",
    "junk/sub/a, child",
    "junk/sub/a/b/c/d, next",
    "junk/sub/a/b/c/d, unlink",
    "junk/sub/a/b/c/d, parent",
    "junk/sub/a/b/c, rmdir"
  })
  void whatTheOtherHostRemovedIsGone(String removed, String call) throws StoreException {
    Path victim = root.resolve(removed);
    assertThat(
            remove(
                (directory, made) -> {
                  if (directory.equals(victim) && made.equals(call)) {
                    removeTree(victim);
                  }
                  return Files.notExists(directory);
                }))
        .isTrue();
    assertThat(root.resolve("junk")).doesNotExist();
  }

  private static void removeTree(Path top) {
    try {
      if (Files.exists(top)) {
        Files.walkFileTree(top, new Removal());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes any) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }

  @Test
  void whatIsThereIsNotTakenForGone() {
    StoreException failure =
        catchThrowableOfType(
            StoreException.class,
            () -> remove((directory, made) -> directory.endsWith("sub") && made.equals("unlink")));
    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(root.resolve("junk/sub/f")).exists();
  }

  /** As where another host has made the directory again that the tree is in. */
  @ParameterizedTest
  @ValueSource(strings = {"", "junk/sub"})
  void aTreeInADirectoryThatWasReplacedIsRemoved(String forgotten) throws StoreException {
    int[] calls = {0};
    NamespaceOperations.Renames forgetting =
        new NamespaceOperations.Renames() {
          @Override
          boolean removeTree(DirectoryHandle parent, StorePath path, Predicate<StorePath> gone)
              throws StoreException {
            boolean first = calls[0]++ == 0;
            Path victim = root.resolve(forgotten);
            OtherHost other = (directory, made) -> first && directory.equals(victim);
            return super.removeTree(new Forgettable(parent, root, other), path, gone);
          }
        };

    assertThat(names(forgetting).deleteTree(JUNK)).isTrue();

    assertThat(calls[0]).isEqualTo(2);
    assertThat(root.resolve("junk")).doesNotExist();
    assertThat(names(forgetting).deleteTree(JUNK)).isFalse();
  }

  private NamespaceOperations names(NamespaceOperations.Renames calls) {
    return new NamespaceOperations(
        resolver, path -> new FileSystemType("nfs4"), true, path -> false, calls);
  }

  @ParameterizedTest
  @CsvSource({"1, made", "99, UNAVAILABLE"})
  void aDirectoryIsMadeInOneThatWasReplaced(int times, String outcome) {
    int[] calls = {0};
    NamespaceOperations names =
        names(
            new NamespaceOperations.Renames() {
              @Override
              int makeDirectory(DirEntryRef place, int mode) {
                return calls[0]++ < times ? -Errno.ESTALE : super.makeDirectory(place, mode);
              }
            });
    StoreException failure =
        catchThrowableOfType(StoreException.class, () -> names.mkdir(path("/junk/new"), 0755));
    assertThat(failure == null ? "made" : failure.kind().name()).isEqualTo(outcome);
    assertThat(calls[0]).isGreaterThan(1);
    calls[0] = 0;
    refused(Kind.NOT_FOUND, () -> names.mkdir(path("/no/new"), 0755));
  }

  /** It would be answered as if another had made it. */
  @ParameterizedTest
  @CsvSource({"false, UNAVAILABLE", "true, NOT_FOUND"})
  void aDirectoryThatWasMadeIsNotMadeAgain(boolean removed, Kind kind) {
    NamespaceOperations names =
        names(
            new NamespaceOperations.Renames() {
              @Override
              int describe(int fd) {
                if (removed) {
                  ForgottenTreeTest.removeTree(root.resolve("junk/new"));
                }
                return -Errno.ESTALE;
              }
            });
    StoreException failure =
        catchThrowableOfType(StoreException.class, () -> names.mkdir(path("/junk/new"), 0755));
    assertThat(failure.kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({"/gone, /to, NOT_FOUND", "/from, /gone/to, NOT_FOUND", "/from, /to, UNAVAILABLE"})
  void aRenameSaysWhatIsGone(String from, String to, Kind kind) {
    NamespaceOperations.Renames forgetting =
        new NamespaceOperations.Renames() {
          @Override
          ReplacingRename replacing(DirEntryRef source, DirEntryRef goal, boolean resends) {
            return new ReplacingRename(source, goal, resends) {
              @Override
              int rename() {
                return -Errno.ESTALE;
              }
            };
          }
        };
    NamespaceOperations names = names(forgetting);
    StoreException failure =
        catchThrowableOfType(
            StoreException.class, () -> names.rename(path(from), path(to), RenameMode.REPLACE));
    assertThat(failure.kind()).isEqualTo(kind);
  }
}

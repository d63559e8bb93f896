// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories whose server says that it does not know their handle. */
final class ForgottenDirectoryTest {

  @TempDir Path root;

  @Test
  void onlyOneThatIsNotThereIsGone() throws Exception {
    Files.createDirectory(root.resolve("there"));
    PathResolver resolver = resolver();
    try {
      assertThat(resolver.forgotten(StorePath.of("/there")).kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(resolver.forgotten(StorePath.of("/gone")).kind()).isEqualTo(Kind.NOT_FOUND);
    } finally {
      resolver.close();
    }
  }

  private PathResolver resolver() {
    return resolver(StaleHandles::new);
  }

  private PathResolver resolver(Function<PathResolver, StaleHandles> looks) {
    byte[] path = root.toString().getBytes(StandardCharsets.UTF_8);
    int flags = Libc.O_PATH | Libc.O_DIRECTORY;
    int fd = Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), flags, 0);
    return new PathResolver(fd, path, false, looks);
  }

  /** The kind of what is said where each call answers so for what is open. */
  private static Kind kind(PathResolver resolver, StorePath path, PathResolver.Act<Void> act) {
    try {
      resolver.on(path, true, act);
    } catch (StoreException e) {
      return e.kind();
    }
    throw new AssertionError("nothing failed");
  }

  @Test
  void aHandleThatIsLostIsAskedForAgainAndIsNoAbsence() throws Exception {
    Path file = Files.createFile(root.resolve("file"));
    StorePath path = StorePath.of("/file");
    PathResolver resolver = resolver();
    AtomicInteger calls = new AtomicInteger();
    try {
      PathResolver.Act<Void> stale =
          fd -> {
            calls.incrementAndGet();
            throw Errno.failure(-Errno.ESTALE, path);
          };
      assertThat(kind(resolver, path, stale)).isEqualTo(Kind.UNAVAILABLE);
      assertThat(calls.get()).isGreaterThan(1);
      assertThat(
              kind(
                  resolver,
                  path,
                  fd -> {
                    removed(file);
                    return stale.on(fd);
                  }))
          .isEqualTo(Kind.NOT_FOUND);
    } finally {
      resolver.close();
    }
  }

  /** As an NFS client that remembers names for seconds, until it is made to ask for them. */
  @Test
  void whatAnotherHostReplacedIsFoundOnceThePathWasLookedAt() throws Exception {
    Files.createFile(root.resolve("file"));
    Files.createSymbolicLink(root.resolve("link"), Path.of("file"));
    for (String name : List.of("/file", "/link")) {
      for (boolean follows : new boolean[] {true, false}) {
        AtomicInteger looks = new AtomicInteger();
        PathResolver resolver = resolver(all -> new Counting(all, follows, looks));
        StorePath path = StorePath.of(name);
        PathResolver.Act<String> act =
            fd -> {
              if (looks.get() == 0) {
                throw Errno.failure(-Errno.ESTALE, path);
              }
              return "done";
            };
        try {
          assertThat(resolver.on(path, follows, act)).isEqualTo("done");
          looks.set(0);
          StorePath top = follows ? path : StorePath.ROOT;
          assertThat(resolver.onBelow(top, path, act)).isEqualTo("done");
          assertThat(looks.get()).isEqualTo(1);
        } finally {
          resolver.close();
        }
      }
    }
  }

  /** As GlusterFS answers now and then, for a name that is being replaced. */
  @Test
  void oneLookThatFindsNothingIsNoAbsence() throws Exception {
    Files.createFile(root.resolve("file"));
    StorePath path = StorePath.of("/file");
    AtomicInteger looks = new AtomicInteger();
    PathResolver resolver =
        resolver(
            all ->
                new StaleHandles(all) {
                  @Override
                  int look(StorePath looked, boolean followLink) {
                    return looks.getAndIncrement() % 2 == 0
                        ? -Errno.ENOENT
                        : super.look(looked, followLink);
                  }
                });
    PathResolver.Act<String> act = fd -> forgotten(1 - looks.get(), "/file").make();
    try {
      assertThat(resolver.on(path, true, act)).isEqualTo("made");
      assertThat(resolver.isGone(path)).isFalse();
      assertThat(resolver.forgotten(path).kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(resolver.isGone(StorePath.of("/gone"))).isTrue();
    } finally {
      resolver.close();
    }
  }

  /** Counts the looks that follow a link at the end, or those that do not. */
  private static final class Counting extends StaleHandles {
    private final boolean follows;
    private final AtomicInteger looks;

    Counting(PathResolver resolver, boolean follows, AtomicInteger looks) {
      super(resolver);
      this.follows = follows;
      this.looks = looks;
    }

    @Override
    int look(StorePath path, boolean followLink) {
      if (followLink == follows) {
        looks.incrementAndGet();
      }
      return super.look(path, followLink);
    }
  }

  @Test
  void aLinkWhoseTargetIsGoneLeadsToNothing() throws Exception {
    Path target = Files.createFile(root.resolve("target"));
    Files.createSymbolicLink(root.resolve("link"), Path.of("target"));
    PathResolver resolver = resolver();
    try {
      PathResolver.Act<Void> act =
          fd -> {
            removed(target);
            throw Errno.failure(-Errno.ESTALE, StorePath.of("/link"));
          };
      assertThat(kind(resolver, StorePath.of("/link"), act)).isEqualTo(Kind.NOT_FOUND);
    } finally {
      resolver.close();
    }
  }

  /** As a host that removes what another one has removed already. */
  @Test
  void aCallOnNamesIsMadeAgainAndThenTheNameIsLookedAt() throws Exception {
    Files.createFile(root.resolve("there"));
    PathResolver resolver = resolver();
    try {
      assertThat(resolver.onNames(StorePath.of("/there"), forgotten(1, "/there")))
          .isEqualTo("made");
      assertThat(kind(() -> resolver.onNames(StorePath.of("/there"), forgotten(99, "/there"))))
          .isEqualTo(Kind.UNAVAILABLE);
      for (String gone : List.of("/gone", "/gone/too", "/there/not", "/" + "long/".repeat(1000))) {
        StorePath path = StorePath.of(gone);
        assertThat(kind(() -> resolver.onNames(path, forgotten(99, gone))))
            .isIn(Kind.NOT_FOUND, Kind.NOT_A_DIRECTORY);
        assertThat(resolver.isGone(path)).isTrue();
      }
      assertThat(resolver.isGone(StorePath.of("/there"))).isFalse();
      assertThat(resolver.isGone(StorePath.ROOT)).isFalse();
    } finally {
      resolver.close();
    }
  }

  /** A directory is found through a link only if that is followed. */
  @Test
  void whatIsNewIsMadeWhereTheLinkToItsDirectoryLeads() throws Exception {
    Path target = Files.createDirectory(root.resolve("target"));
    Files.createSymbolicLink(root.resolve("link"), Path.of("target"));
    AtomicInteger looks = new AtomicInteger();
    PathResolver resolver = resolver(all -> new Counting(all, true, looks));
    StorePath path = StorePath.of("/link/new");
    try {
      assertThat(resolver.onNew(path, forgotten(1, "/link/new"))).isEqualTo("made");
      assertThat(looks.get()).isEqualTo(1);
      assertThat(kind(() -> resolver.onNew(path, forgotten(99, "/link/new"))))
          .isEqualTo(Kind.UNAVAILABLE);
      Files.delete(target);
      assertThat(kind(() -> resolver.onNew(path, forgotten(99, "/link/new"))))
          .isEqualTo(Kind.NOT_FOUND);
    } finally {
      resolver.close();
    }
  }

  /** Meets a handle that is forgotten so many times. */
  private static PathResolver.NameCall<String> forgotten(int times, String path) {
    AtomicInteger left = new AtomicInteger(times);
    return () -> {
      if (left.getAndDecrement() > 0) {
        throw Errno.failure(-Errno.ESTALE, StorePath.of(path));
      }
      return "made";
    };
  }

  private static Kind kind(ThrowingCallable call) {
    return catchThrowableOfType(StoreException.class, call).kind();
  }

  private static void removed(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

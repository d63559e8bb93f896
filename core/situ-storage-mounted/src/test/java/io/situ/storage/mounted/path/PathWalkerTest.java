// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Walks over a tree in memory, with any number of directories held. */
final class PathWalkerTest {

  private static final byte[] ROOT_PATH = bytes("/srv/data");

  private final Node top = new Node("top");
  private final Set<Handle> open = new HashSet<>();

  private int user;

  /** Called before each look-up, with the name. */
  private Consumer<String> meanwhile = name -> {};

  /** A directory, a file if it cannot have children, or a link if it has a text. */
  private static final class Node {
    private final String label;
    private final Map<String, Node> children = new HashMap<>();
    private String link = "";
    private boolean file;
    private int mode = 0755;
    private int owner;

    Node(String label) {
      this.label = label;
    }

    Node directory(String name) {
      return children.computeIfAbsent(name, Node::new);
    }

    Node file(String name) {
      Node made = directory(name);
      made.file = true;
      return made;
    }

    Node link(String name, String text) {
      Node made = new Node(name);
      made.link = text;
      children.put(name, made);
      return made;
    }
  }

  private final class Handle implements ObjectHandle<Handle> {
    private final Node node;

    Handle(Node node) {
      this.node = node;
      open.add(this);
    }

    @Override
    public boolean isDirectory() {
      return !isLink() && !node.file;
    }

    @Override
    public boolean isLink() {
      return !node.link.isEmpty();
    }

    @Override
    public int mode() {
      return node.mode;
    }

    @Override
    public int owner() {
      return node.owner;
    }

    @Override
    public int user() {
      return user;
    }

    @Override
    public Handle child(byte[] name) throws ErrnoException {
      assertThat(open).as("a directory that was closed").contains(this);
      String text = new String(name, StandardCharsets.UTF_8);
      assertThat(text).isNotIn("", ".", "..").doesNotContain("/");
      meanwhile.accept(text);
      if (!isDirectory()) {
        throw new ErrnoException(Errno.ENOTDIR);
      }
      Node child = node.children.get(text);
      if (child == null) {
        throw new ErrnoException(Errno.ENOENT);
      }
      return new Handle(child);
    }

    @Override
    public byte[] readLink() {
      return bytes(node.link);
    }

    @Override
    public void close() {
      open.remove(this);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private PathWalker<Handle> walker(int held) {
    return walker(held, false);
  }

  private PathWalker<Handle> walker(int held, boolean guardsWay) {
    return new PathWalker<>(new Handle(top), Optional.of(ROOT_PATH), held, guardsWay);
  }

  private String found(int held, String path) throws StoreException, ErrnoException {
    try (PathWalker<Handle> walk = walker(held);
        Handle handle = walk.object(bytes(path), true)) {
      assertThat(open.size()).isLessThanOrEqualTo(2 + Math.min(held, 100));
      return handle.node.label;
    }
  }

  private static void failsWith(int number, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ErrnoException.class, e -> assertThat(e.number()).isEqualTo(number));
  }

  @AfterEach
  void nothingStaysHeld() {
    assertThat(open).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, Integer.MAX_VALUE})
  void upGoesToTheDirectoryBeforeHoweverFewAreHeld(int held) throws Exception {
    top.directory("a").directory("b").directory("c").directory("d").file("f");
    top.directory("a").file("g");
    top.directory("a").directory("b").directory("c").directory("d").link("up", "../../../g");
    assertThat(found(held, "/a/b/c/d/f")).isEqualTo("f");
    assertThat(found(held, "/a/b/c/d/up")).isEqualTo("g");
    assertThat(found(held, "/a/b/../b/c/../../g")).isEqualTo("g");
    assertThat(found(held, "//a/./b/")).isEqualTo("b");
    assertThat(found(held, "/a/..")).isEqualTo("top");
    assertThat(found(held, "")).isEqualTo("top");
  }

  @ParameterizedTest
  @CsvSource({
    "/srv/data/a/f, f, 1",
    "/srv/data, top, 1",
    "/srv/data/a/f, f, 2147483647",
    "/srv/data, top, 2147483647"
  })
  void anAbsoluteLinkMayLeadBackIntoTheRoot(String text, String label, int held) throws Exception {
    top.directory("a").file("f");
    top.directory("a").directory("b").link("l", text);
    assertThat(found(held, "/a/b/l")).isEqualTo(label);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/srv/database/f", "/srv", "/etc/passwd", "../..", "../../a/f"})
  void whatLeadsOutOfTheRootIsRefused(String text) {
    top.directory("a").file("f");
    top.directory("a").link("l", text);
    failsWith(PathWalker.OUT, () -> found(2, "/a/l"));
  }

  @Test
  void withoutAPathEachAbsoluteLinkLeadsOut() {
    top.link("l", "/srv/data");
    failsWith(
        PathWalker.OUT,
        () -> {
          try (PathWalker<Handle> walk =
              new PathWalker<>(new Handle(top), Optional.empty(), Integer.MAX_VALUE, false)) {
            walk.object(bytes("/l"), true);
          }
        });
  }

  @Test
  void aboveTheHostsRootThereIsTheRoot() throws Exception {
    top.file("f");
    try (PathWalker<Handle> walk =
            new PathWalker<>(new Handle(top), Optional.of(bytes("/")), Integer.MAX_VALUE, false);
        Handle handle = walk.object(bytes("/../../f"), true)) {
      assertThat(handle.node.label).isEqualTo("f");
    }
  }

  @Test
  void asManyLinksAsTheKernelFollows() throws Exception {
    top.file("0");
    for (int i = 1; i <= 41; i++) {
      top.link(Integer.toString(i), Integer.toString(i - 1));
    }
    assertThat(found(1, "/40")).isEqualTo("0");
    failsWith(Errno.ELOOP, () -> found(1, "/41"));
  }

  @Test
  void theLastLinkIsFollowedIfThatIsAskedFor() throws Exception {
    top.file("f");
    top.link("l", "f");
    try (PathWalker<Handle> walk = walker(1);
        Handle handle = walk.object(bytes("/l"), false)) {
      assertThat(handle.isLink()).isTrue();
    }
    assertThat(found(1, "/l")).isEqualTo("f");
    failsWith(Errno.ENOTDIR, () -> found(1, "/l/x"));
    failsWith(Errno.ENOENT, () -> found(1, "/none"));
  }

  /** The kernel's rule, {@code may_follow_link} in {@code fs/namei.c}. */
  @ParameterizedTest
  @CsvSource({
    "1777, 0, 1, 1, true",
    "1777, 0, 1, 2, false",
    "1777, 0, 1, 0, false",
    "1777, 0, 0, 2, true",
    "1777, 1, 1, 2, true",
    "1777, 2, 1, 2, false",
    "1775, 0, 1, 2, true",
    "0777, 0, 1, 2, true",
    "1702, 0, 1, 2, false"
  })
  void inADirectoryThatAllShareALinkIsFollowedForItsOwnUser(
      String mode, int directoryOwner, int linkOwner, int caller, boolean followed)
      throws Exception {
    Node shared = top.directory("tmp");
    shared.mode = Integer.parseInt(mode, 8);
    shared.owner = directoryOwner;
    shared.link("l", "../f").owner = linkOwner;
    top.file("f");
    user = caller;

    if (followed) {
      assertThat(found(1, "/tmp/l")).isEqualTo("f");
    } else {
      assertThatThrownBy(() -> found(1, "/tmp/l")).isInstanceOf(StoreException.class);
      assertThatThrownBy(
              () -> {
                try (PathWalker<Handle> walk = walker(1)) {
                  walk.target(bytes("/tmp/l"));
                }
              })
          .isInstanceOf(StoreException.class);
    }
    try (PathWalker<Handle> walk = walker(1);
        Handle handle = walk.object(bytes("/tmp/l"), false)) {
      assertThat(handle.isLink()).isTrue();
    }
  }

  @Test
  void aLinkThatIsNotFollowedIsNamed() {
    Node shared = top.directory("a").directory("tmp");
    shared.mode = 01777;
    shared.link("l", "f").owner = 4_000_000;
    top.link("first", "/srv/data/a/tmp/./l");

    assertThatThrownBy(() -> found(1, "/first"))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.PERMISSION_DENIED);
              assertThat(e.path()).contains(StorePath.of("/a/tmp/l"));
            })
        .hasMessageContaining("'4000000'");
  }

  /** As the kernel does, which looks at the last one alone. */
  @Test
  void onTheWayAnotherUsersLinkIsFollowedUnlessTheWayIsGuarded() throws Exception {
    Node shared = top.directory("tmp");
    shared.mode = 01777;
    shared.link("l", "../d").owner = 1;
    top.directory("d").file("f");

    assertThat(found(1, "/tmp/l/f")).isEqualTo("f");
    assertThatThrownBy(
            () -> {
              try (PathWalker<Handle> walk = walker(1, true)) {
                walk.object(bytes("/tmp/l/f"), true);
              }
            })
        .isInstanceOf(StoreException.class);
  }

  @Test
  void belowTheTopNoLinkIsFollowed() throws Exception {
    top.directory("real").directory("a").file("f");
    top.directory("real").link("l", "a");
    top.link("top", "real");
    try (PathWalker<Handle> walk = walker(1);
        Handle handle = walk.objectBelow(bytes("/top"), bytes("/a/f"))) {
      assertThat(handle.node.label).isEqualTo("f");
    }
    try (PathWalker<Handle> walk = walker(1);
        Handle handle = walk.objectBelow(bytes("/top"), bytes("/l"))) {
      assertThat(handle.isLink()).isTrue();
    }
    failsWith(
        PathWalker.EXCHANGED,
        () -> {
          try (PathWalker<Handle> walk = walker(1)) {
            walk.objectBelow(bytes("/top"), bytes("/l/f"));
          }
        });
  }

  @Test
  void theTargetNeedNotExist() throws Exception {
    top.directory("a").file("f");
    top.link("dangling", "a/new");
    try (PathWalker<Handle> walk = walker(1);
        EntryRef<Handle> end = walk.target(bytes("/dangling"))) {
      assertThat(end.directory().node.label).isEqualTo("a");
      assertThat(end.name()).isEqualTo(bytes("new"));
    }
    try (PathWalker<Handle> walk = walker(1);
        EntryRef<Handle> end = walk.target(bytes("/a/f"));
        Handle file = end.object()) {
      assertThat(file.node.label).isEqualTo("f");
    }
    try (PathWalker<Handle> walk = walker(1);
        EntryRef<Handle> end = walk.target(bytes("/a/.."))) {
      assertThat(end.directory().node.label).isEqualTo("top");
      assertThat(end.name()).isEqualTo(PathWalker.DOT);
    }
    failsWith(
        Errno.ENOENT,
        () -> {
          try (PathWalker<Handle> walk = walker(1)) {
            walk.target(bytes("/b/new"));
          }
        });
  }

  /** Directories that are held are those that were met, whatever their names become. */
  @Test
  void aDirectoryExchangedBehindTheWalkIsNotEntered() throws Exception {
    Node met = top.directory("a");
    met.directory("b").link("up", "../f");
    met.file("f");
    meanwhile =
        name -> {
          if (name.equals("up")) {
            top.link("a", "elsewhere");
            top.directory("elsewhere").file("f");
          }
        };
    assertThat(found(Integer.MAX_VALUE, "/a/b/up")).isEqualTo("f");
    top.children.put("a", met);
    failsWith(Errno.ENOTDIR, () -> found(1, "/a/b/up"));
  }

  @Test
  void theDirectoriesOfTheWayAreReportedNearestFirst() throws Exception {
    top.directory("a").directory("b").file("f");
    try (PathWalker<Handle> walk = walker(Integer.MAX_VALUE);
        Handle file = walk.object(bytes("/a/b/f"), true)) {
      assertThat(file.node.label).isEqualTo("f");
      assertThat(walk.held()).extracting(each -> each.node.label).containsExactly("b", "a", "top");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public final class MountedStoreTest {

  @TempDir Path base;
  private Path root;
  private Store store;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(base.resolve("root"));
    Files.writeString(base.resolve("secret"), "outside");
    store = open(root);
  }

  public static MountedStore open(Path root) throws StoreException {
    return open(root, MountedStoreOptions.NONE);
  }

  /** Opens a store that uses only the system calls of old kernels if {@code oldCalls}. */
  public static MountedStore open(Path root, boolean oldCalls) throws StoreException {
    return open(root, new MountedStoreOptions(Optional.empty(), oldCalls, Optional.empty()));
  }

  /** Opens a store on what is taken for a file system with {@code quirks}. */
  public static MountedStore open(Path root, Quirks quirks) throws StoreException {
    return open(root, MountedStoreOptions.NONE.withQuirks(mount -> quirks));
  }

  static MountedStore open(Path root, MountedStoreOptions tuning) throws StoreException {
    StoreConfig config = new StoreConfig("test", Map.of("root", root.toString()));
    return MountedStore.open(config, "posix", Placement.NONE, tuning);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aPlacementThatIsDeniedFailsNoListing() throws IOException {
    write(store, "/file", "some bytes");
    Placement denied =
        (file, offset, length) -> {
          throw new StoreException(Kind.PERMISSION_DENIED, file.path(), "it may not be read");
        };
    StoreConfig config = new StoreConfig("test", Map.of("root", root.toString()));
    try (Store placed = MountedStore.open(config, "posix", denied);
        Listing listing = placed.list(path("/"), Listing.Options.FLAT.withPlacement())) {
      StoreObject file = listing.next();
      assertThat(file.extents()).isEmpty();
      refused(Kind.PERMISSION_DENIED, () -> placed.placement(file, 0, file.size()));
    }
  }

  /** Sites give groups their directories by this bit, and Hadoop has no way to ask for it. */
  @Test
  void aDirectoryKeepsItsSetGroupIdBitWhateverItsModeBecomes() throws IOException {
    StorePath directory = StorePath.of("/shared");
    store.mkdir(directory, 02770);

    store.setAttributes(directory, Attributes.Change.NONE.withMode(0755));

    assertThat(store.stat(directory, true).attributes().mode()).isEqualTo(02755);
    write(store, "/program", "some bytes");
    StorePath file = StorePath.of("/program");
    store.setAttributes(file, Attributes.Change.NONE.withMode(02755));
    store.setAttributes(file, Attributes.Change.NONE.withMode(0755));
    assertThat(store.stat(file, true).attributes().mode()).isEqualTo(0755);
  }

  @Test
  void anOpenFileKnowsWhetherItIsUnchanged() throws IOException {
    write(store, "/file", "some bytes");
    Path file = root.resolve("file");
    List<ThrowingCallable> changes =
        List.of(
            () -> Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------")),
            () -> Files.write(file, new byte[10]),
            () -> Files.write(file, new byte[3]),
            () ->
                Files.move(
                    Files.write(root.resolve("other"), new byte[3]), file, REPLACE_EXISTING));
    for (ThrowingCallable change : changes) {
      awaitLaterTime(file);
      try (ReadHandle handle = store.open(path("/file"), ReadHandle.Options.DEFAULT)) {
        assertThat(handle.isUnchanged()).isTrue();
        assertThatCode(change).doesNotThrowAnyException();
        assertThat(handle.isUnchanged()).isFalse();
      }
    }
  }

  /** A file system's clock may stand still for some milliseconds. */
  private void awaitLaterTime(Path file) throws IOException {
    Object time = Files.getAttribute(file, "unix:ctime");
    Path probe = base.resolve("probe");
    do {
      Files.write(probe, new byte[1]);
    } while (Files.getAttribute(probe, "unix:ctime").equals(time));
  }

  public static StorePath path(String text) {
    return StorePath.of(text);
  }

  public static void write(Store store, String at, String text) throws StoreException {
    try (WriteHandle handle = store.create(path(at), WriteHandle.Options.REPLACE)) {
      handle.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  public static String read(Store store, String at) throws StoreException {
    try (ReadHandle handle = store.open(path(at), ReadHandle.Options.DEFAULT)) {
      ByteBuffer buffer = ByteBuffer.allocate((int) handle.object().size());
      handle.readFully(List.of(new ReadHandle.Range(0, buffer)));
      return new String(buffer.array(), StandardCharsets.UTF_8);
    }
  }

  static List<String> list(Store store, String at, Listing.Options options) throws StoreException {
    List<String> found = new ArrayList<>();
    try (Listing listing = store.list(path(at), options)) {
      for (StoreObject object = listing.next(); object != null; object = listing.next()) {
        found.add(object.path().toString());
      }
    }
    return found;
  }

  public static void refused(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind));
  }

  @Test
  void writtenBytesAreReadBack() throws IOException {
    write(store, "/a", "hello");
    assertThat(read(store, "/a")).isEqualTo("hello");
    assertThat(Files.readString(root.resolve("a"))).isEqualTo("hello");
    StoreObject object = store.stat(path("/a"), true);
    assertThat(object.size()).isEqualTo(5);
    assertThat(object.attributes().mode()).isEqualTo(0644);
    assertThat(object.attributes().owner()).isEqualTo(Files.getOwner(root.resolve("a")).getName());
    assertThat(object.attributes().modifiedMillis())
        .isEqualTo(Files.getLastModifiedTime(root.resolve("a")).toMillis());
  }

  @Test
  void holesAreKnown() throws IOException {
    try (java.io.RandomAccessFile file =
        new java.io.RandomAccessFile(root.resolve("f").toFile(), "rw")) {
      file.setLength(1L << 33);
      file.seek(1L << 32);
      file.write(1);
    }
    try (ReadHandle handle = store.open(path("/f"), ReadHandle.Options.DEFAULT)) {
      assumeTrue(handle.nextData(0) > 0, "the file system of " + root + " reports no holes");
      assertThat(handle.nextData(0)).isBetween((1L << 32) - (1 << 20), 1L << 32);
      assertThat(handle.nextData(1L << 32)).isEqualTo(1L << 32);
      assertThat(handle.nextData((1L << 32) + (1 << 20))).isEqualTo(1L << 33);
      assertThat(handle.nextData(1L << 34)).isEqualTo(1L << 34);
    }
  }

  @Test
  void replacingKeepsOldReadersAndLeavesNothingBeside() throws IOException {
    write(store, "/a", "old");
    try (ReadHandle old = store.open(path("/a"), ReadHandle.Options.DEFAULT)) {
      write(store, "/a", "new one");
      ByteBuffer buffer = ByteBuffer.allocateDirect(10);
      assertThat(old.read(0, buffer)).isEqualTo(3);
    }
    assertThat(read(store, "/a")).isEqualTo("new one");
    assertThat(list(store, "/", Listing.Options.FLAT)).containsExactly("/a");
  }

  @Test
  void replacingFollowsALinkThatDangles() throws IOException {
    store.createSymlink(path("/l"), "target");
    write(store, "/l", "x");
    assertThat(Files.readString(root.resolve("target"))).isEqualTo("x");
    assertThat(Files.isSymbolicLink(root.resolve("l"))).isTrue();
  }

  @Test
  void linksOutOfTheRootAreRefused() throws IOException {
    store.createSymlink(path("/up"), "../secret");
    store.createSymlink(path("/abs"), base.resolve("secret").toString());
    store.createSymlink(path("/dir"), "..");
    for (String at : List.of("/up", "/abs", "/dir/secret", "/dir/root")) {
      refused(Kind.OUTSIDE_ROOT, () -> store.stat(path(at), true));
      refused(Kind.OUTSIDE_ROOT, () -> store.open(path(at), ReadHandle.Options.DEFAULT));
      refused(Kind.OUTSIDE_ROOT, () -> write(store, at, "x"));
    }
    refused(Kind.OUTSIDE_ROOT, () -> store.mkdir(path("/dir/new"), 0755));
    refused(Kind.OUTSIDE_ROOT, () -> store.delete(path("/dir/secret")));
    refused(
        Kind.OUTSIDE_ROOT, () -> store.rename(path("/up"), path("/dir/moved"), RenameMode.REPLACE));
    assertThat(Files.readString(base.resolve("secret"))).isEqualTo("outside");
  }

  @Test
  void absoluteLinksThatLeadBackAreFollowed() throws IOException {
    store.mkdir(path("/d"), 0755);
    write(store, "/d/f", "x");
    store.createSymlink(path("/abs"), root.resolve("d").toString());
    assertThat(read(store, "/abs/f")).isEqualTo("x");
    assertThat(list(store, "/abs", Listing.Options.FLAT)).containsExactly("/abs/f");
  }

  @Test
  void renames() throws IOException {
    write(store, "/a", "a");
    write(store, "/b", "b");
    refused(Kind.ALREADY_EXISTS, () -> store.rename(path("/a"), path("/b"), RenameMode.NO_REPLACE));
    store.rename(path("/a"), path("/b"), RenameMode.REPLACE);
    assertThat(read(store, "/b")).isEqualTo("a");
    store.rename(path("/b"), path("/c"), RenameMode.NO_REPLACE);
    assertThat(list(store, "/", Listing.Options.FLAT)).containsExactly("/c");
    refused(Kind.NOT_FOUND, () -> store.rename(path("/x"), path("/y"), RenameMode.REPLACE));
  }

  @Test
  void attributes() throws IOException {
    write(store, "/a", "a");
    store.setAttributes(
        path("/a"), Attributes.Change.NONE.withMode(0640).withModified(1_234_567_890_123_456_789L));
    Attributes after = store.stat(path("/a"), true).attributes();
    assertThat(after.mode()).isEqualTo(0640);
    assertThat(after.modifiedNanos()).isEqualTo(1_234_567_890_123_456_789L);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("a"))))
        .isEqualTo("rw-r-----");
    store.setXattr(path("/a"), "user.k", ByteBuffer.wrap(new byte[] {1, 2}), XattrMode.SET);
    assertThat(store.stat(path("/a"), true).attributes().changedNanos())
        .isGreaterThan(after.changedNanos());
    assertThat(store.xattrs(path("/a"))).containsEntry("user.k", new byte[] {1, 2});
    store.removeXattr(path("/a"), "user.k");
    assertThat(store.xattrs(path("/a"))).isEmpty();
    assertThat(store.space(path("/")).capacity()).isPositive();
  }

  @Test
  void deletes() throws IOException {
    store.mkdir(path("/d"), 0755);
    write(store, "/d/f", "x");
    refused(Kind.NOT_EMPTY, () -> store.delete(path("/d")));
    assertThat(store.delete(path("/d/f"))).isTrue();
    assertThat(store.delete(path("/d"))).isTrue();
    assertThat(store.delete(path("/d"))).isFalse();
  }

  @Test
  void listsRecursively() throws IOException {
    store.mkdir(path("/d"), 0755);
    store.mkdir(path("/d/e"), 0755);
    write(store, "/d/e/f", "x");
    assertThat(list(store, "/", Listing.Options.RECURSIVE)).containsExactly("/d", "/d/e", "/d/e/f");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreFilesTest {

  private final MemoryStore store =
      new MemoryStore(new MemorySettings().withUser("alice", "users"));

  @AfterEach
  void nothingIsLeftOpen() {
    assertThat(store.openHandles()).isEmpty();
  }

  private static StorePath path(String text) {
    return StorePath.of(text);
  }

  private static void write(Store store, String path, int size) throws StoreException {
    StoreFiles.writeAll(
        store, path(path), ByteBuffer.wrap(new byte[size]), WriteHandle.Options.REPLACE);
  }

  private static void refused(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  @Test
  void parentsAreMadeAndLetTheirOwnerPass() throws StoreException {
    assertThat(StoreFiles.mkdirs(store, path("/a/b/c"), 0500)).isTrue();
    assertThat(store.stat(path("/a/b"), true).attributes().mode()).isEqualTo(0700);
    assertThat(store.stat(path("/a/b/c"), true).attributes().mode()).isEqualTo(0500);
    assertThat(StoreFiles.mkdirs(store, path("/a/b/c"), 0755)).isFalse();
    assertThat(StoreFiles.mkdirs(store, StorePath.ROOT, 0755)).isFalse();
  }

  @Test
  void directoriesAreNotMadeOverOrBelowAFile() throws StoreException {
    write(store, "/f", 1);
    store.createSymlink(path("/dangling"), "nowhere");
    store.createSymlink(path("/to-file"), "f");
    for (String text :
        new String[] {"/f", "/f/d", "/f/d/e", "/dangling", "/dangling/d", "/to-file"}) {
      refused(Kind.NOT_A_DIRECTORY, () -> StoreFiles.mkdirs(store, path(text), 0755));
    }
  }

  @Test
  void aLinkedDirectoryIsADirectory() throws StoreException {
    store.mkdir(path("/d"), 0755);
    store.createSymlink(path("/link"), "d");
    assertThat(StoreFiles.mkdirs(store, path("/link"), 0755)).isFalse();
    assertThat(StoreFiles.mkdirs(store, path("/link/e"), 0755)).isTrue();
    assertThat(StoreFiles.find(store, path("/d/e"))).isPresent();
  }

  @Test
  void aParentThatVanishesIsMadeAgain() throws StoreException {
    Store racing =
        new ForwardingStore(store) {
          private boolean done;

          @Override
          public void mkdir(StorePath path, int mode) throws StoreException {
            super.mkdir(path, mode);
            if (!done && path.equals(path("/a/b"))) {
              done = true;
              store.delete(path);
              store.delete(path("/a"));
            }
          }
        };
    assertThat(StoreFiles.mkdirs(racing, path("/a/b/c"), 0755)).isTrue();
    assertThat(store.stat(path("/a/b/c"), true).isDirectory()).isTrue();
  }

  @Test
  void aDeepTreeIsDeleted() throws StoreException {
    StorePath deep = StorePath.ROOT;
    for (int i = 0; i < 2000; i++) {
      deep = deep.child("d");
      store.mkdir(deep, 0755);
    }
    assertThat(StoreFiles.deleteTree(store, path("/d"))).isTrue();
    assertThat(StoreFiles.deleteTree(store, path("/d"))).isFalse();
  }

  @Test
  void theRootIsNotDeleted() throws StoreException {
    write(store, "/f", 1);
    refused(Kind.INVALID_ARGUMENT, () -> StoreFiles.deleteTree(store, StorePath.ROOT));
    assertThat(StoreFiles.find(store, path("/f"))).isPresent();
  }

  @Test
  void whatIsAddedMeanwhileIsDeletedToo() throws StoreException {
    StoreFiles.mkdirs(store, path("/d/e"), 0755);
    write(store, "/d/e/f", 1);
    Store adding =
        new ForwardingStore(store) {
          private int left = 3;

          @Override
          public boolean delete(StorePath path) throws StoreException {
            boolean deleted = super.delete(path);
            if (left-- > 0) {
              write(store, "/d/e/more" + left, 1);
            }
            return deleted;
          }
        };
    assertThat(StoreFiles.deleteTree(adding, path("/d"))).isTrue();
    assertThat(StoreFiles.find(store, path("/d"))).isEmpty();
  }

  @Test
  void aDeleteEndsAlthoughFilesAreAddedAllTheTime() throws StoreException {
    store.mkdir(path("/d"), 0755);
    write(store, "/d/f", 1);
    Store adding =
        new ForwardingStore(store) {
          @Override
          public boolean delete(StorePath path) throws StoreException {
            boolean deleted = super.delete(path);
            write(store, "/d/f", 1);
            return deleted;
          }
        };
    refused(Kind.NOT_EMPTY, () -> StoreFiles.deleteTree(adding, path("/d")));
  }

  @Test
  void aFailureEndsADeletion() throws StoreException {
    StoreFiles.mkdirs(store, path("/d/closed"), 0755);
    write(store, "/d/closed/f", 1);
    store.setAttributes(path("/d/closed"), Attributes.Change.NONE.withMode(0500));
    refused(Kind.PERMISSION_DENIED, () -> StoreFiles.deleteTree(store, path("/d")));
    assertThat(StoreFiles.find(store, path("/d/closed/f"))).isPresent();
  }

  @Test
  void aWalkGoesOnWhereAPartCannotBeRead() throws StoreException {
    StoreFiles.mkdirs(store, path("/d/open/deep"), 0755);
    StoreFiles.mkdirs(store, path("/d/closed/deep"), 0755);
    write(store, "/d/open/deep/f", 1);
    store.setAttributes(path("/d/closed"), Attributes.Change.NONE.withMode(0));
    List<StoreException> errors = new ArrayList<>();
    assertThat(walk(store, errors))
        .containsExactlyInAnyOrder("/d/open", "/d/open/deep", "/d/open/deep/f", "/d/closed");
    assertThat(errors)
        .singleElement()
        .satisfies(
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.PERMISSION_DENIED);
              assertThat(e.path()).contains(path("/d/closed"));
            });
    refused(Kind.NOT_FOUND, () -> StoreFiles.walk(store, path("/no"), false, errors::add));
  }

  /** A server that has forgotten a directory's handle answers as if nothing were there. */
  @Test
  void aWalkReportsOfADirectoryThatIsThereAndCannotBeFound() throws StoreException {
    StoreFiles.mkdirs(store, path("/d/stale"), 0755);
    StoreFiles.mkdirs(store, path("/d/well"), 0755);
    write(store, "/d/well/f", 1);
    Store forgetful =
        new ForwardingStore(store) {
          @Override
          public Listing list(StorePath directory, Listing.Options options) throws StoreException {
            if (directory.name().equals("stale")) {
              throw new StoreException(Kind.NOT_FOUND, directory, "stale file handle");
            }
            if (directory.name().equals("well")) {
              throw new StoreException(Kind.FAILED, directory.child("f"), "cannot be described");
            }
            return super.list(directory, options);
          }
        };
    List<StoreException> errors = new ArrayList<>();
    try (Listing walk = StoreFiles.walk(forgetful, path("/d"), false, errors::add)) {
      while (walk.next() != null) {
        continue;
      }
    }
    assertThat(errors)
        .extracting(Exception::getMessage)
        .containsExactlyInAnyOrder(
            "'/d/stale': stale file handle", "'/d/well': 'f' in it: cannot be described");
  }

  /** Links are not followed, nor where one takes a directory's place before it is listed. */
  @Test
  void aWalkReportsADirectoryThatWasExchangedForALink() throws StoreException {
    StoreFiles.mkdirs(store, path("/d/e"), 0755);
    StoreFiles.mkdirs(store, path("/other"), 0755);
    write(store, "/other/secret", 1);
    List<StoreException> errors = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    try (Listing walk = StoreFiles.walk(store, path("/d"), false, errors::add)) {
      for (StoreObject object; (object = walk.next()) != null; ) {
        seen.add(object.path().toString());
        store.rename(path("/d/e"), path("/aside"), Store.RenameMode.NO_REPLACE);
        store.createSymlink(path("/d/e"), "../other");
      }
    }
    assertThat(seen).containsExactly("/d/e");
    assertThat(errors).singleElement().satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.CHANGED));
  }

  /** A store like a bucket, which notes what is listed and stops answering after some objects. */
  private static Store bucket(Store store, int objects, List<StorePath> listed) {
    return new ForwardingStore(store) {
      @Override
      public Info info() {
        return Info.remote("b", "keys", "keys:b", "b");
      }

      @Override
      public Listing list(StorePath directory, Listing.Options options) throws StoreException {
        listed.add(directory);
        Listing listing = super.list(directory, options);
        return new Listing() {
          private int left = objects;

          @Override
          public StoreObject next() throws StoreException {
            if (left-- == 0) {
              throw new StoreException(Kind.UNAVAILABLE, directory, "no answer");
            }
            return left < 0 ? null : listing.next();
          }

          @Override
          public void close() {
            listing.close();
          }
        };
      }
    };
  }

  /** Each directory costs such a store requests, and none can be refused alone. */
  @Test
  void aWalkOfABucketIsOneListing() throws StoreException {
    MemoryStore keys = new MemoryStore(new MemorySettings().without(Capability.PERMISSIONS));
    StoreFiles.mkdirs(keys, path("/d/e/f"), 0755);
    StoreFiles.mkdirs(keys, path("/d/g"), 0755);
    write(keys, "/d/e/f/h", 1);
    List<StorePath> listed = new ArrayList<>();
    List<StoreException> errors = new ArrayList<>();

    assertThat(walk(bucket(keys, 10, listed), errors))
        .containsExactlyInAnyOrder("/d/e", "/d/e/f", "/d/e/f/h", "/d/g");
    assertThat(listed).containsExactly(path("/d"));
    assertThat(errors).isEmpty();

    assertThat(walk(bucket(keys, 2, listed), errors)).hasSize(2);
    assertThat(errors).singleElement().satisfies(e -> assertThat(e).hasMessage("'/d': no answer"));
    assertThat(keys.openHandles()).isEmpty();
  }

  private static List<String> walk(Store store, List<StoreException> errors) throws StoreException {
    List<String> seen = new ArrayList<>();
    try (Listing walk = StoreFiles.walk(store, path("/d"), false, errors::add)) {
      for (StoreObject object; (object = walk.next()) != null; ) {
        seen.add(object.path().toString());
      }
    }
    return seen;
  }

  @Test
  void aWalkCanBeEndedEarly() throws StoreException {
    StoreFiles.mkdirs(store, path("/d/e/f"), 0755);
    Listing walk = StoreFiles.walk(store, StorePath.ROOT, true, e -> {});
    assertThat(walk.next()).isNotNull();
    walk.close();
    assertThat(walk.next()).isNull();
  }

  @Test
  void nothingIsFoundBelowAFile() throws StoreException {
    write(store, "/f", 3);
    assertThat(StoreFiles.find(store, path("/f")).orElseThrow().size()).isEqualTo(3);
    assertThat(StoreFiles.find(store, path("/f/g"))).isEmpty();
    assertThat(StoreFiles.find(store, path("/no"))).isEmpty();
  }

  @Test
  void aFileThatIsTooLongIsNotTakenIntoMemory() throws StoreException {
    write(store, "/f", 100);
    assertThat(StoreFiles.readAll(store, path("/f"), 100)).hasSize(100);
    refused(Kind.INVALID_ARGUMENT, () -> StoreFiles.readAll(store, path("/f"), 99));
  }

  @Test
  void readingBehindTheEndIsRefused() throws StoreException {
    write(store, "/f", 10);
    try (ReadHandle handle = store.open(path("/f"), ReadHandle.Options.DEFAULT)) {
      refused(Kind.INVALID_ARGUMENT, () -> StoreFiles.readFully(handle, 5, ByteBuffer.allocate(6)));
    }
  }

  @Test
  void aFailedWriteLeavesNothing() {
    Store full =
        new FaultInjectingStore(store, 1, Fault.on(StoreOperation.Kind.WRITE).fails(Kind.NO_SPACE));
    refused(Kind.NO_SPACE, () -> write(full, "/f", 10));
    assertThat(list()).isEmpty();
  }

  @Test
  void aCopyHasTheBytesAndAFailedOneLeavesNothing() throws StoreException {
    byte[] bytes = new byte[3_000_000];
    new Random(1).nextBytes(bytes);
    StoreFiles.writeAll(store, path("/f"), ByteBuffer.wrap(bytes), WriteHandle.Options.EXCLUSIVE);
    Store shortReads =
        new FaultInjectingStore(
            store, 1, Fault.on(StoreOperation.Kind.READ).chance(0.5).readsShort(100_001));
    WriteHandle.Options options = WriteHandle.Options.EXCLUSIVE;
    assertThat(StoreFiles.copy(shortReads, path("/f"), store, path("/g"), options))
        .isEqualTo(bytes.length);
    assertThat(StoreFiles.readAll(store, path("/g"), bytes.length)).isEqualTo(bytes);
    Store failing =
        new FaultInjectingStore(
            store, 1, Fault.on(StoreOperation.Kind.READ).skip(2).fails(Kind.UNAVAILABLE));
    refused(
        Kind.UNAVAILABLE, () -> StoreFiles.copy(failing, path("/f"), store, path("/h"), options));
    assertThat(list()).containsExactlyInAnyOrder("/f", "/g");
  }

  @Test
  void aRenameReplacesNothingAlsoWhereTheStoreHasNoneForDirectories() throws StoreException {
    MemorySettings settings = new MemorySettings().withUser("alice", "users");
    Store lacking = new MemoryStore(settings.without(Capability.ATOMIC_NO_REPLACE_DIRECTORY));
    for (Store each : List.of(store, lacking)) {
      each.mkdir(path("/d"), 0755);
      each.mkdir(path("/e"), 0755);
      write(each, "/f", 1);
      write(each, "/g", 2);
      each.createSymlink(path("/dangling"), "nowhere");
      for (String from : List.of("/d", "/f")) {
        for (String to : List.of("/e", "/g", "/dangling")) {
          refused(
              Kind.ALREADY_EXISTS, () -> StoreFiles.renameNoReplace(each, path(from), path(to)));
        }
        refused(
            Kind.NOT_FOUND, () -> StoreFiles.renameNoReplace(each, path(from), path("/none/x")));
        StoreFiles.renameNoReplace(each, path(from), path(from + "-new"));
        assertThat(StoreFiles.find(each, path(from))).isEmpty();
        assertThat(StoreFiles.find(each, path(from + "-new"))).isPresent();
      }
      assertThat(each.stat(path("/g"), true).size()).isEqualTo(2);
    }
  }

  private List<String> list() {
    List<String> names = new ArrayList<>();
    try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT)) {
      for (StoreObject object; (object = listing.next()) != null; ) {
        names.add(object.path().toString());
      }
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
    return names;
  }
}

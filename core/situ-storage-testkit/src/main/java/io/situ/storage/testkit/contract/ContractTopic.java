// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the groups of contract tests share: a store, a directory in it, and short words. */
abstract class ContractTopic {

  private static final int LIMIT = 1 << 28;

  private Store store;
  private StorePath directory;

  abstract StoreContract suite();

  @BeforeEach
  final void openStore() throws Exception {
    store = suite().newStore();
    directory = suite().testRoot().child("test-" + UUID.randomUUID());
    store.mkdir(directory, 0755);
  }

  @AfterEach
  final void closeStore() throws Exception {
    if (store != null) {
      if (directory != null) {
        suite().discard(store, directory);
      }
      store.close();
    }
  }

  final Store store() {
    return store;
  }

  /** The test's own directory. */
  final StorePath directory() {
    return directory;
  }

  /** A place in the test's own directory, slashes between names. */
  final StorePath path(String relative) {
    return StorePath.of(directory + "/" + relative);
  }

  final boolean can(Capability capability) {
    return store.can(capability, directory);
  }

  final void need(Capability... capabilities) {
    for (Capability capability : capabilities) {
      assumeTrue(can(capability), "the store does not declare " + capability);
    }
  }

  /** How many names a path in the test's own directory may have below that directory. */
  final int maxNamesBelow() {
    return suite().maxNames() - (int) directory.toString().chars().filter(c -> c == '/').count();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Bytes that differ from place to place. */
  static byte[] pattern(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  final StorePath write(String relative, byte[] content) throws StoreException {
    return write(path(relative), content);
  }

  final StorePath write(StorePath path, byte[] content) throws StoreException {
    StoreFiles.writeAll(store, path, ByteBuffer.wrap(content), WriteHandle.Options.REPLACE);
    return path;
  }

  final StorePath write(String relative, String content) throws StoreException {
    return write(relative, bytes(content));
  }

  final byte[] read(StorePath path) throws StoreException {
    return StoreFiles.readAll(store, path, LIMIT);
  }

  final String readText(StorePath path) throws StoreException {
    return new String(read(path), StandardCharsets.UTF_8);
  }

  final StorePath mkdir(String relative) throws StoreException {
    store.mkdir(path(relative), 0755);
    return path(relative);
  }

  final StorePath symlink(String relative, String target) throws StoreException {
    store.createSymlink(path(relative), target);
    return path(relative);
  }

  final boolean exists(StorePath path) throws StoreException {
    return StoreFiles.find(store, path).isPresent();
  }

  /** Everything a listing says, by path; fails if it names one twice. */
  final Map<StorePath, StoreObject> list(StorePath path, Listing.Options options)
      throws StoreException {
    Map<StorePath, StoreObject> objects = new TreeMap<>();
    try (Listing listing = store.list(path, options)) {
      StoreObject object;
      while ((object = listing.next()) != null) {
        assertThat(objects.put(object.path(), object)).as("%s named twice", object.path()).isNull();
      }
      assertThat(listing.next()).isNull();
    }
    return objects;
  }

  /** Reads from a handle until it has {@code length} bytes. */
  static byte[] readAt(ReadHandle handle, long position, int length) throws StoreException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    StoreFiles.readFully(handle, position, buffer);
    return buffer.array();
  }

  /** The call fails with one of these kinds, and its message is fit for a person. */
  static StoreException refused(ThrowingCallable call, StoreException.Kind... kinds) {
    Throwable failure = catchThrowable(call);
    assertThat(failure).isInstanceOf(StoreException.class);
    StoreException refusal = (StoreException) failure;
    assertThat(refusal.kind()).as("%s", refusal).isIn(Arrays.asList(kinds));
    assertThat(refusal.getMessage()).isNotBlank().doesNotContain("\n\tat ");
    return refusal;
  }

  /** The call fails with one of these kinds and names {@code path}. */
  static void refused(StorePath path, ThrowingCallable call, StoreException.Kind... kinds) {
    assertThat(refused(call, kinds).path()).contains(path);
  }
}

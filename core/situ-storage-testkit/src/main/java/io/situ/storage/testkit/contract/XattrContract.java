// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.acl.PosixAcl;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class XattrContract extends ContractTopic {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private StorePath path;

  @BeforeEach
  final void needXattrs() throws StoreException {
    need(Capability.XATTRS);
    path = write("f", "x");
  }

  private void change(String name, String value, XattrMode mode) throws StoreException {
    store().setXattr(path, name, ByteBuffer.wrap(bytes(value)), mode);
  }

  @Test
  void attributesAreKept() throws StoreException {
    change("user.a", "one", XattrMode.SET);
    change("user.b", "", XattrMode.CREATE);
    assertThat(store().xattrs(path))
        .containsEntry("user.a", bytes("one"))
        .containsEntry("user.b", bytes(""));
    assertThat(readText(path)).isEqualTo("x");
  }

  @Test
  void attributesAreReplacedAndRemoved() throws StoreException {
    change("user.a", "one", XattrMode.SET);
    change("user.a", "two", XattrMode.SET);
    assertThat(store().xattrs(path)).containsEntry("user.a", bytes("two"));
    change("user.a", "three", XattrMode.REPLACE);
    assertThat(store().xattrs(path)).containsEntry("user.a", bytes("three"));
    store().removeXattr(path, "user.a");
    assertThat(store().xattrs(path)).doesNotContainKey("user.a");
  }

  @Test
  void modesAreKept() throws StoreException {
    refused(path, () -> change("user.a", "x", XattrMode.REPLACE), Kind.NO_ATTRIBUTE);
    refused(path, () -> store().removeXattr(path, "user.a"), Kind.NO_ATTRIBUTE);
    change("user.a", "one", XattrMode.CREATE);
    refused(path, () -> change("user.a", "two", XattrMode.CREATE), Kind.ALREADY_EXISTS);
    assertThat(store().xattrs(path)).containsEntry("user.a", bytes("one"));
  }

  @Test
  void anyBytesAreAValue() throws StoreException {
    byte[] value = pattern(200, 1);
    store()
        .setXattr(path, "user.a", ByteBuffer.allocateDirect(200).put(value).flip(), XattrMode.SET);
    assertThat(store().xattrs(path).get("user.a")).isEqualTo(value);
  }

  @Test
  void openFilesTakeAttributes() throws StoreException {
    StorePath made = directory().child("made");
    try (WriteHandle handle = store().create(made, WriteHandle.Options.EXCLUSIVE)) {
      handle.setXattr("user.a", ByteBuffer.wrap(bytes("one")));
      handle.write(ByteBuffer.wrap(bytes("text")));
      handle.setXattr("user.a", ByteBuffer.wrap(bytes("two")));
    }
    assertThat(store().xattrs(made)).containsEntry("user.a", bytes("two"));
    assertThat(readText(made)).isEqualTo("text");
  }

  @Test
  void attributesOfAnOpenFileReachNoOther() throws StoreException {
    StorePath made = directory().child("made");
    try (WriteHandle handle = store().create(made, WriteHandle.Options.EXCLUSIVE)) {
      handle.flush();
      store().rename(path, made, RenameMode.REPLACE);
      handle.setXattr("user.a", ByteBuffer.wrap(bytes("one")));
    } catch (StoreException e) {
      assertThat(e.kind()).isIn(Kind.NOT_FOUND, Kind.CHANGED, Kind.UNAVAILABLE);
    }
    assertThat(store().xattrs(made)).doesNotContainKey("user.a");
  }

  @Test
  void directoriesHaveThemToo() throws StoreException {
    StorePath directory = mkdir("d");
    store().setXattr(directory, "user.a", ByteBuffer.wrap(bytes("x")), XattrMode.SET);
    assertThat(store().xattrs(directory)).containsEntry("user.a", bytes("x"));
  }

  @Test
  void theyFollowTheirObject() throws StoreException {
    change("user.a", "one", XattrMode.SET);
    store().rename(path, path("g"), Store.RenameMode.REPLACE);
    assertThat(store().xattrs(path("g"))).containsEntry("user.a", bytes("one"));
  }

  @Test
  void aReplacedFileHasNone() throws StoreException {
    change("user.a", "one", XattrMode.SET);
    write(path, bytes("new"));
    assertThat(store().xattrs(path)).doesNotContainKey("user.a");
  }

  @Test
  void namesWithoutANamespaceAreRefused() {
    refused(
        path, () -> change("plain", "x", XattrMode.SET), Kind.INVALID_ARGUMENT, Kind.UNSUPPORTED);
    refused(
        path, () -> change("user." + "n".repeat(300), "x", XattrMode.SET), Kind.INVALID_ARGUMENT);
    refused(
        path,
        () -> store().removeXattr(path, "user." + "n".repeat(300)),
        Kind.INVALID_ARGUMENT,
        Kind.NO_ATTRIBUTE);
  }

  @Test
  void whatADefaultAccessListTakesAwayStaysAway() throws StoreException {
    StorePath shared = mkdir("shared");
    giveDefaultList(shared);
    store().create(shared.child("f"), WriteHandle.Options.EXCLUSIVE.withMode(0666)).close();
    store().create(shared.child("g"), WriteHandle.Options.REPLACE.withMode(0666)).close();
    store().create(shared.child("g"), WriteHandle.Options.REPLACE.withMode(0666)).close();
    store().mkdir(shared.child("d"), 0777);
    assertThat(store().stat(shared.child("f"), true).attributes().mode() & 07).isZero();
    assertThat(store().stat(shared.child("g"), true).attributes().mode() & 07).isZero();
    assertThat(store().stat(shared.child("d"), true).attributes().mode() & 07).isZero();
  }

  /** All for the owner, and nothing for others. */
  private void giveDefaultList(StorePath to) throws StoreException {
    PosixAcl list =
        new PosixAcl(
            List.of(
                new PosixAcl.Entry(PosixAcl.Tag.OWNER, 7),
                new PosixAcl.Entry(PosixAcl.Tag.OWNING_GROUP, 5),
                new PosixAcl.Entry(PosixAcl.Tag.OTHER, 0)));
    try {
      store().setXattr(to, PosixAcl.DEFAULT, ByteBuffer.wrap(list.bytes()), XattrMode.SET);
    } catch (StoreException e) {
      boolean none = e.kind() == Kind.INVALID_ARGUMENT || e.kind() == Kind.UNSUPPORTED;
      assumeFalse(none, "the store takes no access lists: " + e.getMessage());
      throw e;
    }
  }

  @Test
  void whatIsMissingHasNone() {
    refused(path("no"), () -> store().xattrs(path("no")), Kind.NOT_FOUND);
    refused(
        path("no"),
        () -> store().setXattr(path("no"), "user.a", NOTHING, XattrMode.SET),
        Kind.NOT_FOUND);
    refused(path("no"), () -> store().removeXattr(path("no"), "user.a"), Kind.NOT_FOUND);
  }
}

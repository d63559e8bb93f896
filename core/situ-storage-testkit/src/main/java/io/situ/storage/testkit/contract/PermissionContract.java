// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Attributes.Change;
import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class PermissionContract extends ContractTopic {

  private StorePath closed;

  @BeforeEach
  final void needUserWhoIsBound() throws StoreException {
    need(Capability.PERMISSIONS);
    closed = mkdir("closed");
    write("closed/f", "secret");
    mkdir("closed/d");
    mode(closed, 0);
    assumeTrue(!mayList(closed), "permissions do not bind the user these tests run as");
  }

  @AfterEach
  final void openAgain() throws StoreException {
    if (closed != null && exists(closed)) {
      mode(closed, 0755);
    }
  }

  private void mode(StorePath path, int mode) throws StoreException {
    store().setAttributes(path, Change.NONE.withMode(mode));
  }

  private boolean mayList(StorePath path) throws StoreException {
    try (Listing listing = store().list(path, Listing.Options.FLAT)) {
      return listing.next() != null;
    } catch (StoreException e) {
      assertThat(e.kind()).isEqualTo(Kind.PERMISSION_DENIED);
      return false;
    }
  }

  @Test
  void aClosedDirectoryIsNotEntered() {
    StorePath inside = closed.child("f");
    Kind denied = Kind.PERMISSION_DENIED;
    refused(inside, () -> store().stat(inside, true), denied);
    refused(inside, () -> store().open(inside, ReadHandle.Options.DEFAULT), denied);
    refused(inside, () -> store().delete(inside), denied);
    refused(() -> store().create(closed.child("n"), WriteHandle.Options.EXCLUSIVE).close(), denied);
    refused(() -> store().mkdir(closed.child("n"), 0755), denied);
    refused(() -> store().rename(inside, path("x"), RenameMode.REPLACE), denied);
  }

  @Test
  void aClosedSubdirectoryEndsARecursiveListing() {
    refused(() -> list(directory(), Listing.Options.RECURSIVE), Kind.PERMISSION_DENIED);
  }

  @Test
  void aClosedSubdirectoryIsStillNamed() throws StoreException {
    assertThat(list(directory(), Listing.Options.FLAT)).containsOnlyKeys(closed);
  }

  @Test
  void aFileWithoutReadPermissionIsNotRead() throws StoreException {
    StorePath path = write("f", "x");
    mode(path, 0200);
    refused(path, () -> store().open(path, ReadHandle.Options.DEFAULT), Kind.PERMISSION_DENIED);
  }

  @Test
  void aReadOnlyFileIsNotAppendedTo() throws StoreException {
    need(Capability.APPEND);
    StorePath path = write("f", "x");
    mode(path, 0400);
    refused(path, () -> store().append(path).close(), Kind.PERMISSION_DENIED);
  }

  @Test
  void aReadOnlyDirectoryIsNotChanged() throws StoreException {
    mode(closed, 0500);
    Kind denied = Kind.PERMISSION_DENIED;
    StorePath inside = closed.child("f");
    assertThat(readText(inside)).isEqualTo("secret");
    refused(() -> store().create(closed.child("n"), WriteHandle.Options.EXCLUSIVE).close(), denied);
    refused(() -> store().mkdir(closed.child("n"), 0755), denied);
    refused(inside, () -> store().delete(inside), denied);
    refused(() -> store().rename(inside, path("x"), RenameMode.REPLACE), denied);
    write("y", "y");
    refused(() -> store().rename(path("y"), inside, RenameMode.REPLACE), denied);
    assertThat(readText(inside)).isEqualTo("secret");
  }

  @Test
  void aDirectoryThatCanOnlyBePassedIsNotListed() throws StoreException {
    mode(closed, 0100);
    assertThat(readText(closed.child("f"))).isEqualTo("secret");
    refused(() -> list(closed, Listing.Options.FLAT), Kind.PERMISSION_DENIED);
  }
}

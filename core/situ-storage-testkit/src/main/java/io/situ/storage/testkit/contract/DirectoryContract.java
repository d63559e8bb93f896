// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import org.junit.jupiter.api.Test;

abstract class DirectoryContract extends ContractTopic {

  @Test
  void aDirectoryIsMade() throws StoreException {
    store().mkdir(path("d"), 0750);
    assertThat(store().stat(path("d"), true).isDirectory()).isTrue();
  }

  @Test
  void theModeIsGivenWhateverTheUmask() throws StoreException {
    need(Capability.PERMISSIONS);
    for (int mode : new int[] {0700, 0755, 0777}) {
      store().mkdir(path("d-" + mode), mode);
      assertThat(store().stat(path("d-" + mode), true).attributes().mode()).isEqualTo(mode);
    }
  }

  @Test
  void nothingIsMadeWhereSomethingIs() throws StoreException {
    mkdir("d");
    write("f", "x");
    refused(path("d"), () -> store().mkdir(path("d"), 0755), Kind.ALREADY_EXISTS);
    refused(path("f"), () -> store().mkdir(path("f"), 0755), Kind.ALREADY_EXISTS);
    refused(StorePath.ROOT, () -> store().mkdir(StorePath.ROOT, 0755), Kind.ALREADY_EXISTS);
  }

  @Test
  void nothingIsMadeWhereALinkIs() throws StoreException {
    need(Capability.SYMLINKS);
    symlink("link", "nowhere");
    refused(path("link"), () -> store().mkdir(path("link"), 0755), Kind.ALREADY_EXISTS);
    assertThat(exists(path("nowhere"))).isFalse();
  }

  @Test
  void theParentMustBeADirectory() throws StoreException {
    write("f", "x");
    refused(path("no/d"), () -> store().mkdir(path("no/d"), 0755), Kind.NOT_FOUND);
    refused(path("f/d"), () -> store().mkdir(path("f/d"), 0755), Kind.NOT_A_DIRECTORY);
    assertThat(exists(path("no"))).isFalse();
  }

  @Test
  void filesAndEmptyDirectoriesAreDeleted() throws StoreException {
    write("f", "x");
    mkdir("d");
    assertThat(store().delete(path("f"))).isTrue();
    assertThat(store().delete(path("d"))).isTrue();
    assertThat(list(directory(), Listing.Options.FLAT)).isEmpty();
  }

  @Test
  void deletingNothingIsNoFault() throws StoreException {
    assertThat(store().delete(path("no"))).isFalse();
    assertThat(store().delete(path("no/way"))).isFalse();
    write("f", "x");
    assertThat(store().delete(path("f"))).isTrue();
    assertThat(store().delete(path("f"))).isFalse();
  }

  @Test
  void aFullDirectoryIsNotDeleted() throws StoreException {
    mkdir("d");
    write("d/f", "stays");
    refused(path("d"), () -> store().delete(path("d")), Kind.NOT_EMPTY);
    assertThat(readText(path("d/f"))).isEqualTo("stays");
  }

  @Test
  void theRootIsNotDeleted() {
    refused(StorePath.ROOT, () -> store().delete(StorePath.ROOT), Kind.INVALID_ARGUMENT);
  }

  @Test
  void aLinkIsDeletedItself() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("d");
    write("d/f", "stays");
    assertThat(store().delete(symlink("to-d", "d"))).isTrue();
    assertThat(store().delete(symlink("to-f", "d/f"))).isTrue();
    assertThat(store().delete(symlink("nowhere", "missing"))).isTrue();
    assertThat(list(directory(), Listing.Options.RECURSIVE))
        .containsOnlyKeys(path("d"), path("d/f"));
  }

  @Test
  void aTreeIsDeletedAndItsNeighboursStay() throws StoreException {
    StoreFiles.mkdirs(store(), path("t/a/b/c"), 0755);
    StoreFiles.mkdirs(store(), path("t/d"), 0755);
    // Their names are more than one system call of the deletion returns: 32 KiB.
    String name = "a-rather-long-name-".repeat(8);
    for (int i = 0; i < 300; i++) {
      write("t/a/" + name + i, "");
    }
    write("t/a/b/c/f", "x");
    write("u", "stays");
    assertThat(StoreFiles.deleteTree(store(), path("t"))).isTrue();
    assertThat(list(directory(), Listing.Options.RECURSIVE)).containsOnlyKeys(path("u"));
    assertThat(StoreFiles.deleteTree(store(), path("t"))).isFalse();
  }

  @Test
  void aDeletedTreesLinksAreNotFollowed() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("keep");
    write("keep/f", "stays");
    mkdir("t");
    symlink("t/link", "../keep");
    symlink("t/file", "../keep/f");
    StoreFiles.deleteTree(store(), path("t"));
    assertThat(readText(path("keep/f"))).isEqualTo("stays");
    assertThat(exists(path("t"))).isFalse();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static io.situ.storage.Store.RenameMode.NO_REPLACE;
import static io.situ.storage.Store.RenameMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import org.junit.jupiter.api.Test;

abstract class RenameContract extends ContractTopic {

  private void rename(String from, String to, RenameMode mode) throws StoreException {
    store().rename(path(from), path(to), mode);
  }

  @Test
  void aFileGetsAnotherName() throws StoreException {
    for (RenameMode mode : RenameMode.values()) {
      write("a", "content");
      rename("a", "b-" + mode, mode);
      assertThat(exists(path("a"))).isFalse();
      assertThat(readText(path("b-" + mode))).isEqualTo("content");
    }
  }

  @Test
  void aFileGoesToAnotherDirectory() throws StoreException {
    mkdir("d");
    mkdir("d/e");
    write("a", "content");
    rename("a", "d/e/b", REPLACE);
    assertThat(readText(path("d/e/b"))).isEqualTo("content");
    rename("d/e/b", "c", NO_REPLACE);
    assertThat(readText(path("c"))).isEqualTo("content");
  }

  @Test
  void aDirectoryTakesEverythingAlong() throws StoreException {
    mkdir("d");
    mkdir("d/e");
    write("d/e/f", "content");
    rename("d", "g", REPLACE);
    assertThat(exists(path("d"))).isFalse();
    assertThat(list(directory(), Listing.Options.RECURSIVE))
        .containsOnlyKeys(path("g"), path("g/e"), path("g/e/f"));
    assertThat(readText(path("g/e/f"))).isEqualTo("content");
  }

  @Test
  void aFileReplacesAFile() throws StoreException {
    write("a", "new");
    write("b", "old");
    rename("a", "b", REPLACE);
    assertThat(readText(path("b"))).isEqualTo("new");
    assertThat(exists(path("a"))).isFalse();
  }

  @Test
  void anotherNameOfTheSameFileIsReplacedToo() throws StoreException {
    need(Capability.HARD_LINKS);
    write("a", "content");
    store().createHardLink(path("b"), path("a"));
    rename("a", "b", REPLACE);
    assertThat(exists(path("a"))).isFalse();
    assertThat(readText(path("b"))).isEqualTo("content");
    assertThat(list(directory(), Listing.Options.FLAT)).containsOnlyKeys(path("b"));
  }

  @Test
  void aFileIsNotRemovedWhereALinkLeadsToTheSameName() throws StoreException {
    need(Capability.HARD_LINKS, Capability.SYMLINKS);
    write("a", "content");
    symlink("here", ".");
    rename("a", "here/a", REPLACE);
    assertThat(readText(path("a"))).isEqualTo("content");
    store().createHardLink(path("b"), path("a"));
    rename("a", "here/a", REPLACE);
    assertThat(readText(path("a"))).isEqualTo("content");
    assertThat(readText(path("b"))).isEqualTo("content");
  }

  @Test
  void noReplaceLeavesAnotherNameOfTheSameFile() throws StoreException {
    need(Capability.HARD_LINKS);
    write("a", "content");
    store().createHardLink(path("b"), path("a"));
    refused(() -> rename("a", "b", NO_REPLACE), Kind.ALREADY_EXISTS);
    assertThat(readText(path("a"))).isEqualTo("content");
    assertThat(readText(path("b"))).isEqualTo("content");
  }

  @Test
  void aDirectoryReplacesAnEmptyOne() throws StoreException {
    mkdir("a");
    write("a/f", "content");
    mkdir("b");
    rename("a", "b", REPLACE);
    assertThat(readText(path("b/f"))).isEqualTo("content");
    assertThat(exists(path("a"))).isFalse();
  }

  @Test
  void aFullDirectoryIsNotReplaced() throws StoreException {
    mkdir("a");
    mkdir("b");
    write("b/f", "stays");
    refused(() -> rename("a", "b", REPLACE), Kind.NOT_EMPTY);
    assertThat(readText(path("b/f"))).isEqualTo("stays");
    assertThat(exists(path("a"))).isTrue();
  }

  @Test
  void unlikeKindsDoNotReplaceEachOther() throws StoreException {
    mkdir("d");
    write("f", "stays");
    refused(() -> rename("d", "f", REPLACE), Kind.NOT_A_DIRECTORY);
    refused(() -> rename("f", "d", REPLACE), Kind.IS_A_DIRECTORY);
    assertThat(readText(path("f"))).isEqualTo("stays");
    assertThat(store().stat(path("d"), true).isDirectory()).isTrue();
  }

  @Test
  void noReplaceLeavesWhatIsThere() throws StoreException {
    write("a", "new");
    write("b", "old");
    mkdir("d");
    refused(() -> rename("a", "b", NO_REPLACE), Kind.ALREADY_EXISTS);
    refused(() -> rename("a", "d", NO_REPLACE), Kind.ALREADY_EXISTS);
    assertThat(readText(path("a"))).isEqualTo("new");
    assertThat(readText(path("b"))).isEqualTo("old");
  }

  @Test
  void noReplaceOfADirectoryLeavesAnEmptyOne() throws StoreException {
    mkdir("a");
    mkdir("b");
    Kind refusal =
        can(Capability.ATOMIC_NO_REPLACE_DIRECTORY) ? Kind.ALREADY_EXISTS : Kind.UNSUPPORTED;
    refused(() -> rename("a", "b", NO_REPLACE), refusal, Kind.ALREADY_EXISTS);
    assertThat(exists(path("a"))).isTrue();
    assertThat(exists(path("b"))).isTrue();
  }

  @Test
  void noReplaceMovesADirectoryWhereDeclared() throws StoreException {
    need(Capability.ATOMIC_NO_REPLACE_DIRECTORY);
    mkdir("a");
    write("a/f", "content");
    rename("a", "b", NO_REPLACE);
    assertThat(readText(path("b/f"))).isEqualTo("content");
    assertThat(exists(path("a"))).isFalse();
  }

  @Test
  void noReplaceRefusesADanglingLink() throws StoreException {
    need(Capability.SYMLINKS);
    write("a", "content");
    symlink("link", "nowhere");
    refused(() -> rename("a", "link", NO_REPLACE), Kind.ALREADY_EXISTS);
    assertThat(store().stat(path("link"), false).linkTarget()).contains("nowhere");
  }

  @Test
  void aLinkIsRenamedItself() throws StoreException {
    need(Capability.SYMLINKS);
    write("file", "content");
    symlink("link", "file");
    rename("link", "other", REPLACE);
    assertThat(store().stat(path("other"), false).linkTarget()).contains("file");
    assertThat(readText(path("file"))).isEqualTo("content");
    write("new", "new");
    rename("new", "other", REPLACE);
    assertThat(store().stat(path("other"), false).isFile()).isTrue();
    assertThat(readText(path("file"))).isEqualTo("content");
  }

  @Test
  void toItselfNothingHappens() throws StoreException {
    write("a", "content");
    mkdir("d");
    for (RenameMode mode : RenameMode.values()) {
      rename("a", "a", mode);
      rename("d", "d", mode);
    }
    assertThat(readText(path("a"))).isEqualTo("content");
    assertThat(exists(path("d"))).isTrue();
  }

  @Test
  void whatIsMissingIsNotRenamed() throws StoreException {
    write("a", "content");
    for (RenameMode mode : RenameMode.values()) {
      refused(() -> rename("no", "b", mode), Kind.NOT_FOUND);
      refused(() -> rename("a", "no/b", mode), Kind.NOT_FOUND);
      refused(() -> rename("no", "no", mode), Kind.NOT_FOUND);
      refused(() -> rename("a", "a/b", mode), Kind.NOT_A_DIRECTORY, Kind.INVALID_ARGUMENT);
    }
    assertThat(readText(path("a"))).isEqualTo("content");
  }

  @Test
  void aDirectoryDoesNotGoBelowItself() throws StoreException {
    mkdir("d");
    mkdir("d/e");
    for (String to : new String[] {"d/x", "d/e/x", "d/e"}) {
      refused(() -> rename("d", to, REPLACE), Kind.INVALID_ARGUMENT);
    }
    assertThat(exists(path("d/e"))).isTrue();
  }

  @Test
  void theRootStays() {
    refused(
        () -> store().rename(StorePath.ROOT, path("x"), REPLACE),
        Kind.INVALID_ARGUMENT,
        Kind.CROSS_STORE);
    refused(
        () -> store().rename(directory(), StorePath.ROOT, REPLACE),
        Kind.INVALID_ARGUMENT,
        Kind.NOT_EMPTY,
        Kind.CROSS_STORE);
  }
}

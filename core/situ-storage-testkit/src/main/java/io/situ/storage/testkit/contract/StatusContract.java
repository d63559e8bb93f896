// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Capability;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import org.junit.jupiter.api.Test;

abstract class StatusContract extends ContractTopic {

  @Test
  void theRootIsADirectory() throws StoreException {
    StoreObject root = store().stat(StorePath.ROOT, true);
    assertThat(root.isDirectory()).isTrue();
    assertThat(root.path()).isEqualTo(StorePath.ROOT);
  }

  @Test
  void infoIsComplete() {
    Store.Info info = store().info();
    assertThat(info.driver()).isNotBlank();
    assertThat(info.identity()).isNotBlank();
    assertThat(info.root()).isNotBlank();
    assertThat(store().info()).isEqualTo(info);
  }

  @Test
  void aFileIsDescribed() throws StoreException {
    StorePath path = write("file", pattern(12345, 1));
    StoreObject object = store().stat(path, true);
    assertThat(object.path()).isEqualTo(path);
    assertThat(object.kind()).isEqualTo(StoreObject.Kind.FILE);
    assertThat(object.size()).isEqualTo(12345);
    assertThat(object.linkTarget()).isEmpty();
    assertThat(object.attributes().owner()).isNotBlank();
    assertThat(object.attributes().group()).isNotBlank();
    assertThat(object.attributes().modifiedNanos()).isPositive();
  }

  @Test
  void aDirectoryIsDescribed() throws StoreException {
    StoreObject object = store().stat(mkdir("d"), false);
    assertThat(object.kind()).isEqualTo(StoreObject.Kind.DIRECTORY);
    assertThat(object.path()).isEqualTo(path("d"));
  }

  @Test
  void anEmptyFileIsAFile() throws StoreException {
    StoreObject object = store().stat(write("empty", ""), true);
    assertThat(object.isFile()).isTrue();
    assertThat(object.size()).isZero();
  }

  @Test
  void whatIsMissingIsNotFound() {
    refused(path("no"), () -> store().stat(path("no"), true), Kind.NOT_FOUND);
    refused(path("no/way"), () -> store().stat(path("no/way"), false), Kind.NOT_FOUND);
  }

  @Test
  void belowAFileThereIsNoDirectory() throws StoreException {
    write("file", "x");
    refused(path("file/x"), () -> store().stat(path("file/x"), true), Kind.NOT_A_DIRECTORY);
    refused(path("file/x/y"), () -> store().stat(path("file/x/y"), true), Kind.NOT_A_DIRECTORY);
  }

  @Test
  void theVersionMovesWithTheContent() throws StoreException {
    StorePath path = write("file", "one");
    StoreObject.Version one = store().stat(path, true).version();
    assertThat(store().stat(path, true).version()).isEqualTo(one);
    write("file", "three");
    assertThat(store().stat(path, true).version()).isNotEqualTo(one);
  }

  @Test
  void theVersionMovesWithinASecondAndInTheSameLength() throws StoreException {
    need(Capability.DISTINCT_VERSIONS);
    StorePath path = write("file", "one");
    StoreObject.Version one = store().stat(path, true).version();
    write("file", "two");
    assertThat(store().stat(path, true).version()).isNotEqualTo(one);
  }

  @Test
  void identitiesDistinguishObjects() throws StoreException {
    need(Capability.STABLE_IDENTITY);
    long a = store().stat(write("a", "x"), true).version().identity();
    long b = store().stat(write("b", "x"), true).version().identity();
    assertThat(a).isNotZero().isNotEqualTo(b);
    store().rename(path("a"), path("c"), Store.RenameMode.REPLACE);
    assertThat(store().stat(path("c"), true).version().identity()).isEqualTo(a);
  }

  @Test
  void aChangeIsSeenAtOnce() throws StoreException {
    StorePath path = write("file", "12345");
    assertThat(store().stat(path, true).size()).isEqualTo(5);
    write("file", "123");
    assertThat(store().stat(path, true).size()).isEqualTo(3);
    store().delete(path);
    refused(() -> store().stat(path, true), Kind.NOT_FOUND);
    store().mkdir(path, 0755);
    assertThat(store().stat(path, true).isDirectory()).isTrue();
  }

  @Test
  void checksumsFollowTheContent() throws StoreException {
    need(Capability.CHECKSUMS);
    StoreObject a = store().stat(write("a", "same"), true);
    StoreObject b = store().stat(write("b", "same"), true);
    StoreObject c = store().stat(write("c", "other"), true);
    assertThat(a.checksum()).isPresent().isEqualTo(b.checksum()).isNotEqualTo(c.checksum());
    assertThat(a.checksum().orElseThrow()).matches("[a-z0-9]+:.+");
  }

  @Test
  void aSpecialObjectIsNeitherFileNorDirectory() throws Exception {
    StorePath path = path("special");
    assumeTrue(suite().makeSpecial(store(), path), "no special object can be made here");
    assertThat(store().stat(path, true).kind()).isEqualTo(StoreObject.Kind.OTHER);
  }

  @Test
  void spaceIsConsistent() throws StoreException {
    StorageUsage space = store().space(directory());
    assertThat(space.capacity()).isNotNegative();
    assertThat(space.used()).isBetween(0L, space.capacity());
    assertThat(space.available()).isBetween(0L, space.capacity());
    assertThat(store().space(write("file", "x")).capacity()).isEqualTo(space.capacity());
    refused(() -> store().space(path("no")), Kind.NOT_FOUND);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.Attributes;
import io.situ.storage.StorageUsage;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a refused permission means where no space is left. */
final class CephStoreTest {

  private static final long CAPACITY = 1000;

  /** No space is left in it, and it refuses to change attributes. */
  private static final class Refusing extends ForwardingStore {
    private final OptionalLong quota;

    Refusing(OptionalLong quota) {
      super(new MemoryStore());
      this.quota = quota;
    }

    @Override
    public StorageUsage space(StorePath path) {
      return new StorageUsage(CAPACITY, CAPACITY, 0, quota);
    }

    @Override
    public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
      throw new StoreException(Kind.PERMISSION_DENIED, path, "permission denied");
    }
  }

  private static byte[] absent(StorePath path, String name) throws StoreException {
    throw new StoreException(Kind.NO_ATTRIBUTE, path, "it has no attribute " + name);
  }

  private static StoreException failure(CephStore store) throws StoreException {
    try (store) {
      return catchThrowableOfType(
          StoreException.class,
          () -> store.setAttributes(StorePath.ROOT, Attributes.Change.NONE.withMode(0700)));
    }
  }

  @Test
  void aFullClusterIsNamed() throws StoreException {
    Refusing files = new Refusing(OptionalLong.empty());

    StoreException failure = failure(new CephStore(files, CephStoreTest::absent, Optional.empty()));

    assertThat(failure.kind()).isEqualTo(Kind.NO_SPACE);
    assertThat(failure).hasMessageContaining("the Ceph cluster is full");
  }

  @Test
  void aRefusalWhereTheQuotaIsUsedUpIsOne() throws StoreException {
    Refusing files = new Refusing(OptionalLong.of(CAPACITY));

    assertThat(failure(new CephStore(files, CephStoreTest::absent, Optional.empty())).kind())
        .isEqualTo(Kind.PERMISSION_DENIED);
  }

  /** A mount reports what is left of it as the space that is left. */
  @ParameterizedTest
  @CsvSource({"1000, PERMISSION_DENIED", "0, NO_SPACE"})
  void aRefusalWhereTheRootHasAQuotaIsOne(String quota, Kind kind) throws StoreException {
    Refusing files = new Refusing(OptionalLong.empty());
    byte[] value = quota.getBytes(StandardCharsets.US_ASCII);

    assertThat(failure(new CephStore(files, (path, name) -> value, Optional.empty())).kind())
        .isEqualTo(kind);
  }
}

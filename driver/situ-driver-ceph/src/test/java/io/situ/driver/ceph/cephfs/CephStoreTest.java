// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
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

  private static final long CAPACITY = 8 << 20;

  /** It refuses to change attributes. */
  private static final class Refusing extends ForwardingStore {
    private final StorageUsage space;

    Refusing(StorageUsage space) {
      super(new MemoryStore());
      this.space = space;
    }

    @Override
    public StorageUsage space(StorePath path) {
      return space;
    }

    @Override
    public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
      throw new StoreException(Kind.PERMISSION_DENIED, path, "permission denied");
    }
  }

  private static StorageUsage full(long capacity) {
    return new StorageUsage(capacity, capacity, 0, OptionalLong.empty());
  }

  private static byte[] absent(StorePath path, String name) throws StoreException {
    throw new StoreException(Kind.NO_ATTRIBUTE, path, "it has no attribute " + name);
  }

  private static byte[] refused(StorePath path, String name) throws StoreException {
    throw new StoreException(Kind.PERMISSION_DENIED, path, "permission denied");
  }

  private static StoreException failure(StorageUsage space, VirtualXattrs attributes)
      throws StoreException {
    try (CephStore store = new CephStore(new Refusing(space), attributes, Optional.empty())) {
      return catchThrowableOfType(
          StoreException.class,
          () -> store.setAttributes(StorePath.ROOT, Attributes.Change.NONE.withMode(0700)));
    }
  }

  @Test
  void aFullClusterIsNamed() throws StoreException {
    StoreException failure = failure(full(CAPACITY), CephStoreTest::absent);

    assertThat(failure.kind()).isEqualTo(Kind.NO_SPACE);
    assertThat(failure).hasMessageContaining("the Ceph cluster is full");
  }

  @Test
  void aQuotaThatThisUserMayNotSeeIsNone() throws StoreException {
    assertThat(failure(full(CAPACITY), CephStoreTest::refused).kind()).isEqualTo(Kind.NO_SPACE);
  }

  /** Without a mount the store reports the quota, and the space of the cluster. */
  @ParameterizedTest
  @CsvSource({"7000000, PERMISSION_DENIED", "8388608, NO_SPACE"})
  void aRefusalWhereTheQuotaIsUsedUpIsOne(long used, Kind kind) throws StoreException {
    StorageUsage space = new StorageUsage(CAPACITY, used, 0, OptionalLong.of(1000));

    assertThat(failure(space, CephStoreTest::absent).kind()).isEqualTo(kind);
  }

  /** A mount reports the quota of its own root as the space there is, in whole blocks. */
  @ParameterizedTest
  @CsvSource({
    "8388608, 8388608, PERMISSION_DENIED",
    "8388608, 9000000, PERMISSION_DENIED",
    "8192, 9000, PERMISSION_DENIED",
    "4096, 1000, PERMISSION_DENIED",
    "0, 9000, PERMISSION_DENIED",
    "8388608, 0, NO_SPACE",
    "8388608, 16777216, NO_SPACE",
    "1000, 5000, NO_SPACE"
  })
  void aRefusalWhereTheQuotaIsTheSpaceIsOne(long capacity, String quota, Kind kind)
      throws StoreException {
    byte[] value = quota.getBytes(StandardCharsets.US_ASCII);

    assertThat(failure(full(capacity), (path, name) -> value).kind()).isEqualTo(kind);
  }
}

package io.situ.driver.ceph;

import io.situ.storage.Attributes;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.wrap.ForwardingStore;
import java.util.Optional;
import java.util.OptionalLong;

/** A mounted CephFS that says so where it would keep something else than it was told. */
final class CephStore extends ForwardingStore {

  /** Times travel as unsigned seconds of 32 bits ({@code utime_t}), which end in 2106. */
  private static final long END = (1L << Integer.SIZE) * 1_000_000_000L;

  private final Optional<NativeReads> reads;

  /**
   * @param reads what reads files past the mount; closed with this
   */
  CephStore(Store mount, Optional<NativeReads> reads) {
    super(mount);
    this.reads = reads;
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    ReadHandle mount = super.open(path, options);
    return reads.isPresent() ? reads.get().open(mount) : mount;
  }

  @Override
  public void close() throws StoreException {
    reads.ifPresent(NativeReads::close);
    super.close();
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    check(path, change.modifiedNanos());
    check(path, change.accessedNanos());
    super.setAttributes(path, change);
  }

  private static void check(StorePath path, OptionalLong nanos) throws StoreException {
    if (nanos.isPresent() && (nanos.getAsLong() < 0 || nanos.getAsLong() >= END)) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "CephFS keeps times from 1970 to 2106 only");
    }
  }
}

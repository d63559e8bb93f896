// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.Attributes;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;

/** A store whose objects all are an hour older than they are. */
public final class BackdatedStore extends MappedStore {

  private static final long HOUR = 3_600_000_000_000L;

  public BackdatedStore(Store store) {
    super(store);
  }

  @Override
  protected StoreObject map(StoreObject object) {
    Attributes now = object.attributes();
    Attributes then =
        new Attributes(
            now.owner(),
            now.group(),
            now.mode(),
            now.modifiedNanos() - HOUR,
            now.accessedNanos() - HOUR,
            now.changedNanos() - HOUR);
    return new StoreObject(
        object.path(),
        object.kind(),
        object.size(),
        then,
        object.version(),
        object.linkTarget(),
        object.extents(),
        object.checksum());
  }
}

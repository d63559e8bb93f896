// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import java.util.EnumSet;
import java.util.Set;

/** A Lustre whose changelogs an administrator exports. Thread-safe. */
final class LustreStore extends ForwardingStore {

  private final Changelogs changelogs;

  LustreStore(Store store, Changelogs changelogs) {
    super(store);
    this.changelogs = changelogs;
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    Set<Capability> able = EnumSet.of(Capability.CHANGE_FEED);
    able.addAll(super.capabilities(path));
    return able;
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    StoreObject top = stat(directory, true);
    if (!top.isDirectory()) {
      throw new StoreException(Kind.NOT_A_DIRECTORY, directory, "it is not a directory");
    }
    return changelogs.changes(top, cursor);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;

/** A store whose paths have at most 40 names, as those of {@code pvfs2fuse} have. */
class ShallowContractTest extends StoreContract {

  private static final int NAMES = 40;

  @Override
  protected int maxNames() {
    return NAMES;
  }

  @Override
  protected Store newStore() {
    return new ForwardingStore(new MemoryStore()) {
      private void check(StorePath path) throws StoreException {
        if (path.toString().chars().filter(c -> c == '/').count() > NAMES) {
          throw new StoreException(Kind.INVALID_NAME, path, "the path has too many names");
        }
      }

      @Override
      public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
        check(path);
        return super.create(path, options);
      }

      @Override
      public void mkdir(StorePath path, int mode) throws StoreException {
        check(path);
        super.mkdir(path, mode);
      }
    };
  }
}

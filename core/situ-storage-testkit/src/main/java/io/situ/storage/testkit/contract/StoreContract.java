// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The contract of {@link Store} as tests. A driver's test extends this class and says how to open a
 * store; the tests are chosen by the capabilities that store declares.
 *
 * <p>One group is run by its tag, {@code -Dgroups=renaming}. The random histories print their seed
 * when they fail; {@code -Dsitu.seed=N} repeats one and {@code -Dsitu.histories=N} runs more of
 * them.
 */
public abstract class StoreContract {

  /** Opens the store under test. Each test opens its own and closes it. */
  protected abstract Store newStore() throws Exception;

  /**
   * A directory of the store in which tests may do as they please, and which exists. Each test
   * makes its own directory in it and deletes that one.
   */
  protected StorePath testRoot() {
    return StorePath.ROOT;
  }

  /**
   * Deletes what a test has made. Need not do anything where the store goes away after the tests.
   *
   * @param directory the test's own
   */
  protected void discard(Store store, StorePath directory) throws Exception {
    StoreFiles.deleteTree(store, directory);
  }

  /**
   * Returns how many names a path from the store's root may have. Many, unless the file system is
   * known to hold fewer; then nothing deeper is tried.
   */
  protected int maxNames() {
    return Integer.MAX_VALUE;
  }

  /**
   * Makes a FIFO, socket or device at {@code path}, by other means than the store.
   *
   * @return false if that cannot be done here, which skips the tests about them
   */
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    return false;
  }

  @Nested
  @Tag("status")
  class Status extends StatusContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("listing-directories")
  class ListingDirectories extends ListingContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("reading")
  class Reading extends ReadingContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("writing")
  class Writing extends WritingContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("appending")
  class Appending extends AppendContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("renaming")
  class Renaming extends RenameContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("directories")
  class Directories extends DirectoryContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("setting-attributes")
  class SettingAttributes extends AttributesContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("permissions")
  class Permissions extends PermissionContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("extended-attributes")
  class ExtendedAttributes extends XattrContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("links")
  class Links extends LinkContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("escapes")
  class Escapes extends EscapeContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("names")
  class Names extends NamesContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("placement")
  class Placement extends PlacementContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("changes")
  class Changes extends ChangeFeedContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("snapshots")
  class Snapshots extends SnapshotContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("concurrency")
  class Concurrency extends ConcurrencyContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("histories")
  class Histories extends HistoryContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }

  @Nested
  @Tag("refusals")
  class Refusals extends RefusalContract {
    @Override
    StoreContract suite() {
      return StoreContract.this;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.metadata;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.source.AttachItem;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.acl.AccessList;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owners, permissions and access lists that the store's objects have now, as HDFS is to have them.
 * Thread-safe.
 */
public final class CurrentPermissions implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CurrentPermissions.class);

  /** Stores that do not show their lists, each of which is named once. */
  private final Set<String> hidden = ConcurrentHashMap.newKeySet();

  private final LinkSources stores;
  private final AccessTranslation translation;

  public CurrentPermissions(Configuration conf, UserMapping identities) {
    this.stores = new LinkSources(name -> SituStores.open(name, conf));
    this.translation = new AccessTranslation(identities);
  }

  /**
   * Returns what an object says now, reached over no symbolic link below the attached directory,
   * whatever was known of it before.
   *
   * @throws io.situ.storage.StoreException {@code CHANGED} if it is not the object, or the version
   *     of it, that the source is; {@code NOT_FOUND} if it is gone
   * @throws IOException if the store cannot be asked
   */
  public ObjectAccess of(AttachItem source) throws IOException {
    Store store = stores.store(source.store());
    StorePath path = source.object().path();
    StoreObject now = store.statBelow(source.top(), path);
    source.refuseOther(now);
    AccessList lists = store.accessListBelow(source.top(), now);
    if (!lists.known() && hidden.add(source.store())) {
      LOG.warn(
          "store '{}' may have access lists and does not show them at '{}', so group and others get"
              + " nothing in HDFS; a mount option such as 'acl' may show them",
          source.store(),
          path);
    }
    return translation.of(now, lists);
  }

  @Override
  public void close() throws IOException {
    stores.close();
  }
}

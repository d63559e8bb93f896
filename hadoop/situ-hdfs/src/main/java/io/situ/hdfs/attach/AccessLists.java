package io.situ.hdfs.attach;

import io.situ.hadoop.fs.AclEntries;
import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.link.LinkSources;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.acl.PosixAcl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;

/**
 * The access lists that the store's objects have now, as HDFS has them. Safe for use by many
 * threads.
 */
final class AccessLists implements AutoCloseable {

  /** What nobody may do to a file. */
  private static final int WRITE = 2;

  private final LinkSources stores;
  private final AclEntries acls;

  AccessLists(Configuration conf, Identities identities) {
    this.stores = new LinkSources(name -> SituStores.open(name, conf));
    this.acls = new AclEntries(identities::user, identities::group);
  }

  /**
   * The whole list of an object; empty if its permission bits say everything, or its store tells of
   * no lists.
   *
   * @throws IOException if the store cannot be asked
   */
  List<AclEntry> of(Source source) throws IOException {
    Store store = stores.store(source.store());
    if (!store.can(Capability.XATTRS, source.object().path())) {
      return List.of();
    }
    Map<String, byte[]> attributes;
    try {
      attributes = store.xattrs(source.object().path());
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.UNSUPPORTED) {
        return List.of();
      }
      throw e;
    }
    byte[] access = attributes.get(PosixAcl.ACCESS);
    byte[] inherited = attributes.get(PosixAcl.DEFAULT);
    List<AclEntry> entries = new ArrayList<>();
    if (access != null) {
      entries.addAll(acls.of(access, AclEntryScope.ACCESS, source.object().isFile() ? ~WRITE : ~0));
    } else if (inherited != null) {
      entries.addAll(AclEntries.base(source.object().attributes().mode()));
    }
    if (inherited != null) {
      entries.addAll(acls.of(inherited, AclEntryScope.DEFAULT, ~0));
    }
    return entries;
  }

  @Override
  public void close() throws IOException {
    stores.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import io.situ.hdfs.HdfsKeys;
import io.situ.hdfs.link.LinkSources;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * The stores that a DataNode serves objects of, as its configuration says at the moment. Only
 * stores with a name can be allowed: each has a root that none of its paths leads out of, and the
 * store behind {@code situ:///} has none.
 *
 * @param conf the DataNode's configuration
 */
record AllowedStores(Supplier<Configuration> conf) implements LinkSources.Allowed {

  private static final String KEY = HdfsKeys.STORES.name();

  @Override
  public void refuseOther(String store) throws IOException {
    Set<String> names = new TreeSet<>(conf.get().getTrimmedStringCollection(KEY));
    names.remove("");
    if (!names.contains(store)) {
      throw new IOException(
          "this DataNode serves no objects of store '"
              + store
              + "'; "
              + KEY
              + " allows "
              + (names.isEmpty() ? "none" : String.join(", ", names)));
    }
  }
}

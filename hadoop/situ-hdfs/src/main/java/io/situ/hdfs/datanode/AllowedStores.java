// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkSources;
import java.io.IOException;
import java.util.List;
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

  @Override
  public void refuseOther(String store) throws IOException {
    Set<String> names = new TreeSet<>(LinkSources.STORES.find(conf.get()::get).orElse(List.of()));
    if (!names.contains(store)) {
      throw new IOException(
          "this DataNode serves no objects of store '"
              + store
              + "'; "
              + LinkSources.STORES.name()
              + " allows "
              + (names.isEmpty() ? "none" : String.join(", ", names)));
    }
  }
}

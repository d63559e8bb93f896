package io.situ.hdfs.datanode;

import io.situ.hdfs.HdfsKeys;
import io.situ.hdfs.link.LinkedBlock;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * Which stores a DataNode serves objects of. Only stores with a name can be allowed: each has a
 * root that none of its paths leads out of, and the store behind {@code situ:///} has none.
 */
final class AllowedStores {

  private static final String KEY = HdfsKeys.STORES.name();

  private final Set<String> names;

  AllowedStores(Configuration conf) {
    this.names = new TreeSet<>(conf.getTrimmedStringCollection(KEY));
    names.remove("");
  }

  /** Why the block may not be linked, empty if it may. */
  String refusal(LinkedBlock block) {
    if (names.contains(block.store())) {
      return "";
    }
    return "this DataNode serves no objects of store '"
        + block.store()
        + "'; "
        + KEY
        + " allows "
        + (names.isEmpty() ? "none" : String.join(", ", names));
  }
}

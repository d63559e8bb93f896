// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import io.situ.driver.ceph.cluster.PgMap;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster that a file system is in, as its root reports it; asked until that is known. A host
 * may have mounted file systems of several clusters, whose pools have the same names. Thread-safe.
 */
final class FileSystemCluster {

  private static final Logger LOG = LoggerFactory.getLogger(FileSystemCluster.class);
  private final VirtualXattrs attributes;
  private Optional<String> id = Optional.empty();
  private boolean known;

  FileSystemCluster(VirtualXattrs attributes) {
    this.attributes = attributes;
  }

  /**
   * Returns why a map is not that of this cluster, as a clause; empty if it is, or if the map or
   * the file system does not report its cluster.
   */
  Optional<String> mismatch(PgMap map) {
    if (map.cluster().isEmpty()) {
      return Optional.empty();
    }
    String other = map.cluster().get();
    return id().filter(own -> !own.equals(other))
        .map(
            own ->
                "the file system is in the cluster "
                    + own
                    + ", and 'ceph' asks the cluster "
                    + other
                    + ": name the right configuration file with the key 'conf'");
  }

  private synchronized Optional<String> id() {
    if (!known) {
      try {
        byte[] text = attributes.xattr(StorePath.ROOT, VirtualXattrs.CLUSTER);
        id = Optional.of(new String(text, StandardCharsets.US_ASCII).trim());
        known = true;
      } catch (StoreException e) {
        // Any other failure says nothing of the next question, such as in another session.
        known = e.kind() == Kind.NO_ATTRIBUTE || e.kind() == Kind.UNSUPPORTED;
        LOG.debug("the file system does not report its cluster", e);
      }
    }
    return id;
  }
}

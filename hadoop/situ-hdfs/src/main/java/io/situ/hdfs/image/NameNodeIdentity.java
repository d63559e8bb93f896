// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.HAUtil;

/**
 * Which NameNode of a configuration a directory is of.
 *
 * @param service its name service; empty if there is none, or that is not known
 * @param node its own id there; empty if it has none, or that is not known
 */
record NameNodeIdentity(Optional<String> service, Optional<String> node) {

  /** Whose value a key has. */
  enum Owner {
    THIS,
    OTHER,
    UNKNOWN
  }

  /**
   * Finds out which it is as a NameNode does, which runs on this host.
   *
   * @param suffix what follows the name of the key that lists the directory, such as {@code ns.nn1}
   */
  static NameNodeIdentity of(Configuration conf, String suffix) {
    List<String> named = suffix.isEmpty() ? List.of() : Arrays.asList(suffix.split("\\.", 2));
    Optional<String> service =
        found(() -> conf.getTrimmed(DFSConfigKeys.DFS_NAMESERVICE_ID))
            .or(() -> named.stream().findFirst())
            .or(() -> found(() -> DFSUtil.getNamenodeNameServiceId(conf)));
    Optional<String> node =
        found(() -> conf.getTrimmed(DFSConfigKeys.DFS_HA_NAMENODE_ID_KEY))
            .or(() -> named.stream().skip(1).findFirst())
            .or(() -> service.flatMap(id -> found(() -> HAUtil.getNameNodeId(conf, id))));
    return new NameNodeIdentity(service, node);
  }

  /** Hadoop refuses to choose where several addresses are of this host, or none is. */
  private static Optional<String> found(Supplier<String> id) {
    try {
      return Optional.ofNullable(id.get()).filter(text -> !text.isEmpty());
    } catch (HadoopIllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns whether this NameNode reads a key.
   *
   * @param suffix what follows the key's name; empty for one that holds for all
   */
  Owner owner(String suffix) {
    if (suffix.isEmpty() || service.filter(suffix::equals).isPresent()) {
      return Owner.THIS;
    }
    if (service.isEmpty()) {
      return Owner.UNKNOWN;
    }
    if (!isOfService(suffix)) {
      return Owner.OTHER;
    }
    String other = suffix.substring(service.get().length() + 1);
    return node.map(id -> id.equals(other) ? Owner.THIS : Owner.OTHER).orElse(Owner.UNKNOWN);
  }

  /**
   * Returns whether a key is of this name service or one of its NameNodes, or that is not known.
   */
  boolean mayBeOfService(String suffix) {
    return suffix.isEmpty()
        || service.isEmpty()
        || service.filter(suffix::equals).isPresent()
        || isOfService(suffix);
  }

  private boolean isOfService(String suffix) {
    return service.filter(id -> suffix.startsWith(id + ".")).isPresent();
  }
}

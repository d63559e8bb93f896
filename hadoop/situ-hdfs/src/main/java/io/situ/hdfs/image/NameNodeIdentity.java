// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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
    /** Also of a key that is overridden by a more specific one. */
    OTHER,
    UNKNOWN
  }

  /**
   * Finds out which it is as a NameNode does, which runs on this host.
   *
   * @param suffixes what follows the name in each of the keys that list the directory, such as
   *     {@code ns.nn1}; as far as these differ, nothing follows from them
   */
  static NameNodeIdentity of(Configuration conf, List<String> suffixes) {
    List<String> named = common(suffixes);
    Optional<String> service =
        found(() -> conf.getTrimmed(DFSConfigKeys.DFS_NAMESERVICE_ID))
            .or(() -> named.stream().findFirst())
            .or(() -> found(() -> DFSUtil.getNamenodeNameServiceId(conf)));
    Optional<String> node =
        found(() -> conf.getTrimmed(DFSConfigKeys.DFS_HA_NAMENODE_ID_KEY))
            .or(() -> service.flatMap(id -> idIn(named, id)))
            .or(() -> service.flatMap(id -> found(() -> HAUtil.getNameNodeId(conf, id))));
    return new NameNodeIdentity(service, node);
  }

  private static Optional<String> idIn(List<String> named, String service) {
    return named.size() == 2 && named.get(0).equals(service)
        ? Optional.of(named.get(1))
        : Optional.empty();
  }

  /** Returns name service and id, or the name service, or nothing. */
  private static List<String> common(List<String> suffixes) {
    List<List<String>> all =
        suffixes.stream().map(suffix -> List.of(suffix.split("\\.", 2))).distinct().toList();
    boolean isSameService = all.stream().map(named -> named.get(0)).distinct().count() == 1;
    if (!isSameService || suffixes.contains("")) {
      return List.of();
    }
    return all.size() == 1 ? all.get(0) : all.get(0).subList(0, 1);
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
   * Returns whether this NameNode reads a key, as Hadoop does: it takes the one with both its name
   * service and its id, else the one with the name service, else the one without. Where something
   * of that is not known, a key without an id counts as read.
   *
   * @param suffix what follows the key's name; empty for one that holds for all
   * @param isSet says which other suffixes of that name there are
   */
  Owner owner(String suffix, Predicate<String> isSet) {
    if (suffix.isEmpty() || service.filter(suffix::equals).isPresent()) {
      return isOverridden(suffix, isSet) ? Owner.OTHER : Owner.THIS;
    }
    if (service.isEmpty()) {
      return Owner.UNKNOWN;
    }
    if (!suffix.startsWith(service.get() + ".")) {
      return Owner.OTHER;
    }
    String other = suffix.substring(service.get().length() + 1);
    return node.map(id -> id.equals(other) ? Owner.THIS : Owner.OTHER).orElse(Owner.UNKNOWN);
  }

  private boolean isOverridden(String suffix, Predicate<String> isSet) {
    Optional<String> own = service.flatMap(id -> node.map(one -> id + "." + one));
    return own.filter(isSet).isPresent() || suffix.isEmpty() && service.filter(isSet).isPresent();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.yarn;

import io.situ.mapreduce.ResourceManagers;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The hosts that YARN runs tasks on, as its ResourceManager names them. Only these names make a
 * task local.
 */
public final class YarnHosts {

  private final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  private YarnHosts(Set<String> names) {
    this.names.addAll(names);
  }

  /**
   * Asks the cluster; empty where jobs run without one.
   *
   * @param values a whole configuration
   * @throws IOException if no ResourceManager answers, or it refuses
   * @throws IllegalArgumentException in one sentence, if the configuration is not valid
   */
  public static Optional<YarnHosts> of(Map<String, String> values) throws IOException {
    return ResourceManagers.hosts(values).map(YarnHosts::new);
  }

  /** Those of {@code hosts} that YARN does not know by this name. */
  public List<String> unknown(Collection<String> hosts) {
    return hosts.stream().filter(host -> !names.contains(host)).toList();
  }

  @Override
  public String toString() {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}

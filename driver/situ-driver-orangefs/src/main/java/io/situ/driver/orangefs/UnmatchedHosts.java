// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What each server of an OrangeFS may be called in the site's file of host names. */
final class UnmatchedHosts {

  /** Files that are asked for, each by a process. */
  static final int MAX_FILES = 8;

  private UnmatchedHosts() {}

  /** The names of each server that the configuration has. */
  static List<List<String>> configured(HandleRanges ranges) {
    return ranges.servers().stream()
        .map(alias -> ServerHosts.names(alias, ranges.addresses(alias).orElse(alias)))
        .toList();
  }

  /**
   * The names of each server that holds bytes of one of the first files.
   *
   * @param source whose root is that of this host
   */
  static List<List<String>> holding(ViewdistSource source, List<StorePath> files) {
    Set<String> servers = new LinkedHashSet<>();
    try {
      for (StorePath file : files.subList(0, Math.min(files.size(), MAX_FILES))) {
        servers.addAll(ViewdistParser.parse(source.answer(file)).servers());
      }
    } catch (StoreException | OrangeFsLayoutException e) {
      // Why nothing can be found out, the placement of the files says.
      return List.of();
    }
    List<List<String>> names = new ArrayList<>();
    servers.forEach(server -> names.add(ServerHosts.names(server, server)));
    return names;
  }
}

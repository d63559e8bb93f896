// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping.Host;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.Placement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who serves the objects of a file: one call for each, which neither opens the file nor fetches it
 * from an archive. A released file has no placement, and neither do bytes on a metadata target,
 * where no job runs.
 */
final class LustrePlacement implements Placement {

  private static final String ARCHIVED =
      "it is only in the archive; fetch it back first (lfs hsm_restore), or leave it out";

  private final LustreLayoutSource layouts;
  private final OstConnections targets;
  private final StoreWarnings notices;

  LustrePlacement(LustreLayoutSource layouts, OstConnections targets, StoreWarnings notices) {
    this.layouts = layouts;
    this.targets = targets;
    this.notices = notices;
  }

  /** The call that reports a layout. */
  private interface Source {
    byte[] get() throws StoreException;
  }

  @Override
  public List<Extent> extents(StoreObject file, long offset, long length) throws StoreException {
    return extents(file, () -> layouts.layout(file.path()), offset, length);
  }

  @Override
  public List<Extent> listed(StoreObject file, long cookie, int directory) throws StoreException {
    return extents(file, () -> layouts.layout(file.path(), directory), 0, file.size());
  }

  @Override
  public Optional<String> away(StorePath file) throws StoreException {
    try {
      return LustreLayout.decode(layouts.layout(file)).released()
          ? Optional.of(ARCHIVED)
          : Optional.empty();
    } catch (LustreLayoutException e) {
      return Optional.empty();
    } catch (StoreException e) {
      if (e.kind() != Kind.NO_ATTRIBUTE && e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private List<Extent> extents(StoreObject file, Source source, long offset, long length)
      throws StoreException {
    if (!targets.knowsAny()) {
      notices.fault(
          "Lustre's servers are not known, and tasks run anywhere",
          targets.seesAny()
              ? "their addresses have no host names; give them some by "
                  + LustreProvider.HOSTS_FILE.name()
              : "no connection to them is seen in " + OstConnections.CONNECTIONS);
    }
    try {
      LustreLayout layout = LustreLayout.decode(source.get());
      if (layout.released()) {
        notices.note("some files are only in Lustre's archive", "reading them fetches them back");
        return List.of();
      }
      List<StripeRange> pieces = targets.knowsAny() ? layout.pieces(offset, length) : List.of();
      if (!pieces.isEmpty() && pieces.get(pieces.size() - 1).end() < offset + length) {
        notices.manyPieces(file.path().toString());
      }
      return extents(pieces);
    } catch (LustreLayoutException e) {
      notices.fault("the layout of some files of Lustre cannot be used", e.getMessage());
      return List.of();
    } catch (StoreException e) {
      if (e.kind() != Kind.NO_ATTRIBUTE && e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      return List.of();
    }
  }

  private List<Extent> extents(List<StripeRange> pieces) {
    List<Extent> extents = new ArrayList<>();
    for (StripeRange piece : pieces) {
      List<Replica> replicas = replicas(piece);
      if (!replicas.isEmpty()) {
        Extent.append(extents, new Extent(piece.offset(), piece.length(), replicas));
      }
    }
    return extents;
  }

  /** Hosts, each once: several targets of a host are no more than one. */
  private List<Replica> replicas(StripeRange piece) {
    Set<Host> hosts = new LinkedHashSet<>();
    piece.targets().forEach(target -> targets.host(target).ifPresent(hosts::add));
    return hosts.stream().map(Host::replica).toList();
  }
}

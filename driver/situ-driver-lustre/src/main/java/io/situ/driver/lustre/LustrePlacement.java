package io.situ.driver.lustre;

import io.situ.storage.Extent;
import io.situ.storage.HostNames.Host;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.Placement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who serves the objects of a file: one call for each, which neither opens the file nor fetches it
 * from an archive. A released file lies nowhere, and neither do bytes on a metadata target, where
 * no job runs.
 */
final class LustrePlacement implements Placement {

  private static final Logger LOG = LoggerFactory.getLogger(LustrePlacement.class);

  private static final String ARCHIVED =
      "it is only in the archive; fetch it back first (lfs hsm_restore), or leave it out";

  private final LayoutSource layouts;
  private final Targets targets;
  private final Set<String> warned = new HashSet<>();

  LustrePlacement(LayoutSource layouts, Targets targets) {
    this.layouts = layouts;
    this.targets = targets;
  }

  /** The call that tells a layout. */
  private interface Source {
    byte[] get() throws StoreException;
  }

  @Override
  public List<Extent> extents(StoreObject file, long offset, long length) throws StoreException {
    return extents(() -> layouts.layout(file.path()), offset, length);
  }

  @Override
  public List<Extent> listed(StoreObject file, long cookie, int directory) throws StoreException {
    return extents(() -> layouts.layout(file.path(), directory), 0, file.size());
  }

  @Override
  public Optional<String> away(StorePath file) throws StoreException {
    try {
      return Layout.decode(layouts.layout(file)).released()
          ? Optional.of(ARCHIVED)
          : Optional.empty();
    } catch (LayoutException e) {
      return Optional.empty();
    } catch (StoreException e) {
      if (e.kind() != Kind.NO_ATTRIBUTE && e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private List<Extent> extents(Source source, long offset, long length) throws StoreException {
    if (!targets.seesAny()) {
      warn("no connection to its servers is seen in " + Targets.CONNECTIONS);
      return List.of();
    }
    try {
      Layout layout = Layout.decode(source.get());
      if (layout.released()) {
        warn("some files are only in the archive, and reading them fetches them back");
        return List.of();
      }
      return extents(layout.pieces(offset, length));
    } catch (LayoutException e) {
      warn("the layout of some files cannot be used: " + e.getMessage());
      return List.of();
    } catch (StoreException e) {
      if (e.kind() != Kind.NO_ATTRIBUTE && e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      return List.of();
    }
  }

  private List<Extent> extents(List<Piece> pieces) {
    List<Extent> extents = new ArrayList<>();
    for (Piece piece : pieces) {
      List<Replica> replicas = replicas(piece);
      if (!replicas.isEmpty()) {
        Extent.append(extents, new Extent(piece.offset(), piece.length(), replicas));
      }
    }
    return extents;
  }

  /** Hosts, each once: several targets of a host are no more than one. */
  private List<Replica> replicas(Piece piece) {
    Set<Host> hosts = new LinkedHashSet<>();
    piece.targets().forEach(target -> targets.host(target).ifPresent(hosts::add));
    return hosts.stream().map(Host::replica).toList();
  }

  private synchronized void warn(String sentence) {
    if (warned.add(sentence.replaceFirst("(?s):.*", ""))) {
      LOG.warn("Lustre: {}", sentence);
    }
  }
}

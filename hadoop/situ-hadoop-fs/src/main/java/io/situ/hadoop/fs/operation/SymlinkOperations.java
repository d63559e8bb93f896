// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.status.SituFileStatus;
import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.registry.SymlinkResolver;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import org.apache.hadoop.fs.FSLinkResolver;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Symbolic links. The store follows them itself; a link is as any other program on the mount sees
 * it. In a link's text an absolute target is one of the host: in Hadoop's terms it is an absolute
 * path of the store. Where the store's root is at no place of the host, such a target is written as
 * the way from the link's directory up to the root and down again, which any mount understands.
 */
public final class SymlinkOperations {

  private final StoreContext at;
  private final URI uri;

  SymlinkOperations(StoreContext at, URI uri) {
    this.at = at;
    this.uri = uri;
  }

  /**
   * @throws IOException if the target lies in another file system
   */
  public void create(Path target, StorePath link) throws IOException {
    if (!FileSystem.areSymlinksEnabled() || !at.store().can(Capability.SYMLINKS, link)) {
      throw new UnsupportedOperationException("symbolic links are not supported");
    }
    URI to = target.toUri();
    boolean foreign =
        to.getScheme() != null
            && !(to.getScheme().equals(uri.getScheme())
                && Objects.equals(to.getAuthority(), uri.getAuthority()));
    if (foreign) {
      throw new IOException("a link in " + uri + " cannot lead to another file system: " + target);
    }
    at.store().createSymlink(link, text(to.getPath(), link));
  }

  private String text(String target, StorePath link) {
    if (!target.startsWith("/")) {
      return target;
    }
    if (hasPlace()) {
      return prefix() + target;
    }
    String way = up(link) + target.substring(1);
    return way.isEmpty() ? "." : way;
  }

  private boolean hasPlace() {
    return at.store().info().hostPath().isPresent();
  }

  /** From the directory of a link to the store's root. */
  private String up(StorePath link) {
    StorePath here = new SymlinkResolver(at.store()).of(above(link));
    StringBuilder up = new StringBuilder();
    for (; !here.isRoot(); here = above(here)) {
      up.append("../");
    }
    return up.toString();
  }

  private static StorePath above(StorePath path) {
    return path.parent().orElse(StorePath.ROOT);
  }

  /** Where the store's root is on the host; empty if that is the host's root. */
  private String prefix() {
    return at.store()
        .info()
        .hostPath()
        .filter(root -> !root.isRoot())
        .map(StorePath::toString)
        .orElse("");
  }

  /** The link, or what is there if it is none; a link's target is a full path. */
  public SituFileStatus status(Path path) throws IOException {
    SituFileStatus status = at.status(stat(path), path);
    if (status.isSymlink()) {
      Path target = toHadoop(status.getSymlink(), path);
      status.setSymlink(FSLinkResolver.qualifySymlinkTarget(uri, path, target));
    }
    return status;
  }

  /**
   * The link's target as it is written, but for one that is meant to be absolute.
   *
   * @throws IOException if there is no link
   */
  public Path target(Path path) throws IOException {
    SituFileStatus status = at.status(stat(path), path);
    return toHadoop(status.getSymlink(), path);
  }

  private StoreObject stat(Path path) throws StoreException {
    return at.store().stat(at.paths().toStore(path), false);
  }

  private Path toHadoop(Path raw, Path link) {
    String text = raw.toUri().getPath();
    String top = hasPlace() ? prefix() + "/" : up(at.paths().toStore(link));
    boolean inside = top.length() > 1 && (text + "/").startsWith(top);
    String rest = inside ? text.substring(Math.min(text.length(), top.length())) : "";
    return inside && !rest.startsWith("..") ? new Path(null, null, "/" + rest) : raw;
  }
}

package io.situ.hadoop.fs;

import io.situ.storage.Capability;
import io.situ.storage.Store.LinkKind;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import org.apache.hadoop.fs.FSLinkResolver;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Symbolic links. The store follows them itself; a link is as any other program on the mount sees
 * it. In a link's text an absolute target is one of the host: in Hadoop's terms it is an absolute
 * path of the store.
 */
final class Links {

  private final OpenStore at;
  private final URI uri;

  Links(OpenStore at, URI uri) {
    this.at = at;
    this.uri = uri;
  }

  /**
   * @throws IOException if the target lies in another file system
   */
  void create(Path target, StorePath link) throws IOException {
    if (!FileSystem.areSymlinksEnabled() || !at.can(Capability.SYMLINKS)) {
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
    at.store().link(link, text(to.getPath()), LinkKind.SYMBOLIC);
  }

  private String text(String target) {
    return target.startsWith("/") ? prefix() + target : target;
  }

  /** Where the store's root is on the host; empty where that is not a place, or the root. */
  private String prefix() {
    String root = at.store().info().root();
    return root.startsWith("/") && root.length() > 1 ? root : "";
  }

  /** The link, or what is there if it is none; a link's target is a full path. */
  SituFileStatus status(Path path) throws IOException {
    SituFileStatus status = at.status(stat(path), path);
    if (status.isSymlink()) {
      Path target = told(status.getSymlink());
      status.setSymlink(FSLinkResolver.qualifySymlinkTarget(uri, path, target));
    }
    return status;
  }

  /**
   * The link's target as it is written.
   *
   * @throws IOException if there is no link
   */
  Path target(Path path) throws IOException {
    SituFileStatus status = at.status(stat(path), path);
    return told(status.getSymlink());
  }

  private StoreObject stat(Path path) throws StoreException {
    return at.store().stat(at.paths().toStore(path), false);
  }

  /** In a link's text the host's absolute path stands for the store's. */
  private Path told(Path raw) {
    String text = raw.toUri().getPath();
    String prefix = prefix();
    boolean inside = !prefix.isEmpty() && (text + "/").startsWith(prefix + "/");
    if (!inside) {
      return raw;
    }
    String rest = text.substring(prefix.length());
    return new Path(null, null, rest.isEmpty() ? "/" : rest);
  }
}

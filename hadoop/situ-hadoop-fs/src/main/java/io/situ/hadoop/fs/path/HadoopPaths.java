// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.storage.StorePath;
import java.net.URI;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.Path;

/**
 * Turns Hadoop's paths of one file system into the store's and back. Every name a store can hold
 * survives the way there and back, whatever characters it has.
 */
public final class HadoopPaths {

  private final URI uri;

  /**
   * @param uri the file system's, without a path
   */
  public HadoopPaths(URI uri) {
    this.uri = uri;
  }

  /**
   * @param path absolute
   * @throws InvalidPathException if no store can have such a path
   */
  public StorePath toStore(Path path) {
    try {
      return StorePath.of(path.toUri().getPath());
    } catch (IllegalArgumentException e) {
      InvalidPathException refused = new InvalidPathException(path.toString(), e.getMessage());
      refused.initCause(e);
      throw refused;
    }
  }

  /** The full path, with scheme and store name. */
  public Path toHadoop(StorePath path) {
    return new Path(uri.getScheme(), uri.getAuthority(), path.toString());
  }

  /** The path as a user writes it. */
  public String show(StorePath path) {
    return SituKeys.SCHEME + "://" + (uri.getAuthority() == null ? "" : uri.getAuthority()) + path;
  }
}

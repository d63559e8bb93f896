// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** Owners and permissions of directories, as in HDFS. Not thread-safe. */
final class OwnedDirectories extends FilterFileSystem {

  private final Map<String, FileStatus> entries = new HashMap<>();

  OwnedDirectories add(String path, String owner, int mode) {
    FsPermission permission = new FsPermission((short) mode);
    entries.put(
        path, new FileStatus(0, true, 0, 0, 0, 0, permission, owner, "users", new Path(path)));
    return this;
  }

  void remove(String path) {
    entries.remove(path);
  }

  @Override
  public URI getUri() {
    return URI.create("hdfs://nn");
  }

  @Override
  public Path resolvePath(Path path) {
    return path;
  }

  @Override
  public boolean supportsSymlinks() {
    return false;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus found = entries.get(path.toString());
    if (found == null) {
      throw new FileNotFoundException(path.toString());
    }
    return found;
  }
}

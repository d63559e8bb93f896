// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.spark.FileSystemRegistration;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Situ's file system, where nothing of one name can be deleted or looked at, and what has another
 * is gone once it was listed.
 */
public final class FailingFiles extends SituFileSystem {

  static final String NOTHING = "no name";

  static String failing = NOTHING;
  static String vanishing = NOTHING;

  /** Opens a directory on it, where nothing fails yet. */
  static SharedFiles open(java.nio.file.Path directory) throws IOException {
    failing = NOTHING;
    vanishing = NOTHING;
    Configuration conf = new Configuration(false);
    FileSystemRegistration.register(conf);
    conf.set("fs.situ.impl", FailingFiles.class.getName());
    return SharedFiles.open(new Path("situ://" + directory), conf);
  }

  private static void check(Path path) throws IOException {
    if (path.getName().equals(failing)) {
      throw new IOException("a fault of the file system");
    }
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    check(path);
    return super.delete(path, recursive);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    check(path);
    return super.getFileStatus(path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus[] listed = super.listStatus(path);
    for (FileStatus each : listed) {
      if (each.getPath().getName().equals(vanishing)) {
        super.delete(each.getPath(), true);
      }
    }
    return listed;
  }

  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    check(path);
    return super.getFileLinkStatus(path);
  }
}

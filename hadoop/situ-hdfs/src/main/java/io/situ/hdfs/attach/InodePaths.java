// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

/** Paths of HDFS that name an inode, wherever a user moves it meanwhile. */
final class InodePaths {

  private static final String ROOT = "/.reserved/.inodes/";

  private InodePaths() {}

  /** Returns the path of an inode. Fails with {@code FileNotFoundException} once it is deleted. */
  static String path(long id) {
    return ROOT + id;
  }
}

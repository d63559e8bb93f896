// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.tree;

/** Paths of HDFS that name an inode, wherever a user moves it meanwhile. */
public final class InodePaths {

  private static final String ROOT = "/.reserved/.inodes/";

  private InodePaths() {}

  /** Returns the path of an inode. Fails with {@code FileNotFoundException} once it is deleted. */
  public static String path(long id) {
    return ROOT + id;
  }
}

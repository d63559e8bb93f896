// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.tree;

import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/** Looks at all that is below a directory of HDFS, with blocks and marks. Not thread-safe. */
public final class HdfsTreeWalker {

  private final ClientProtocol nameNode;
  private final ParallelSteps parallel;
  private final Visitor visitor;

  public HdfsTreeWalker(ClientProtocol nameNode, ParallelSteps parallel, Visitor visitor) {
    this.nameNode = nameNode;
    this.parallel = parallel;
    this.visitor = visitor;
  }

  /** Who is notified. */
  public interface Visitor {
    /** Some files of one directory. */
    void files(List<HdfsFileInfo> files) throws IOException;

    /** A directory before what is in it. */
    default void entered(String directory) throws IOException {}

    /** A directory that has been visited completely. */
    default void left(String directory) throws IOException {}
  }

  /**
   * @param path of a directory, or of one file
   * @throws StoreException if there is nothing
   */
  public void run(String path) throws IOException {
    HdfsFileStatus status = nameNode.getFileInfo(path);
    if (status != null && status.isDirectory()) {
      directory(path);
      return;
    }
    Optional<HdfsFileInfo> file =
        status == null ? Optional.empty() : HdfsFileInfo.find(nameNode, path);
    visitor.files(
        List.of(
            file.orElseThrow(
                () ->
                    new StoreException(
                        StoreException.Kind.NOT_FOUND,
                        null,
                        "'" + path + "' is not there in HDFS"))));
  }

  /** Takes a directory away that may hold something. */
  public static void deleteIfEmpty(DistributedFileSystem hdfs, String directory)
      throws IOException {
    try {
      hdfs.delete(new Path(directory), false);
    } catch (PathIsNotEmptyDirectoryException e) {
      return;
    }
  }

  private void directory(String path) throws IOException {
    visitor.entered(path);
    List<String> below = new ArrayList<>();
    byte[] after = HdfsFileStatus.EMPTY_NAME;
    DirectoryListing page;
    do {
      page = nameNode.getListing(path, after, true);
      if (page == null) {
        return;
      }
      after = page.getLastName();
      below.addAll(page(path, page));
    } while (page.hasMore());
    for (String directory : below) {
      directory(directory);
    }
    visitor.left(path);
  }

  private List<String> page(String path, DirectoryListing page) throws IOException {
    List<String> below = new ArrayList<>();
    List<HdfsLocatedFileStatus> files = new ArrayList<>();
    for (HdfsFileStatus status : page.getPartialListing()) {
      if (status.isDirectory()) {
        below.add(status.getFullName(path));
      } else if (status instanceof HdfsLocatedFileStatus file && !status.isSymlink()) {
        files.add(file);
      }
    }
    List<HdfsFileInfo> there =
        parallel
            .all(files, file -> HdfsFileInfo.find(nameNode, file.getFullName(path), file))
            .stream()
            .flatMap(Optional::stream)
            .toList();
    if (!there.isEmpty()) {
      visitor.files(there);
    }
    return below;
  }
}

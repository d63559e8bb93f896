// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.ObjectSources;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.HdfsTreeWalker;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Writes the Global Information File of what is attached, as a file of HDFS: which block of which
 * file is which bytes of which object, and where. Its format is in docs/format. Not thread-safe.
 */
final class GlobalInformationFileWriter implements HdfsTreeWalker.Visitor {

  private static final String HEADER =
      "File Name\tPre-calculated Block Name\tReplica Location\tAbsolute Path\tFile Size"
          + "\tBlock Offset\tBlock Length\n";

  private static final FsPermission PRIVATE = new FsPermission((short) 0600);

  private final ParallelSteps parallel;
  private final ObjectSources sources;
  private final DataNodes nodes;
  private final Writer out;
  private final Optional<TreeRoot> root;
  private long rows;

  private GlobalInformationFileWriter(
      DistributedFileSystem hdfs,
      ParallelSteps parallel,
      ObjectSources sources,
      Optional<TreeRoot> root,
      Writer out)
      throws IOException {
    this.parallel = parallel;
    this.sources = sources;
    this.nodes = DataNodes.living(hdfs.getClient().getNamenode());
    this.out = out;
    this.root = root;
  }

  /**
   * Rewrites the file; readers see the old one or the new one. It lists paths and hosts, so only
   * its owner may read it; one of the caller's own that is there keeps its permissions.
   *
   * @return how many rows it has below its header
   * @throws IOException if it cannot be written; what is there stays
   */
  static long write(
      DistributedFileSystem hdfs, ParallelSteps parallel, ObjectSources sources, Path of, Path file)
      throws IOException {
    Optional<TreeRoot> root = TreeRoot.of(hdfs, of);
    if (root.isPresent()) {
      root.get().refuseOld();
    }
    Path unfinished = new Path(file.getParent(), "." + file.getName() + ".situ-new");
    GlobalInformationFileWriter table;
    try (Writer out =
        new BufferedWriter(
            new OutputStreamWriter(createPrivate(hdfs, unfinished), StandardCharsets.UTF_8))) {
      out.write(HEADER);
      table = new GlobalInformationFileWriter(hdfs, parallel, sources, root, out);
      new HdfsTreeWalker(hdfs.getClient().getNamenode(), parallel, table).run(of.toUri().getPath());
    }
    Optional<FsPermission> before = ownPermission(hdfs, file);
    if (before.isPresent()) {
      hdfs.setPermission(unfinished, before.get());
    }
    hdfs.rename(unfinished, file, Options.Rename.OVERWRITE);
    return table.rows;
  }

  /** What a run that was stopped has left is taken away first, so that no one has it open. */
  private static FSDataOutputStream createPrivate(DistributedFileSystem hdfs, Path file)
      throws IOException {
    hdfs.delete(file, false);
    FsServerDefaults usual = hdfs.getServerDefaults(file);
    return hdfs.create(
        file,
        PRIVATE,
        EnumSet.of(CreateFlag.CREATE),
        usual.getFileBufferSize(),
        hdfs.getDefaultReplication(file),
        hdfs.getDefaultBlockSize(file),
        null);
  }

  /** Those of the caller's own file; another user's says nothing of who may read this one. */
  private static Optional<FsPermission> ownPermission(DistributedFileSystem hdfs, Path file)
      throws IOException {
    try {
      FileStatus there = hdfs.getFileLinkStatus(file);
      String user = UserGroupInformation.getCurrentUser().getShortUserName();
      return there.isFile() && there.getOwner().equals(user)
          ? Optional.of(there.getPermission())
          : Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public void files(List<HdfsFileInfo> found) throws IOException {
    List<HdfsFileInfo> attached = HdfsFileInfo.attached(found);
    for (List<String> lines : parallel.all(attached, this::lines)) {
      for (String line : lines) {
        out.write(line);
        rows++;
      }
    }
  }

  private List<String> lines(HdfsFileInfo file) throws IOException {
    Map<String, String> paths = paths(file);
    String usual = sources.absolute(file.mark().orElseThrow());
    List<String> lines = new ArrayList<>();
    long offset = 0;
    for (LocatedBlock block : file.blocks()) {
      for (DatanodeInfo node : block.getLocations()) {
        lines.add(
            String.join(
                    "\t",
                    escaped(file.path()),
                    block.getBlock().getBlockName(),
                    node.getHostName(),
                    escaped(paths.getOrDefault(node.getDatanodeUuid(), usual)),
                    Long.toString(file.status().getLen()),
                    Long.toString(offset),
                    Long.toString(block.getBlockSize()))
                + "\n");
      }
      offset += block.getBlockSize();
    }
    return lines;
  }

  /** Where the object's bytes lie on the hosts that hold them, by DataNode. */
  private Map<String, String> paths(HdfsFileInfo file) throws IOException {
    Map<String, String> paths = new HashMap<>();
    for (Extent extent : object(file).map(StoreObject::extents).orElse(List.of())) {
      for (Replica replica : extent.replicas()) {
        for (DatanodeInfo node : nodes.of(List.of(replica.host()))) {
          replica.path().ifPresent(path -> paths.putIfAbsent(node.getDatanodeUuid(), path));
        }
      }
    }
    return paths;
  }

  /** The object as it is now, empty if it is gone or cannot be looked at. */
  private Optional<StoreObject> object(HdfsFileInfo file) throws IOException {
    try {
      LinkedBlock mark = file.mark().orElseThrow();
      return Optional.of(sources.object(mark, TreeRoot.top(root, mark)));
    } catch (StoreException e) {
      if (AttachFailures.isOfOne(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** One row is one line, and one column one field, whatever is in a name. */
  static String escaped(String name) {
    return name.replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import io.situ.hdfs.image.DirectoryNumbers;
import io.situ.hdfs.image.FsImageAdditions;
import io.situ.hdfs.image.FsImageEntry;
import io.situ.hdfs.metadata.ObjectAccess;
import io.situ.hdfs.metadata.PermissionApplier;
import io.situ.hdfs.offline.ObjectsWithAcls.Dressed;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.BlockRange;
import io.situ.hdfs.tree.DirectReadMark;
import io.situ.hdfs.tree.FileMark;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.write.AttachSettings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * Adds objects as files and directories to an image, and notes who is to link which block. Not
 * thread-safe.
 */
public final class FsImageObjectWriter implements Closeable {

  /** The number of the storage policy COLD. */
  private static final int NEVER_COPIED = 2;

  private final FsImageAdditions names;
  private final String pool;
  private final LinkListWriter lists;
  private final AttachSettings settings;
  private final DirectoryNumbers directories;

  /**
   * @param pool the block pool
   * @param scratch a directory for files
   */
  public FsImageObjectWriter(
      FsImageAdditions names,
      String pool,
      LinkListWriter lists,
      AttachSettings settings,
      Path scratch)
      throws IOException {
    this.directories = new DirectoryNumbers(scratch);
    this.names = names;
    this.pool = pool;
    this.lists = lists;
    this.settings = settings;
  }

  /** Makes the directory at which the tree is attached. */
  void root(FsImageAdditions.InsertPoint spot, Dressed root, AttachedTree tree) throws IOException {
    directories.put("", names.directory(spot, entry(root, attribute(tree))));
  }

  /** Makes that directory where nothing is known of the store's. */
  public void root(FsImageAdditions.InsertPoint spot, AttachedTree tree) throws IOException {
    directories.put("", names.directory(spot, names.usual(attribute(tree))));
  }

  /**
   * No snapshot is noted: it is not known yet whether objects are left out, and these would never
   * be among what has changed since.
   */
  private static Map<String, byte[]> attribute(AttachedTree tree) {
    return Map.of(AttachedTree.ATTRIBUTE, tree.of("").toBytes());
  }

  /**
   * A directory before what is in it.
   *
   * @return false if that directory was not added
   */
  public boolean add(Dressed dressed) throws IOException {
    AttachItem source = dressed.source();
    String place = source.place();
    int slash = place.lastIndexOf('/');
    OptionalLong above = directories.find(place.substring(0, slash));
    if (above.isEmpty()) {
      return false;
    }
    FsImageAdditions.InsertPoint spot =
        new FsImageAdditions.InsertPoint(above.getAsLong(), place.substring(slash + 1));
    if (source.object().isDirectory()) {
      directories.put(place, names.directory(spot, entry(dressed, Map.of())));
    } else {
      FsImageEntry.Content content = content(source);
      FileMark mark = FileMark.of(source.whole(), names.nextInode(), blocks(content));
      DirectReadMark direct = new DirectReadMark(mark, source.object().attributes().changedNanos());
      Map<String, byte[]> marks =
          Map.of(FileMark.ATTRIBUTE, mark.toBytes(), DirectReadMark.ATTRIBUTE, direct.toBytes());
      names.file(spot, entry(dressed, marks), content);
    }
    return true;
  }

  private List<ExtendedBlock> blocks(FsImageEntry.Content content) {
    return content.blocks().stream()
        .map(block -> new ExtendedBlock(pool, block.id(), block.length(), names.stamp()))
        .toList();
  }

  private FsImageEntry entry(Dressed dressed, Map<String, byte[]> marks) {
    ObjectAccess access = dressed.access();
    return new FsImageEntry(
        access.modified(),
        access.owner(),
        access.group(),
        access.mode(),
        access.list().stream().filter(entry -> !PermissionApplier.isInBits(entry)).toList(),
        marks);
  }

  private FsImageEntry.Content content(AttachItem source) throws IOException {
    List<FsImageEntry.Block> blocks = new ArrayList<>();
    for (BlockRange cut : source.cuts()) {
      long id = names.nextBlock();
      blocks.add(new FsImageEntry.Block(id, cut.length()));
      lists.add(cut.hosts(), new LinkBlockRequest(pool, id, names.stamp(), source.part(cut)));
    }
    return new FsImageEntry.Content(
        source.copies(), settings.blockSize(source.object().size()), NEVER_COPIED, blocks);
  }

  @Override
  public void close() throws IOException {
    directories.close();
  }
}

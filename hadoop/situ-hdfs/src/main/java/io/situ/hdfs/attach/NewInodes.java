// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.DressedObjects.Dressed;
import io.situ.hdfs.image.DirectoryNumbers;
import io.situ.hdfs.image.NewEntry;
import io.situ.hdfs.image.NewNames;
import io.situ.hdfs.wire.LinkOrder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * Adds objects as files and directories to an image, and notes who is to link which block. For one
 * thread.
 */
final class NewInodes implements Closeable {

  /** The number of the storage policy COLD. */
  private static final int NEVER_COPIED = 2;

  private static final String TRUSTED = "trusted.";

  private final NewNames names;
  private final String pool;
  private final HostLists lists;
  private final AttachSettings settings;
  private final DirectoryNumbers directories;

  /**
   * @param pool the block pool
   * @param scratch a directory for files
   */
  NewInodes(NewNames names, String pool, HostLists lists, AttachSettings settings, Path scratch)
      throws IOException {
    this.directories = new DirectoryNumbers(scratch);
    this.names = names;
    this.pool = pool;
    this.lists = lists;
    this.settings = settings;
  }

  /** Makes the directory at which the tree is attached. */
  void root(NewNames.Spot spot, Dressed root, AttachedTree tree) throws IOException {
    Map<String, byte[]> attribute = attribute(AttachedTree.ATTRIBUTE, tree.toBytes());
    directories.put("", names.directory(spot, entry(root, attribute)));
  }

  /** Makes that directory where nothing is known of the store's. */
  void root(NewNames.Spot spot, AttachedTree tree) throws IOException {
    Map<String, byte[]> attribute = attribute(AttachedTree.ATTRIBUTE, tree.toBytes());
    directories.put("", names.directory(spot, names.usual(attribute)));
  }

  /**
   * A directory before what is in it.
   *
   * @return false if that directory was not added
   */
  boolean add(Dressed dressed) throws IOException {
    Source source = dressed.source();
    String place = source.place();
    int slash = place.lastIndexOf('/');
    OptionalLong above = directories.find(place.substring(0, slash));
    if (above.isEmpty()) {
      return false;
    }
    NewNames.Spot spot = new NewNames.Spot(above.getAsLong(), place.substring(slash + 1));
    if (source.object().isDirectory()) {
      directories.put(place, names.directory(spot, entry(dressed, Map.of())));
    } else {
      NewEntry.Content content = content(source);
      FileMark mark = FileMark.of(source.whole(), names.nextInode(), blocks(content));
      names.file(spot, entry(dressed, attribute(FileMark.ATTRIBUTE, mark.toBytes())), content);
    }
    return true;
  }

  private static Map<String, byte[]> attribute(String name, byte[] value) {
    return Map.of(name.substring(TRUSTED.length()), value);
  }

  private List<ExtendedBlock> blocks(NewEntry.Content content) {
    return content.blocks().stream()
        .map(block -> new ExtendedBlock(pool, block.id(), block.length(), names.stamp()))
        .toList();
  }

  private NewEntry entry(Dressed dressed, Map<String, byte[]> marks) {
    ObjectAccess access = dressed.access();
    return new NewEntry(
        access.modified(),
        access.owner(),
        access.group(),
        access.mode(),
        access.list().stream().filter(entry -> !Access.isInBits(entry)).toList(),
        marks);
  }

  private NewEntry.Content content(Source source) throws IOException {
    List<NewEntry.Block> blocks = new ArrayList<>();
    for (BlockCut cut : source.cuts()) {
      long id = names.nextBlock();
      blocks.add(new NewEntry.Block(id, cut.length()));
      lists.add(cut.hosts(), new LinkOrder(pool, id, names.stamp(), source.part(cut)));
    }
    return new NewEntry.Content(
        source.copies(), settings.blockSize(source.object().size()), NEVER_COPIED, blocks);
  }

  @Override
  public void close() throws IOException {
    directories.close();
  }
}

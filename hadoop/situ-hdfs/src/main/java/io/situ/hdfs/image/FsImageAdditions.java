// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.NameSystemSection;
import org.apache.hadoop.io.MD5Hash;

/**
 * Files and directories that are added to an image. They get numbers above all that were ever
 * given. Not thread-safe.
 */
public final class FsImageAdditions implements Closeable {

  private static final int AT_ONCE = 1 << 20;

  /**
   * Of two images that were made of one, the blocks are not to have the same numbers: DataNodes may
   * still have links that were made for the other, and HDFS would take them for its blocks.
   */
  private static final long MAX_GAP = 1L << 40;

  private static final FsPermission USUAL_MODE = new FsPermission((short) 0755);

  private final FsImage image;
  private final Path spool;
  private final OutputStream out;
  private final long root;
  private final InsertPoint spot;
  private final FsImageStringTable strings;
  private final FsImageInodes messages;
  private final ChildNames children;
  private long inode;
  private long block;
  private long made;

  /**
   * Makes the directories on the way to a path that are not there, of the root's owner and group.
   *
   * @param path absolute, not the root
   * @param scratch a directory for files with what is added, until the image is written
   * @throws io.situ.storage.StoreException if the path is there, or a file is in the way
   */
  public FsImageAdditions(FsImage image, String path, Path scratch) throws IOException {
    this.image = image;
    this.spool = scratch.resolve("inodes");
    this.children = new ChildNames(scratch);
    this.strings = image.strings();
    this.messages = new FsImageInodes(strings, image.system().getGenstampV2() + 1);
    this.inode = image.inodes().getLastInodeId();
    this.block =
        image.system().getLastAllocatedBlockId()
            + 1
            + ThreadLocalRandom.current().nextLong(MAX_GAP);
    FsImage.Place place = image.place(path);
    this.root = place.root();
    this.out = new BufferedOutputStream(Files.newOutputStream(spool), AT_ONCE);
    this.spot = way(place);
  }

  /**
   * Where something is to be made.
   *
   * @param above number of the directory that it is to be in
   */
  public record InsertPoint(long above, String name) {}

  private InsertPoint way(FsImage.Place place) throws IOException {
    for (Map.Entry<Long, byte[]> there : image.children(place.id()).entrySet()) {
      children.add(place.id(), there.getValue(), there.getKey());
    }
    InsertPoint next = new InsertPoint(place.id(), place.missing().get(0));
    for (String name : place.missing().subList(1, place.missing().size())) {
      next = new InsertPoint(directory(next, usual(Map.of())), name);
    }
    return next;
  }

  /** Where the last name of the path is to be made. */
  public InsertPoint spot() {
    return spot;
  }

  /**
   * A directory of which nothing is known: the root's owner and group, and made now.
   *
   * @param attributes as {@link FsImageEntry#attributes}
   */
  public FsImageEntry usual(Map<String, byte[]> attributes) {
    return new FsImageEntry(
        System.currentTimeMillis(),
        messages.owner(root),
        messages.group(root),
        USUAL_MODE,
        List.of(),
        attributes);
  }

  /** Makes a directory; returns its number. */
  public long directory(InsertPoint spot, FsImageEntry entry) throws IOException {
    INodeDirectory directory = messages.directory(entry);
    return add(spot, inode -> inode.setType(INode.Type.DIRECTORY).setDirectory(directory));
  }

  /** Makes a file that is closed. */
  public void file(InsertPoint spot, FsImageEntry entry, FsImageEntry.Content content)
      throws IOException {
    INodeFile file = messages.file(entry, content);
    add(spot, inode -> inode.setType(INode.Type.FILE).setFile(file));
  }

  /** The number that the next file or directory gets. */
  public long nextInode() {
    return inode + 1;
  }

  /** A number for a block of a file that is to be made. */
  public long nextBlock() {
    return ++block;
  }

  /** The generation stamp of new blocks. */
  public long stamp() {
    return messages.stamp();
  }

  private interface Kind {
    INode.Builder of(INode.Builder inode);
  }

  private long add(InsertPoint spot, Kind kind) throws IOException {
    long id = ++inode;
    made++;
    byte[] name = spot.name().getBytes(StandardCharsets.UTF_8);
    children.add(spot.above(), name, id);
    INode.Builder message =
        INode.newBuilder().setId(id).setName(PBHelperClient.getByteString(name));
    kind.of(message).build().writeDelimitedTo(out);
    return id;
  }

  /**
   * Writes an image that holds what the old one holds and what was added, without compression.
   *
   * @param to a file that is made or replaced
   * @param transaction the image's number
   * @return the sum of its bytes
   */
  public MD5Hash write(Path to, long transaction) throws IOException {
    out.close();
    NameSystemSection system =
        image.system().toBuilder()
            .setGenstampV2(stamp())
            .setLastAllocatedBlockId(block)
            .setTransactionId(transaction)
            .build();
    INodeSection inodes =
        image.inodes().toBuilder()
            .setLastInodeId(inode)
            .setNumInodes(image.inodes().getNumInodes() + made)
            .build();
    try (FsImageWriter writer = new FsImageWriter(image, to)) {
      return writer.write(new FsImageWriter.Changes(system, inodes, spool, children, strings));
    }
  }

  @Override
  public void close() throws IOException {
    children.close();
    out.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeReferenceSection.INodeReference;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.NameSystemSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotSection;
import org.apache.hadoop.hdfs.server.namenode.INodeId;
import org.apache.hadoop.util.LimitInputStream;

/**
 * An image of the names of HDFS, as a NameNode has saved it: sections of messages, as Hadoop's
 * {@code fsimage.proto} describes them. It is only read. Not thread-safe.
 */
public final class FsImage {

  private static final String ZONE = HdfsServerConstants.CRYPTO_XATTR_ENCRYPTION_ZONE;

  private static final int AT_ONCE = 1 << 20;

  private final Path file;
  private final Configuration conf;
  private final FileSummary summary;
  private final NameSystemSection system;
  private final INodeSection inodes;

  /**
   * @param conf says how to read an image that is compressed
   * @throws StoreException if it is no image, or holds snapshots
   */
  public FsImage(Path file, Configuration conf) throws IOException {
    this.file = file;
    this.conf = conf;
    this.summary = summary(file);
    try (InputStream in = open(SectionName.NS_INFO)) {
      this.system = NameSystemSection.parseDelimitedFrom(in);
    }
    try (InputStream in = open(SectionName.INODE)) {
      this.inodes = INodeSection.parseDelimitedFrom(in);
    }
    refuseSnapshots();
    refuseReferences();
  }

  private static FileSummary summary(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      if (!FSImageUtil.checkFileFormat(in)) {
        throw new StoreException(
            Kind.FAILED, null, "'" + file + "' is no image of the names of HDFS that is known");
      }
      return FSImageUtil.loadSummary(in);
    }
  }

  private void refuseSnapshots() throws IOException {
    if (section(SectionName.SNAPSHOT).isEmpty()) {
      return;
    }
    try (InputStream in = open(SectionName.SNAPSHOT)) {
      if (SnapshotSection.parseDelimitedFrom(in).getNumSnapshots() > 0) {
        throw new StoreException(
            Kind.FAILED, null, "HDFS has snapshots; attach while it runs, or delete them first");
      }
    }
  }

  /** A rename within a snapshot leaves them, also after the snapshot has been deleted. */
  private void refuseReferences() throws IOException {
    if (section(SectionName.INODE_REFERENCE).isEmpty()) {
      return;
    }
    try (InputStream in = open(SectionName.INODE_REFERENCE)) {
      if (INodeReference.parseDelimitedFrom(in) != null) {
        throw new StoreException(
            Kind.FAILED,
            null,
            "HDFS has files or directories that were renamed while there was a snapshot of them;"
                + " attach while it runs");
      }
    }
  }

  FileSummary summary() {
    return summary;
  }

  NameSystemSection system() {
    return system;
  }

  INodeSection inodes() {
    return inodes;
  }

  /** The sections in the order in which they are in the file, without those within others. */
  List<FileSummary.Section> sections() {
    return summary.getSectionsList().stream()
        .sorted(Comparator.comparingLong(FileSummary.Section::getOffset))
        .filter(section -> !section.getName().endsWith("_SUB"))
        .toList();
  }

  private Optional<FileSummary.Section> section(SectionName name) {
    return summary.getSectionsList().stream()
        .filter(section -> section.getName().equals(name.name()))
        .findFirst();
  }

  private InputStream open(SectionName name) throws IOException {
    return open(
        section(name)
            .orElseThrow(() -> new IOException("'" + file + "' has no section '" + name + "'")));
  }

  /** The bytes of a section, as they are before any compression. */
  InputStream open(FileSummary.Section section) throws IOException {
    FileChannel channel = FileChannel.open(file);
    try {
      channel.position(section.getOffset());
      InputStream bytes =
          new LimitInputStream(Channels.newInputStream(channel), section.getLength());
      return FSImageUtil.wrapInputStreamForCompression(
          conf, summary.getCodec(), new BufferedInputStream(bytes, AT_ONCE));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  FsImageStringTable strings() throws IOException {
    try (InputStream in = open(SectionName.STRING_TABLE)) {
      return FsImageStringTable.read(in);
    }
  }

  /** Is shown something of an image. */
  private interface Visitor<T> {
    void see(T message) throws IOException;
  }

  private void eachInode(Visitor<INode> visitor) throws IOException {
    try (InputStream in = open(SectionName.INODE)) {
      INodeSection.parseDelimitedFrom(in);
      for (long i = 0; i < inodes.getNumInodes(); i++) {
        visitor.see(INode.parseDelimitedFrom(in));
      }
    }
  }

  private void eachDirectory(Visitor<DirEntry> visitor) throws IOException {
    try (InputStream in = open(SectionName.INODE_DIR)) {
      for (DirEntry next = DirEntry.parseDelimitedFrom(in);
          next != null;
          next = DirEntry.parseDelimitedFrom(in)) {
        visitor.see(next);
      }
    }
  }

  /**
   * The directory that is there of a path, and what of the path is not.
   *
   * @param id of the last directory that is there
   * @param root owner, group and mode of the root, as the image holds them
   * @param missing names, at least one
   */
  record Place(long id, long root, List<String> missing) {}

  /**
   * @param path absolute
   * @throws StoreException if all of it is there, or a file or an encryption zone is in the way
   */
  Place place(String path) throws IOException {
    List<String> left = new ArrayList<>(List.of(path.substring(1).split("/")));
    Map<Long, INode> named = new HashMap<>();
    FsImageStringTable strings = strings();
    long root = collect(left, named, strings);
    Map<Long, Long> parents = parents(named.keySet());
    long at = INodeId.ROOT_INODE_ID;
    while (!left.isEmpty()) {
      Optional<INode> next = child(at, left.get(0), named, parents);
      if (next.isEmpty()) {
        return new Place(at, root, left);
      }
      refuseZone(next.get(), strings);
      at = next.get().getId();
      String part = left.remove(0);
      if (next.get().getType() != INode.Type.DIRECTORY && !left.isEmpty()) {
        throw new StoreException(
            Kind.NOT_A_DIRECTORY, null, "'" + part + "' on the way to '" + path + "' is a file");
      }
    }
    throw new StoreException(
        Kind.ALREADY_EXISTS,
        null,
        "'" + path + "' exists in HDFS; name a directory that does not, or attach while it runs");
  }

  /** What is attached is not encrypted, and HDFS takes no such file into a zone. */
  private static void refuseZone(INode inode, FsImageStringTable strings) throws StoreException {
    if (new FsImageInodes(strings, 0).hasAttribute(inode.getDirectory(), ZONE)) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          null,
          "'"
              + (inode.getId() == INodeId.ROOT_INODE_ID ? "/" : inode.getName().toStringUtf8())
              + "' is an encryption zone of HDFS; attach to a directory that is in none");
    }
  }

  /** Collects what has one of the names; returns owner, group and mode of the root. */
  private long collect(List<String> names, Map<Long, INode> named, FsImageStringTable strings)
      throws IOException {
    Set<String> wanted = Set.copyOf(names);
    long[] root = new long[1];
    eachInode(
        inode -> {
          if (inode.getId() == INodeId.ROOT_INODE_ID) {
            refuseZone(inode, strings);
            root[0] = inode.getDirectory().getPermission();
          } else if (wanted.contains(inode.getName().toStringUtf8())) {
            named.put(inode.getId(), inode);
          }
        });
    return root[0];
  }

  private Map<Long, Long> parents(Set<Long> children) throws IOException {
    Map<Long, Long> parents = new HashMap<>();
    eachDirectory(
        directory -> {
          for (long child : directory.getChildrenList()) {
            if (children.contains(child)) {
              parents.put(child, directory.getParent());
            }
          }
        });
    return parents;
  }

  private static Optional<INode> child(
      long above, String name, Map<Long, INode> named, Map<Long, Long> parents) {
    return named.values().stream()
        .filter(inode -> inode.getName().toStringUtf8().equals(name))
        .filter(inode -> Long.valueOf(above).equals(parents.get(inode.getId())))
        .findFirst();
  }

  /** The names of what is in a directory, by their numbers. */
  Map<Long, byte[]> children(long directory) throws IOException {
    Set<Long> children = new HashSet<>();
    eachDirectory(
        entry -> {
          if (entry.getParent() == directory) {
            children.addAll(entry.getChildrenList());
          }
        });
    Map<Long, byte[]> names = new HashMap<>();
    if (!children.isEmpty()) {
      eachInode(
          inode -> {
            if (children.contains(inode.getId())) {
              names.put(inode.getId(), inode.getName().toByteArray());
            }
          });
    }
    return names;
  }
}

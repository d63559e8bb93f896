// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.NameSystemSection;
import org.apache.hadoop.io.MD5Hash;

/**
 * Writes an image with what another one holds and what is added to it. What is not touched goes
 * through as it is. Not thread-safe.
 */
final class FsImageWriter implements Closeable {

  private static final int AT_ONCE = 1 << 20;

  private final FsImage old;
  private final MessageDigest digest = MD5Hash.getDigester();
  private final Counted out;
  private final FileSummary.Builder summary;

  FsImageWriter(FsImage old, Path to) throws IOException {
    this.old = old;
    this.summary = old.summary().toBuilder().clearSections().clearCodec();
    this.out =
        new Counted(
            new BufferedOutputStream(
                new DigestOutputStream(Files.newOutputStream(to), digest), AT_ONCE));
  }

  /**
   * What is not as in the old image.
   *
   * @param inodes the header of all inodes
   * @param added the messages of the new inodes
   * @param children what is in each directory that is new or gets something new; one of the old
   *     image gets something, and all that it holds is named
   */
  record Changes(
      NameSystemSection system,
      INodeSection inodes,
      Path added,
      ChildNames children,
      FsImageStringTable strings) {}

  /** Knows how many bytes went through. */
  private static final class Counted extends FilterOutputStream {
    private long count;

    Counted(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      count += length;
    }
  }

  /** Writes all of it; returns the sum of its bytes. */
  MD5Hash write(Changes changes) throws IOException {
    out.write(FSImageUtil.MAGIC_HEADER);
    for (FileSummary.Section section : old.sections()) {
      long start = out.count;
      try (InputStream in = old.open(section)) {
        section(section.getName(), in, changes);
      }
      summary.addSections(
          section.toBuilder().setOffset(start).setLength(out.count - start).build());
    }
    long start = out.count;
    summary.build().writeDelimitedTo(out);
    out.write(ByteBuffer.allocate(Integer.BYTES).putInt((int) (out.count - start)).array());
    out.flush();
    return new MD5Hash(digest.digest());
  }

  private void section(String name, InputStream in, Changes changes) throws IOException {
    switch (name) {
      case "NS_INFO" -> changes.system().writeDelimitedTo(out);
      case "STRING_TABLE" -> changes.strings().write(out);
      case "INODE" -> {
        INodeSection.parseDelimitedFrom(in);
        changes.inodes().writeDelimitedTo(out);
        in.transferTo(out);
        Files.copy(changes.added(), out);
      }
      case "INODE_DIR" -> directories(in, changes.children());
      default -> in.transferTo(out);
    }
  }

  /** New directories have higher numbers than the old one that gets something, so that is first. */
  private void directories(InputStream in, ChildNames children) throws IOException {
    children.each(
        new ChildNames.Visitor() {
          private boolean begun;

          @Override
          public void see(long directory, List<Long> now) throws IOException {
            if (begun || !replace(in, directory, now)) {
              DirEntry.newBuilder()
                  .setParent(directory)
                  .addAllChildren(now)
                  .build()
                  .writeDelimitedTo(out);
            }
            begun = true;
          }
        });
  }

  /**
   * Passes the old directories on, one of them with what it holds now; false if it is not there.
   */
  private boolean replace(InputStream in, long directory, List<Long> now) throws IOException {
    boolean replaced = false;
    for (DirEntry next = DirEntry.parseDelimitedFrom(in);
        next != null;
        next = DirEntry.parseDelimitedFrom(in)) {
      boolean changed = next.getParent() == directory;
      DirEntry entry =
          changed ? next.toBuilder().clearChildren().addAllChildren(now).build() : next;
      entry.writeDelimitedTo(out);
      replaced |= changed;
    }
    return replaced;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}

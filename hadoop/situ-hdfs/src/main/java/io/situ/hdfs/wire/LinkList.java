// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The blocks that one host is to link while its DataNode is stopped, as a file: a magic number, the
 * orders, a number that none of them begins with, and how many there were. The magic number is
 * another one until only renames are left before the image that has these blocks is there. So no
 * list is carried out of an attach that was killed before, and each list can be of one that was
 * killed once an image was there.
 */
public final class LinkList {

  private static final int MAGIC = 0x53495431;
  private static final int WITHOUT_IMAGE = 0x53495430;
  private static final byte MORE = 1;
  private static final byte END = 0;
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private LinkList() {}

  /** Takes orders. */
  public interface Taker {
    void accept(LinkBlockRequest order) throws IOException;
  }

  /**
   * Reads a list; orders come as they are read.
   *
   * @throws IOException if the file is something else, was cut, or is of an attach that has not
   *     come to its image
   */
  public static void read(Path file, Taker taker) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int magic = in.readInt();
      if (magic == WITHOUT_IMAGE) {
        throw new IOException(
            "'"
                + file
                + "' is the list of an attach that has not ended, and HDFS has none of its blocks;"
                + " if that attach was stopped, delete the list and attach again");
      }
      if (magic != MAGIC) {
        throw new IOException("'" + file + "' is no list of blocks to link");
      }
      long count = 0;
      byte next = in.readByte();
      for (; next == MORE; next = in.readByte()) {
        taker.accept(LinkMessagesV2.order(in));
        count++;
      }
      if (next != END) {
        throw new IOException("'" + file + "' is damaged after " + count + " blocks");
      }
      if (in.readLong() != count) {
        throw new IOException("'" + file + "' is damaged: it lacks some of its blocks");
      }
    } catch (EOFException e) {
      throw new IOException("'" + file + "' is no whole list of blocks to link; copy it again", e);
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + file + "' is damaged: " + e.getMessage(), e);
    }
  }

  /**
   * Returns whether a file is the list of an attach that runs, or was stopped before its image was
   * there.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean isWithoutImage(Path file) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return in.readInt() == WITHOUT_IMAGE;
    } catch (EOFException e) {
      return true;
    }
  }

  /**
   * Writes a list. One that was not ended and published is refused by its reader. Not thread-safe.
   */
  public static final class Writer implements Closeable {

    private final FileChannel file;
    private final DataOutputStream out;
    private long count;

    /**
     * Begins a new list. Only its owner may read and write it: it says where objects are, and what
     * its reader is to link.
     *
     * @throws java.nio.file.FileAlreadyExistsException if something is there, which stays
     */
    public Writer(Path file) throws IOException {
      this.file = FileChannel.open(file, NEW, PRIVATE);
      this.out =
          new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(this.file)));
      out.writeInt(WITHOUT_IMAGE);
    }

    public void add(LinkBlockRequest order) throws IOException {
      out.writeByte(MORE);
      LinkMessagesV2.write(out, order);
      count++;
    }

    /** Says that it is whole. All of it is on the disk when this returns. */
    public void end() throws IOException {
      out.writeByte(END);
      out.writeLong(count);
      out.flush();
      file.force(true);
    }

    /** Says, of a list that was ended, that the image which has its blocks is about to be there. */
    public void publish() throws IOException {
      file.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, MAGIC), 0);
      file.force(true);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;

/** What stands for a linked block where Hadoop looks for the block's bytes. */
public sealed interface BlockFile {

  /** Whether it is what is there. */
  boolean isAt(Path place) throws IOException;

  /** Makes it where nothing is. */
  void makeAt(Path place) throws IOException;

  /**
   * A sparse file without any bytes.
   *
   * @param length bytes of the block
   */
  record Placeholder(long length) implements BlockFile {

    private static final int AT_ONCE = 1 << 16;

    /**
     * Returns whether a file has no byte that is not zero, for which it is read up to the first
     * such byte. That is so of every placeholder, and of few blocks with bytes of their own, such
     * as those of a file that was filled with zeros to reserve its room.
     */
    static boolean isOnlyZeros(Path file) throws IOException {
      byte[] zeros = new byte[AT_ONCE];
      byte[] bytes = new byte[AT_ONCE];
      try (InputStream in = Files.newInputStream(file)) {
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
          if (!Arrays.equals(bytes, 0, count, zeros, 0, count)) {
            return false;
          }
        }
        return true;
      }
    }

    @Override
    public boolean isAt(Path place) throws IOException {
      return Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS) && Files.size(place) == length;
    }

    @Override
    public void makeAt(Path place) throws IOException {
      try (RandomAccessFile file = new RandomAccessFile(place.toFile(), "rw")) {
        file.setLength(length);
      }
    }
  }

  /**
   * A symbolic link. What Situ serves is never read or written through it; it is for a DataNode
   * that runs without Situ, and for people.
   *
   * @param target absolute path of the object on this host
   */
  record SymbolicLink(Path target) implements BlockFile {

    @Override
    public boolean isAt(Path place) throws IOException {
      return Files.isSymbolicLink(place) && Files.readSymbolicLink(place).equals(target);
    }

    @Override
    public void makeAt(Path place) throws IOException {
      Files.createSymbolicLink(place, target);
    }
  }
}

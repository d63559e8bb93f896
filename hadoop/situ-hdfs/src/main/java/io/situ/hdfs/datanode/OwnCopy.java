package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkedBlock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;

/** Turns a linked block into an ordinary one, whose bytes lie on the DataNode's volume. */
final class OwnCopy {

  private OwnCopy() {}

  /**
   * Puts a copy in the placeholder's place, at once, then forgets the object. A crash between the
   * two leaves a linked block, which the next call makes an ordinary one.
   *
   * @throws IOException if the bytes are not all there or do not fit; the block is still linked
   */
  static void make(ReplicaInfo replica, InputStream bytes, LinkedBlock block) throws IOException {
    Path placeholder = Path.of(replica.getBlockURI());
    Path copy = placeholder.resolveSibling("situ-copy-of-" + placeholder.getFileName());
    try {
      long copied = Files.copy(bytes, copy, StandardCopyOption.REPLACE_EXISTING);
      if (copied != block.length()) {
        throw new IOException(
            "'" + block.object() + "' gave " + copied + " of " + block.length() + " bytes");
      }
      try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(copy, placeholder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(copy);
    }
    LinkMark.erase(Path.of(replica.getMetadataURI()));
  }

  static void emptyPlaceholder(ReplicaInfo replica) throws IOException {
    try (FileChannel channel =
        FileChannel.open(Path.of(replica.getBlockURI()), StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }
  }
}

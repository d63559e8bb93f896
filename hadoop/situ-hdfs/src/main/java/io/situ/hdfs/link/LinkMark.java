package io.situ.hdfs.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Optional;

/**
 * The description of a linked block, kept as the extended attribute {@code user.situ.link} of the
 * block's checksum file. It moves with that file wherever a DataNode renames or hard-links it, and
 * is gone with it. Safe for use by many threads.
 */
public final class LinkMark {

  private static final String NAME = "situ.link";

  private LinkMark() {}

  /**
   * The description on a checksum file, empty if the file is that of an ordinary block or is not
   * there.
   *
   * @throws IOException if it cannot be told
   */
  public static Optional<LinkedBlock> read(Path checksums) throws IOException {
    UserDefinedFileAttributeView view = view(checksums);
    try {
      if (view == null || !view.list().contains(NAME)) {
        return Optional.empty();
      }
      ByteBuffer bytes = ByteBuffer.allocate(view.size(NAME));
      view.read(NAME, bytes);
      return Optional.of(LinkedBlock.parse(bytes.array()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (FileSystemException e) {
      if (Files.notExists(checksums)) {
        return Optional.empty();
      }
      throw e;
    } catch (IllegalArgumentException e) {
      throw new IOException(
          checksums + " says it belongs to a linked block, but " + e.getMessage(), e);
    }
  }

  /**
   * Writes the description on a checksum file.
   *
   * @throws IOException if the file system of the DataNode's volume has no extended attributes, or
   *     not enough room for one with so long a path
   */
  public static void write(Path checksums, LinkedBlock block) throws IOException {
    UserDefinedFileAttributeView view = view(checksums);
    if (view == null) {
      throw new IOException(
          "the file system that holds '" + checksums + "' has no extended attributes for users");
    }
    try {
      view.write(NAME, ByteBuffer.wrap(block.toBytes()));
    } catch (FileSystemException e) {
      throw new IOException(
          "the file system that holds '"
              + checksums
              + "' takes no extended attribute of "
              + block.toBytes().length
              + " bytes ("
              + e.getReason()
              + "); a linked block needs a volume on ext4 or XFS, and a path below 3,500 bytes",
          e);
    }
  }

  /**
   * Makes the block of a checksum file an ordinary one; does nothing if it is one.
   *
   * @throws IOException if that fails
   */
  public static void erase(Path checksums) throws IOException {
    if (read(checksums).isPresent()) {
      view(checksums).delete(NAME);
    }
  }

  private static UserDefinedFileAttributeView view(Path file) {
    return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a DataNode notes of a linked block, as the extended attribute {@code user.situ.link} of the
 * block's checksum file. It moves with that file wherever a DataNode renames or hard-links it, and
 * is gone with it.
 *
 * @param block what the block is made of
 * @param identity the store's, as this host saw it when the block was linked: distinguishes a store
 *     that is not mounted from one that has lost an object
 * @param summed whether the checksum file holds every checksum; if not, they are computed from the
 *     object
 * @param reported whether the block was reported to the NameNode as corrupt
 * @param symbolic whether a symbolic link stands for the block, not a placeholder
 * @param changed when the object or its attributes changed last, as the store said when the
 *     checksums were those of its bytes, nanoseconds since 1970-01-01T00:00Z; {@link #UNKNOWN} if
 *     that was not noted
 */
public record LinkMetadata(
    LinkedBlock block,
    String identity,
    boolean summed,
    boolean reported,
    boolean symbolic,
    long changed) {

  /** The time of change of marks of older versions. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  private static final String NAME = "situ.link";
  private static final String FORMAT = "2";
  private static final String SUMMED = "summed";
  private static final String LAZY = "lazy";
  private static final String REPORTED = "-bad";
  private static final String SYMBOLIC = "-symlink";

  /** What older versions do not know they pass over. */
  private static final String CHANGED = "-c";

  private static final int FIELDS = 4;
  private static final Pattern STATE =
      Pattern.compile(
          "("
              + SUMMED
              + "|"
              + LAZY
              + ")("
              + REPORTED
              + ")?("
              + SYMBOLIC
              + ")?(?:"
              + CHANGED
              + "([0-9a-f]{1,16}))?");

  /** The longest attribute that Linux has. */
  private static final int MAX_BYTES = 1 << 16;

  /** A mark without a time of change. */
  public LinkMetadata(
      LinkedBlock block, String identity, boolean summed, boolean reported, boolean symbolic) {
    this(block, identity, summed, reported, symbolic, UNKNOWN);
  }

  public LinkMetadata {
    Objects.requireNonNull(block, "block");
    identity = identity.replace('\t', ' ');
  }

  /** The same with every checksum in the file. */
  public LinkMetadata withSums() {
    return new LinkMetadata(block, identity, true, reported, symbolic, changed);
  }

  /** The same, noted as reported or as not. */
  public LinkMetadata withReported(boolean now) {
    return new LinkMetadata(block, identity, summed, now, symbolic, changed);
  }

  /** The same with a symbolic link, or with a placeholder. */
  public LinkMetadata withSymbolic(boolean link) {
    return new LinkMetadata(block, identity, summed, reported, link, changed);
  }

  /** The same with the time of change that an object with these checksums has. */
  public LinkMetadata withChanged(long time) {
    return new LinkMetadata(block, identity, summed, reported, symbolic, time);
  }

  /**
   * The mark of a checksum file, empty if the file is that of an ordinary block or is not there.
   *
   * @throws IOException if it cannot be determined
   */
  public static Optional<LinkMetadata> read(Path checksums) throws IOException {
    UserDefinedFileAttributeView view = view(checksums);
    try {
      if (view == null || !view.list().contains(NAME)) {
        return Optional.empty();
      }
      int size = view.size(NAME);
      if (size > MAX_BYTES) {
        throw new IllegalArgumentException("its mark has " + size + " bytes");
      }
      ByteBuffer bytes = ByteBuffer.allocate(size);
      view.read(NAME, bytes);
      return Optional.of(parse(new String(bytes.array(), StandardCharsets.UTF_8)));
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
   * Writes this on a checksum file.
   *
   * @throws IOException if the file system of the DataNode's volume has no extended attributes, or
   *     not enough room for one with so long a path
   */
  public void write(Path checksums) throws IOException {
    UserDefinedFileAttributeView view = view(checksums);
    if (view == null) {
      throw new IOException(
          "the file system that holds '" + checksums + "' has no extended attributes for users");
    }
    byte[] text = text().getBytes(StandardCharsets.UTF_8);
    try {
      view.write(NAME, ByteBuffer.wrap(text));
    } catch (FileSystemException e) {
      throw new IOException(
          "the file system that holds '"
              + checksums
              + "' takes no extended attribute of "
              + text.length
              + " bytes ("
              + e.getReason()
              + "); a linked block needs a volume on ext4 or XFS, and a path below 3,500 bytes",
          e);
    }
  }

  private String text() {
    String object = new String(block.toBytes(), StandardCharsets.UTF_8);
    String state =
        (summed ? SUMMED : LAZY)
            + (reported ? REPORTED : "")
            + (symbolic ? SYMBOLIC : "")
            + (changed == UNKNOWN ? "" : CHANGED + Long.toHexString(changed));
    return String.join("\t", FORMAT, state, identity, object);
  }

  private static LinkMetadata parse(String text) {
    String[] fields = text.split("\t", FIELDS);
    Matcher state = STATE.matcher(fields.length == FIELDS ? fields[1] : "");
    if (!fields[0].equals(FORMAT) || !state.matches()) {
      throw new IllegalArgumentException(
          "not the mark of a linked block: " + LinkedBlock.excerpt(text));
    }
    return new LinkMetadata(
        LinkedBlock.parse(fields[3].getBytes(StandardCharsets.UTF_8)),
        fields[2],
        state.group(1).equals(SUMMED),
        state.group(2) != null,
        state.group(3) != null,
        state.group(4) == null ? UNKNOWN : Long.parseUnsignedLong(state.group(4), 16));
  }

  private static UserDefinedFileAttributeView view(Path file) {
    return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
  }
}

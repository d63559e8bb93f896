// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import io.situ.hdfs.link.LinkMetadata;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;

/**
 * Where a block's placeholder and checksum file are on a volume, and drafts of them in the volume's
 * scratch directory, which a DataNode empties when it starts. What is in place is only ever
 * replaced by a rename.
 *
 * @param scratch on the same file system
 * @param data the placeholder
 */
public record LinkFiles(Path scratch, Path data, Path checksums) {

  private static final AtomicLong DRAFTS = new AtomicLong();

  /** The files of a block where Hadoop puts finalized ones. */
  public static LinkFiles of(Path volume, String pool, Block block) {
    Path root = volume.resolve("current").resolve(pool);
    File finalized = root.resolve("current/finalized").toFile();
    Path directory = DatanodeUtil.idToBlockDir(finalized, block.getBlockId()).toPath();
    String meta = DatanodeUtil.getMetaName(block.getBlockName(), block.getGenerationStamp());
    return new LinkFiles(
        root.resolve("tmp"), directory.resolve(block.getBlockName()), directory.resolve(meta));
  }

  /** A name for a draft that no other has; close it to remove what was not put in place. */
  public Draft draft() throws IOException {
    make(scratch);
    return new Draft(
        scratch.resolve("situ-" + DRAFTS.incrementAndGet() + "-" + data.getFileName()));
  }

  /** Costs one look where the directory is there. */
  private static void make(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
    }
  }

  /** A file in the making. Not thread-safe. */
  public static final class Draft implements Closeable {

    private final Path path;
    private boolean placed;

    private Draft(Path path) {
      this.path = path;
    }

    public Path path() {
      return path;
    }

    /** Puts the draft in the place of what is there, at once. */
    public void replace(Path place) throws IOException {
      Files.move(path, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      placed = true;
    }

    @Override
    public void close() throws IOException {
      if (!placed) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Whether nothing was there of the block, not even a part that a killed process has left. */
  public boolean isFree(DirectoryNameCache there) throws IOException {
    return !there.has(data) && !there.has(checksums);
  }

  /**
   * Returns whether both files are those of a block that is made of just this, with every checksum
   * if the mark says so.
   */
  public boolean isMadeOf(LinkMetadata wanted, BlockFile block) throws IOException {
    Optional<LinkMetadata> mark = LinkMetadata.read(checksums);
    return mark.isPresent()
        && mark.get().block().equals(wanted.block())
        && (mark.get().summed() || !wanted.summed())
        && Files.size(checksums) == BlockChecksums.fileLength(wanted.block().length())
        && block.isAt(data);
  }

  /**
   * Makes both files where they belong, without drafts: for a block that is not there, in a
   * directory that is, on a volume that is not in use. Killed half-way it leaves a checksum file
   * without a block, which Hadoop forgets, or a placeholder that is too short; {@link #place}
   * repairs both.
   *
   * @param writer writes the checksum file
   */
  public void makeFree(LinkWriter writer, LinkMetadata mark, BlockFile block) throws IOException {
    boolean done = false;
    try {
      writer.write(checksums, mark);
      mark.write(checksums);
      block.makeAt(data);
      done = true;
    } finally {
      if (!done) {
        Files.deleteIfExists(data);
        Files.deleteIfExists(checksums);
      }
    }
  }

  /**
   * Puts a checksum file in place, and what stands for the block where it is not. The checksum file
   * comes first: Hadoop forgets one without a block, but takes a block without one for real.
   *
   * @param sums closed with its mark by the caller
   */
  public void place(Draft sums, LinkMetadata mark, BlockFile block) throws IOException {
    mark.write(sums.path());
    make(data.getParent());
    if (block.isAt(data)) {
      sums.replace(checksums);
      return;
    }
    boolean isNew = Files.notExists(checksums);
    try (Draft made = draft()) {
      block.makeAt(made.path());
      sums.replace(checksums);
      boolean done = false;
      try {
        made.replace(data);
        done = true;
      } finally {
        if (!done && isNew) {
          Files.deleteIfExists(checksums);
        }
      }
    }
  }

  /** Puts an empty file in the placeholder's place; another hard link to that keeps its length. */
  public static void empty(Path scratch, Path data) throws IOException {
    try (Draft none = new LinkFiles(scratch, data, data).draft()) {
      Files.createFile(none.path());
      none.replace(data);
    }
  }
}

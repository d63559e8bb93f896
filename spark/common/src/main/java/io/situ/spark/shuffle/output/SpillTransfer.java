// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import io.situ.spark.shuffle.directory.SharedFiles;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.apache.spark.shuffle.api.SingleSpillShuffleMapOutputWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the one file that a map spilled its output. Where the spill is on the same file system it
 * is moved, so that no byte is written twice; otherwise it is copied. Not thread-safe.
 */
public final class SpillTransfer implements SingleSpillShuffleMapOutputWriter {

  private static final Logger LOG = LoggerFactory.getLogger(SpillTransfer.class);
  private static final int BUFFER = 1 << 20;

  private final SharedFiles files;
  private final Optional<Path> hostPath;
  private final MapOutputId output;
  private final boolean sync;
  private final SharedMapOutputWriter copy;
  private boolean moved;

  /**
   * Creates a transfer.
   *
   * @param hostPath the directory of shuffles as this host mounts it; empty if it does not
   * @param sync whether the output must outlast this host when it is committed
   */
  public SpillTransfer(
      SharedFiles files, Optional<Path> hostPath, MapOutputId output, boolean sync) {
    this.files = files;
    this.hostPath = hostPath;
    this.output = output;
    this.sync = sync;
    this.copy = new SharedMapOutputWriter(files, output, sync);
  }

  @Override
  public void transferMapSpillFile(File spill, long[] lengths, long[] checksums)
      throws IOException {
    Optional<Path> target = spill.length() == 0 ? Optional.empty() : move(spill.toPath());
    if (target.isEmpty()) {
      copy(spill, lengths);
    } else {
      try {
        appendIndex(target.get(), lengths);
      } catch (IOException e) {
        throw files.explained(e);
      }
    }
  }

  private Optional<Path> move(Path spill) throws IOException {
    if (hostPath.isEmpty() || !Files.isDirectory(hostPath.get())) {
      return Optional.empty();
    }
    Path target =
        hostPath
            .get()
            .resolve(output.file().getParent().getName())
            .resolve(output.file().getName());
    if (!Files.isDirectory(target.getParent())) {
      files.makePrivate(output.file().getParent());
    }
    try {
      Files.move(spill, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw files.explained(e);
    }
    moved = true;
    return Optional.of(target);
  }

  private void appendIndex(Path file, long[] lengths) throws IOException {
    ShuffleFileIndex.Builder index = new ShuffleFileIndex.Builder(output.partitions());
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      for (int partition = 0; partition < lengths.length; partition++) {
        index.begin(partition);
        forEachPart(in, lengths[partition], buffer, length -> index.update(buffer, 0, length));
      }
    }
    MapOutputId whole = output.withLength(index.length());
    try (FileChannel out = FileChannel.open(file, StandardOpenOption.APPEND)) {
      ByteBuffer entries = ByteBuffer.wrap(index.finish(whole));
      while (entries.hasRemaining()) {
        out.write(entries);
      }
      if (sync) {
        out.force(true);
      }
    }
    if (files.length(output.file()) != Files.size(file)) {
      throw new IOException(
          "'" + file + "' is not the file that the file system shows as '" + output.file() + "'");
    }
  }

  private void copy(File spill, long[] lengths) throws IOException {
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = new FileInputStream(spill)) {
      for (int partition = 0; partition < lengths.length; partition++) {
        if (lengths[partition] > 0) {
          try (OutputStream out = copy.getPartitionWriter(partition).openStream()) {
            forEachPart(in, lengths[partition], buffer, length -> out.write(buffer, 0, length));
          }
        }
      }
    }
    copy.commitAllPartitions(new long[0]);
  }

  @FunctionalInterface
  private interface Part {
    void process(int length) throws IOException;
  }

  private static void forEachPart(InputStream in, long length, byte[] buffer, Part part)
      throws IOException {
    long left = length;
    while (left > 0) {
      int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (count < 0) {
        throw new EOFException("a spill file ends " + left + " bytes early");
      }
      part.process(count);
      left -= count;
    }
  }

  /** Deletes what was written, also after it was committed. Never fails. */
  public void discard() {
    copy.discard();
    if (moved) {
      moved = false;
      try {
        files.delete(output.file());
      } catch (IOException e) {
        LOG.warn("{} stays until the application ends: {}", output.file(), e.getMessage());
      }
    }
  }
}

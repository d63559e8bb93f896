// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.StoreException;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The stripes of new files, as large as the blocks that their writers ask for, so that a block lies
 * on one target. Thread-safe.
 *
 * @param max the largest stripe, in bytes
 * @param count how many targets a file lies on, -1 for all; empty for what its directory says
 * @param usual the stripe size of files whose directory says none, in bytes
 */
record NewFileStripes(long max, OptionalInt count, long usual, StoreWarnings warnings) {

  /** Where a client shows what its file systems do unless a directory says otherwise. */
  static final Path DEFAULTS = Path.of("/sys/fs/lustre/lov");

  /** Lustre's own, unless it is configured. */
  static final long USUAL = 1 << 20;

  private static final int UNIT = 1 << 16;
  private static final long MAX = (1L << 32) - UNIT;
  private static final int MAX_COUNT = 2000;

  static final ConfigKey<Long> SIZE =
      ConfigKey.of(
          "stripe.size.max",
          ConfigType.size(UNIT, MAX),
          "Largest stripe that a new file is laid out in, in bytes or as 64m: its writer's block"
              + " size, up to this, becomes the file's stripe size. Unset: the directory's layout.");
  static final ConfigKey<Integer> COUNT =
      ConfigKey.of(
          "stripe.count",
          ConfigType.number(-1, MAX_COUNT)
              .where(count -> count != 0, "a number from 1 to " + MAX_COUNT + ", or -1"),
          "With stripe.size.max, over how many targets a new file is striped, -1 for all of them."
              + " Unset: as many as its directory says.");

  // struct lov_user_md_v1, and _v3 with the name of a pool behind it.
  private static final int V1 = 0x0BD10BD0;
  private static final int V3 = 0x0BD30BD0;
  private static final int V1_LENGTH = 32;
  private static final int V3_LENGTH = 48;
  private static final int PATTERN_AT = 4;
  private static final int SIZE_AT = 24;
  private static final int COUNT_AT = 28;
  private static final int OFFSET_AT = 30;
  private static final int RAID0 = 1;
  private static final short ANY_TARGET = -1;

  /**
   * Returns what the configuration asks for.
   *
   * @return empty where new files keep the layout of their directory
   * @throws StoreException {@code INVALID_ARGUMENT} if a value is out of its bounds
   */
  static Optional<NewFileStripes> of(StoreConfig config) throws StoreException {
    Optional<Long> size = config.find(SIZE);
    Optional<Integer> count = config.find(COUNT);
    if (size.isEmpty() && count.isPresent()) {
      throw config.refusal(COUNT, "needs " + config.fullName(SIZE));
    }
    return size.map(
        bytes ->
            new NewFileStripes(
                bytes,
                count.map(OptionalInt::of).orElseGet(OptionalInt::empty),
                USUAL,
                config.notices()));
  }

  /**
   * Returns the same for a file system, with the stripe size that this client shows for it.
   *
   * @param directory {@link #DEFAULTS}
   * @param fsname the file system's name
   */
  NewFileStripes of(Path directory, String fsname) {
    long shown = 0;
    try (DirectoryStream<Path> clients =
        Files.newDirectoryStream(directory, client -> isOf(client, fsname))) {
      for (Path client : clients) {
        String size = Files.readString(client.resolve("stripesize")).strip();
        shown = Math.max(shown, size.matches("[0-9]{1,18}") ? Long.parseLong(size) : 0);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return this;
    }
    return shown == 0 ? this : new NewFileStripes(max, count, shown, warnings);
  }

  private static boolean isOf(Path client, String fsname) {
    return client.getFileName().toString().startsWith(fsname + "-clilov-");
  }

  /**
   * Returns the layout of a new file, as {@code lfs setstripe} asks for one.
   *
   * @param template that of its directory; empty if it has none
   * @param blockSize what the writer asks for
   * @return empty where the directory's layout is to stay: its stripes are as large, or it is more
   *     than stripes (several components, data on the metadata server)
   */
  Optional<byte[]> layout(Optional<byte[]> template, long blockSize) {
    long wanted = Math.min(blockSize, max);
    long size = wanted - wanted % UNIT;
    ByteBuffer layout =
        ByteBuffer.wrap(template.orElseGet(NewFileStripes::striped).clone())
            .order(ByteOrder.nativeOrder());
    if (!isStriped(layout)) {
      warnings.note(
          "new files keep the layout of their directory, because it is more than stripes",
          "lfs getstripe -d shows it");
      return Optional.empty();
    }
    long before = Integer.toUnsignedLong(layout.getInt(SIZE_AT));
    if (size <= (before == 0 ? usual : before)) {
      return Optional.empty();
    }
    layout.putInt(SIZE_AT, (int) size);
    count.ifPresent(targets -> layout.putShort(COUNT_AT, (short) targets));
    return Optional.of(layout.array());
  }

  /** Reports that a file could not be laid out so. */
  void refused(StoreException reason) {
    warnings.note(
        "new files keep the layout of their directory, because the file system does not take "
            + SIZE.name(),
        String.valueOf(reason.getMessage()));
  }

  /** With the file system's own count. */
  private static byte[] striped() {
    ByteBuffer layout = ByteBuffer.allocate(V1_LENGTH).order(ByteOrder.nativeOrder());
    layout.putInt(0, V1).putInt(PATTERN_AT, RAID0).putShort(OFFSET_AT, ANY_TARGET);
    return layout.array();
  }

  private static boolean isStriped(ByteBuffer layout) {
    if (layout.capacity() < V1_LENGTH) {
      return false;
    }
    int magic = layout.getInt(0);
    int pattern = layout.getInt(PATTERN_AT);
    boolean whole =
        magic == V1 && layout.capacity() == V1_LENGTH
            || magic == V3 && layout.capacity() == V3_LENGTH;
    return whole && (pattern == 0 || pattern == RAID0);
  }
}

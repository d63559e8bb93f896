// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import io.situ.driver.ceph.cluster.ObjectSizeLimit;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Lays new files out in objects as large as the blocks that their writers ask for, so that a block
 * lies on one OSD. CephFS takes a layout only while a file is empty, and only from clients whose
 * capability for the MDS has {@code p}. Thread-safe.
 *
 * @param max the largest object, in bytes
 * @param limit what OSDs take
 */
public record NewFileLayout(long max, ObjectSizeLimit limit, StoreWarnings warnings) {

  private static final long MIN = 64 << 10;

  /** What OSDs take as they come, {@code osd_max_object_size}. */
  private static final long MAX = 128 << 20;

  public static final ConfigKey<Long> KEY =
      ConfigKey.of(
          "object.size.max",
          ConfigType.size(MIN, MAX),
          "Largest object that a new file is laid out in, in bytes or as 64m: its writer's block"
              + " size, up to this and the cluster's osd_max_object_size, becomes the file's object"
              + " size. Unset: the directory's layout.");

  private static final String OBJECT_SIZE = "ceph.file.layout.object_size";

  /**
   * Returns what the configuration asks for.
   *
   * @return empty where new files keep the layout of their directory
   * @throws StoreException {@code INVALID_ARGUMENT} if the value is no size from 64 KiB to 128 MiB
   */
  public static Optional<NewFileLayout> of(StoreConfig config) throws StoreException {
    Optional<Long> max = config.find(KEY);
    return max.isPresent()
        ? Optional.of(new NewFileLayout(max.get(), ObjectSizeLimit.open(config), config.notices()))
        : Optional.empty();
  }

  /**
   * Lays out a file that has no bytes yet. Where that is not possible the file keeps its layout,
   * and a warning says why.
   *
   * @param handle of the file
   * @param blockSize what its writer asks for
   * @param attributes where its layout is
   */
  public void apply(StorePath path, WriteHandle handle, long blockSize, VirtualXattrs attributes) {
    try {
      byte[] text = attributes.xattr(path, FileLayout.ATTRIBUTE);
      FileLayout layout = FileLayout.parse(new String(text, StandardCharsets.UTF_8));
      OptionalLong size = objectSize(layout, blockSize);
      if (size.isPresent()) {
        size = objectSize(layout, Math.min(size.getAsLong(), mostThatOsdsTake()));
      }
      if (size.isPresent()) {
        byte[] value = Long.toString(size.getAsLong()).getBytes(StandardCharsets.US_ASCII);
        handle.setXattr(OBJECT_SIZE, ByteBuffer.wrap(value));
      }
    } catch (StoreException | IllegalArgumentException e) {
      warnings.note(
          "new files keep the layout of their directory, because "
              + OBJECT_SIZE
              + " cannot be set (the client needs 'allow rwp' for the MDS)",
          String.valueOf(e.getMessage()));
    }
  }

  /** Past it the layout would be taken, and writes would hang. */
  private long mostThatOsdsTake() {
    try {
      long bytes = limit.bytes();
      if (bytes < max) {
        warnings.note(
            "objects of new files are no larger than what the cluster's OSDs take",
            "osd_max_object_size is " + bytes + ", and this store's object.size.max is " + max);
      }
      return bytes;
    } catch (IOException e) {
      warnings.note(
          "new files are laid out in objects up to object.size.max, and writes hang if the"
              + " cluster's osd_max_object_size is less",
          String.valueOf(e.getMessage()));
      return Long.MAX_VALUE;
    }
  }

  /**
   * Returns the size of objects that hold a block each.
   *
   * @return empty where the layout is to stay: it has stripes, or objects that are as large already
   */
  OptionalLong objectSize(FileLayout layout, long blockSize) {
    long wanted = Math.min(blockSize, max);
    long size = wanted - wanted % layout.stripeUnit();
    return layout.stripeCount() == 1 && size > layout.objectSize()
        ? OptionalLong.of(size)
        : OptionalLong.empty();
  }
}

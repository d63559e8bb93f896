// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import io.situ.storage.StoreException.Kind;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.OptionalLong;

/** A file opened for writing at its end. Not thread-safe. */
public interface WriteHandle extends AutoCloseable {

  /**
   * Writes all of {@code buffer}. After an exception the file's end is undefined and every further
   * call but {@link #close} and {@link #abort} fails.
   *
   * @throws StoreException {@code NO_SPACE}; {@code UNAVAILABLE}; {@code FAILED} also after close
   */
  void write(ByteBuffer buffer) throws StoreException;

  /** Returns where the next byte goes, from the start of the file. */
  long position();

  /**
   * Makes what was written visible to readers that open the file from now on.
   *
   * @throws StoreException {@code UNSUPPORTED} without {@link Capability#FLUSH}
   */
  void flush() throws StoreException;

  /**
   * Returns when what was written survives a power cut. Flushes first.
   *
   * @throws StoreException {@code UNSUPPORTED} without {@link Capability#SYNC}; {@code NO_SPACE}
   */
  void sync() throws StoreException;

  /**
   * Sets an extended attribute of the open file, and never one of another file that has its name by
   * now.
   *
   * @param name the attribute's full name
   * @throws StoreException {@code UNSUPPORTED} if the store has no such attributes, which is the
   *     default; {@code PERMISSION_DENIED}; {@code INVALID_ARGUMENT} for a value that the store
   *     does not take; {@code NOT_FOUND} if the file has lost its name and the store needs it;
   *     {@code FAILED} also after close
   */
  default void setXattr(String name, ByteBuffer value) throws StoreException {
    throw new StoreException(
        Kind.UNSUPPORTED, null, "the store sets no extended attributes of open files");
  }

  /**
   * Ends writing without the intent to keep: a file made by {@link Store#create} is taken away, one
   * opened by {@link Store#append} keeps what was written. Does nothing after {@link #close}.
   *
   * @throws StoreException {@code FAILED}; the handle is closed, the file may remain
   */
  void abort() throws StoreException;

  /**
   * Ends writing. The file is then as long as {@link #position()} and visible to everyone. Closing
   * twice does nothing.
   *
   * @throws StoreException {@code NO_SPACE}, {@code FAILED}: the content must be taken as lost;
   *     {@code ALREADY_EXISTS} as {@link Store#create} says
   */
  @Override
  void close() throws StoreException;

  /**
   * How to create.
   *
   * @param replace put a new file in the place of one that is there
   * @param mode permission bits, {@code 0} to {@code 07777}, given to the file whatever the
   *     process's umask says, but for those that the store takes away, as by a default access list
   *     of the parent
   * @param blockSize bytes that the writer would like to lie together, on the same hosts; a store
   *     that cannot or is not to lay the file out so ignores it; empty where the writer says
   *     nothing
   */
  record Options(boolean replace, int mode, OptionalLong blockSize) {

    /** Exclusive creation, {@code 0644}. */
    public static final Options EXCLUSIVE = new Options(false, 0644);

    /** Replacing creation, {@code 0644}. */
    public static final Options REPLACE = new Options(true, 0644);

    public Options {
      Attributes.checkMode(mode);
      Objects.requireNonNull(blockSize, "blockSize");
    }

    /** Creates options for a writer that asks for no block size. */
    public Options(boolean replace, int mode) {
      this(replace, mode, OptionalLong.empty());
    }

    /** Returns the same with another mode for the file. */
    public Options withMode(int newMode) {
      return new Options(replace, newMode, blockSize);
    }

    /**
     * @param bytes more than 0
     */
    public Options withBlockSize(long bytes) {
      return new Options(replace, mode, OptionalLong.of(bytes));
    }
  }
}

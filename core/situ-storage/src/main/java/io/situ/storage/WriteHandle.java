// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.nio.ByteBuffer;

/** A file opened for writing at its end. Not thread-safe. */
public interface WriteHandle extends AutoCloseable {

  /**
   * Writes all of {@code buffer}. After an exception the file's end is undefined and every further
   * call but {@link #close} and {@link #abort} fails.
   *
   * @throws StoreException {@code NO_SPACE}; {@code UNAVAILABLE}; {@code FAILED} also after close
   */
  void write(ByteBuffer buffer) throws StoreException;

  /** Where the next byte goes, from the start of the file. */
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
   */
  record Options(boolean replace, int mode) {

    /** Exclusive creation, {@code 0644}. */
    public static final Options EXCLUSIVE = new Options(false, 0644);

    /** Replacing creation, {@code 0644}. */
    public static final Options REPLACE = new Options(true, 0644);

    public Options {
      Attributes.checkMode(mode);
    }

    public Options withMode(int newMode) {
      return new Options(replace, newMode);
    }
  }
}

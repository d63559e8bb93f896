// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file opened for reading. Thread-safe; none has a position. A handle that is closed while
 * another thread reads makes that read fail, never return bytes of another file.
 */
public interface ReadHandle extends AutoCloseable {

  /** Returns the file as it was when opened. */
  StoreObject object();

  /**
   * Returns whether something fetches the next bytes on its own account while a reader in sequence
   * is busy with the last ones, as a kernel does. Where nothing does, such a reader gains by asking
   * early.
   */
  default boolean readsAhead() {
    return true;
  }

  /**
   * Reads at least one byte where there is one, up to {@code buffer.remaining()}.
   *
   * @param position first byte, from the start of the file, at least 0
   * @param buffer direct buffers are filled without a copy
   * @return the number of bytes, 0 if the buffer has no room, or -1 at or behind the end of the
   *     file
   * @throws StoreException {@code INVALID_ARGUMENT} for a negative position; {@code FAILED} also
   *     after {@link #close}; {@code CHANGED} where the store notices that the file is no longer
   *     the one that was opened; {@code UNAVAILABLE}; {@code INTERRUPTED}
   */
  int read(long position, ByteBuffer buffer) throws StoreException;

  /**
   * Returns the first position, not before {@code position}, at which the file may hold anything
   * but zeros: every byte between the two is zero. Where the store does not know holes that is
   * {@code position}; behind the last data it is the size that {@link #object} reports, or {@code
   * position} if that is larger. The answer may be outdated by a writer.
   *
   * @param position at least 0
   * @throws StoreException as {@link #read}
   */
  default long nextData(long position) throws StoreException {
    return position;
  }

  /**
   * Reads several ranges, each to its full length, in whatever order and joined as it suits the
   * store.
   *
   * @throws StoreException as {@link #read}, and {@code INVALID_ARGUMENT} if a range reaches behind
   *     the end of the file; the buffers' content is then undefined
   */
  default void readFully(List<Range> ranges) throws StoreException {
    for (Range range : ranges) {
      long position = range.position();
      while (range.buffer().hasRemaining()) {
        int count = read(position, range.buffer());
        if (count < 0) {
          throw new StoreException(
              StoreException.Kind.INVALID_ARGUMENT,
              object().path(),
              "the range at " + range.position() + " reaches behind the end of the file");
        }
        position += count;
      }
    }
  }

  /**
   * Returns whether the open file is still as {@link #object} describes it, its attributes
   * included: then so were all bytes that were read before this call. False also where that is not
   * known without opening the file again.
   *
   * @throws StoreException as {@link #read}
   */
  default boolean isUnchanged() throws StoreException {
    return false;
  }

  /**
   * Returns how many bytes of a range, as it was read last, came from other hosts or cannot be
   * shown to have come from this one. Of bytes that were not read it says nothing.
   *
   * @param position at least 0
   * @param length number of bytes, at least 0
   * @return empty where this handle does not measure that: then it reads as {@link
   *     Store#placement(StoreObject, long, long)} says of any reader
   */
  default OptionalLong remoteBytes(long position, long length) {
    return OptionalLong.empty();
  }

  /**
   * Closes the file. Closing twice does nothing.
   *
   * @throws StoreException {@code FAILED}; the handle is closed all the same
   */
  @Override
  void close() throws StoreException;

  /**
   * A part of a file and where to put it.
   *
   * @param position first byte
   * @param buffer filled from its position to its limit
   */
  record Range(long position, ByteBuffer buffer) {
    public Range {
      Objects.requireNonNull(buffer, "buffer");
      if (position < 0) {
        throw new IllegalArgumentException("negative position " + position);
      }
    }
  }

  /** How a file is going to be read. A hint: it changes speed, never bytes. */
  enum Policy {
    /** From somewhere onwards, the usual case of a split. */
    SEQUENTIAL,
    /** Here and there: columnar formats, look-ups. */
    RANDOM,
    /** All of it, once. */
    WHOLE_FILE
  }

  /**
   * How to open.
   *
   * @param expected the version the caller has seen; opening another one fails with {@code CHANGED}
   * @param task whether this process runs a task of a job: it reads its input once, and if it dies
   *     the engine runs the task again. A hint to stores that have a faster way which may cost the
   *     process
   * @param recall whether bytes that are only in an archive may be fetched back; if not, a file
   *     whose bytes are there is not opened ({@code AWAY})
   * @param linkFreeBelow a directory at or above the file: its own path is followed as any, and
   *     below it no symbolic link is, neither on the way nor in the last place. For a path that a
   *     listing or an inventory of that directory named: where a link is there now, the object was
   *     exchanged since, and opening it fails with {@code CHANGED}
   */
  record Options(
      Policy policy,
      Optional<StoreObject.Version> expected,
      boolean task,
      boolean recall,
      Optional<StorePath> linkFreeBelow) {

    /** Sequential, whatever version is there, wherever it is, in a process that must not die. */
    public static final Options DEFAULT =
        new Options(Policy.SEQUENTIAL, Optional.empty(), false, true, Optional.empty());

    public Options {
      Objects.requireNonNull(policy, "policy");
      Objects.requireNonNull(expected, "expected");
      Objects.requireNonNull(linkFreeBelow, "linkFreeBelow");
    }

    /** Returns the same for another way to read. */
    public Options withPolicy(Policy newPolicy) {
      return new Options(newPolicy, expected, task, recall, linkFreeBelow);
    }

    /** Returns the same for one version only, see {@link #expected}. */
    public Options withExpected(StoreObject.Version version) {
      return new Options(policy, Optional.of(version), task, recall, linkFreeBelow);
    }

    /** Returns the same for a process that runs a task, or does not, see {@link #task}. */
    public Options withTask(boolean isTask) {
      return new Options(policy, expected, isTask, recall, linkFreeBelow);
    }

    /**
     * Returns the same for callers that would rather go without the bytes than fetch them from an
     * archive.
     */
    public Options withoutRecall() {
      return new Options(policy, expected, task, false, linkFreeBelow);
    }

    /** Follows no symbolic link below {@code top}, see {@link #linkFreeBelow}. */
    public Options withoutLinksBelow(StorePath top) {
      return new Options(policy, expected, task, recall, Optional.of(top));
    }
  }
}

package io.situ.hadoop.fs;

import io.situ.storage.ReadHandle;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * A file to be read, opened when its first byte is asked for.
 *
 * @param name the file as its reader names it, for messages
 * @param length bytes as far as the opener already knows, so that a seek needs no open file; a
 *     hint, the file's own length decides
 * @param policy how it is going to be read
 * @param opener opens the file; its failures reach the reader as they are
 * @param placement who holds which bytes, for counting
 */
record ReadSource(
    String name,
    OptionalLong length,
    ReadHandle.Policy policy,
    Opener opener,
    Locality.Placement placement) {

  /** Opens a file. */
  @FunctionalInterface
  interface Opener {
    ReadHandle open() throws IOException;
  }

  /** A file that is open already. The stream closes the handle. */
  static ReadSource opened(
      String name, ReadHandle.Policy policy, ReadHandle handle, Locality.Placement placement) {
    return new ReadSource(
        name, OptionalLong.of(handle.object().size()), policy, () -> handle, placement);
  }
}

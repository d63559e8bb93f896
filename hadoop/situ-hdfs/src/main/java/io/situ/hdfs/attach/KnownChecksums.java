// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.link.LinkedBlock;
import java.io.IOException;
import java.util.OptionalInt;

/** Checksums of objects that were taken before, such as a scan. Asked by many threads. */
@FunctionalInterface
public interface KnownChecksums {

  /** None. */
  KnownChecksums NONE = object -> OptionalInt.empty();

  /** The CRC32C of a whole object; empty if none is noted of just this version. */
  OptionalInt of(LinkedBlock object) throws IOException;

  /** Is called for each file whose bytes' checksum was compared with one of these. */
  default void compared() {}
}

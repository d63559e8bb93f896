// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** What a file system may do otherwise than most, and no test of the contract can fail by. */
public final class CertifyFileSystem {

  private static final int FILES = 5;
  private static final long NANOS = 1_000_000_000;

  private final Store store;
  private final StorePath directory;

  /**
   * @param directory where files may be made
   */
  public CertifyFileSystem(Store store, StorePath directory) {
    this.store = store;
    this.directory = directory;
  }

  /**
   * Syncs a directory as the system does for a new file's name.
   *
   * @param onHost the directory on this host; empty for a store that is no mount
   */
  public Finding directorySync(Optional<Path> onHost) {
    if (onHost.isEmpty()) {
      return Finding.ok("fsync", "not tried: the store is no mounted file system");
    }
    try (FileChannel channel = FileChannel.open(onHost.get(), StandardOpenOption.READ)) {
      channel.force(true);
      return Finding.ok("fsync", "a directory can be synced");
    } catch (IOException e) {
      return Finding.note(
          "fsync",
          "a directory cannot be synced: " + e.getMessage(),
          "content is synced all the same; a new name is as safe as the file system's own settings"
              + " make it");
    }
  }

  /** Looks at the times of new files: whether they have fractions of a second. */
  public Finding times() throws StoreException {
    boolean fine = false;
    for (int i = 0; i < FILES; i++) {
      StorePath path = directory.child("time-" + i);
      StoreFiles.writeAll(
          store, path, ByteBuffer.wrap(new byte[] {'x'}), WriteHandle.Options.EXCLUSIVE);
      StoreObject object = store.stat(path, false);
      fine |= object.attributes().modifiedNanos() % NANOS != 0;
    }
    boolean distinct = store.can(Capability.DISTINCT_VERSIONS, directory);
    if (fine) {
      return Finding.ok("times", "they are finer than a second");
    }
    return Finding.note(
        "times",
        "they have whole seconds: a file that is rewritten within the second, in the same length,"
            + " may be taken for unchanged"
            + (distinct ? ", and the driver does not know that" : ""),
        "leave a second between writing a file and writing it again");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import io.situ.storage.Store;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The extended attribute by which an output directory is known to be the one that was made with a
 * lease. It outlives the lease, and does not pass to another directory of the same name.
 */
record LeaseTag(Store store, StorePath directory) {

  static final String NAME = "user.situ.lease";

  /** Returns whether directories of the store can have the attribute. */
  boolean isPossible() throws StoreException {
    try {
      store.xattrs(directory);
      return true;
    } catch (StoreException e) {
      return e.kind() != Kind.UNSUPPORTED;
    }
  }

  /** Returns the lease's id; empty if there is none, or it cannot be read. */
  Optional<String> id() throws StoreException {
    try {
      return Optional.ofNullable(store.xattrs(directory).get(NAME))
          .map(value -> new String(value, StandardCharsets.UTF_8));
    } catch (StoreException e) {
      if (e.isNotFound() || e.kind() == Kind.UNSUPPORTED || e.kind() == Kind.PERMISSION_DENIED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Sets the attribute. Where that cannot be done no removal of the directory is ever proven. */
  void set(LeaseRecord claim) throws StoreException {
    ByteBuffer id = ByteBuffer.wrap(claim.id().getBytes(StandardCharsets.UTF_8));
    LeaseFiles.ignoring(
        () -> store.setXattr(directory, NAME, id, XattrMode.SET),
        Kind.UNSUPPORTED,
        Kind.PERMISSION_DENIED,
        Kind.NO_SPACE);
  }

  /** Removes the attribute, if it is this lease's. */
  void remove(LeaseRecord claim) throws StoreException {
    if (id().filter(claim.id()::equals).isPresent()) {
      LeaseFiles.ignoring(
          () -> store.removeXattr(directory, NAME),
          Kind.NO_ATTRIBUTE,
          Kind.NOT_FOUND,
          Kind.PERMISSION_DENIED);
    }
  }
}

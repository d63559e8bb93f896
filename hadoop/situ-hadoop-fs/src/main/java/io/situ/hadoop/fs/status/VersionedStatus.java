// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.status;

import io.situ.storage.StoreObject;
import org.apache.hadoop.fs.EtagSource;

/** A file status that knows which version of the object it describes. */
public interface VersionedStatus extends EtagSource {

  long identity();

  long stamp();

  /** The store's version of the object. */
  default StoreObject.Version version() {
    return new StoreObject.Version(identity(), stamp());
  }

  @Override
  default String getEtag() {
    return Long.toHexString(identity()) + "-" + Long.toHexString(stamp());
  }
}

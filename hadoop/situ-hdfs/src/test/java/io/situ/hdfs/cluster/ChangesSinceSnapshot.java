// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import io.situ.hdfs.attach.AttachChanges;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.Iterator;
import java.util.List;

/** What changed by an inventory: these objects, and these are gone; one file is as it was. */
public record ChangesSinceSnapshot(String since, List<StoreObject> changed, List<StorePath> away)
    implements AttachChanges {

  @Override
  public Iterator<StoreObject> objects() {
    return changed.iterator();
  }

  @Override
  public Iterator<StorePath> gone() {
    return away.iterator();
  }

  @Override
  public long same() {
    return 1;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.Iterator;

/** What has changed in a store since a tree was attached, as an inventory reports. */
public interface AttachChanges {

  /** The snapshot by which it was attached; see {@link AttachedTree#snapshot}. */
  String since();

  /**
   * All objects that came or of which anything changed, the hosts that hold them included; a
   * directory before what is in it.
   */
  Iterator<StoreObject> objects();

  /**
   * What is not there any more, a directory before what was in it and all of that before anything
   * beside it.
   *
   * @throws IOException if it cannot be determined
   */
  Iterator<StorePath> gone() throws IOException;

  /** How many files are as they were; known after the last object. */
  long same();
}

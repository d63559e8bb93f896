// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.bulkdelete;

import io.situ.hadoop.fs.SituFileSystem;
import java.io.IOException;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.Path;

/**
 * The file system where Hadoop has bulk deletion. A class of its own: methods of a class can be
 * listed by reflection only if the types of all of them are there.
 */
public final class BulkDeleteFileSystem extends SituFileSystem {

  @Override
  public BulkDelete createBulkDelete(Path path) throws IOException {
    return new SituBulkDelete(makeQualified(path), each -> delete(each, false));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import java.io.IOException;

/** Reports what the first objects of S3 objects say. Thread-safe. */
public interface HeadObjectReader extends AutoCloseable {

  /**
   * The attributes of one.
   *
   * @throws java.io.FileNotFoundException if there is none
   * @throws IOException with one sentence, if the cluster does not say
   */
  HeadObjectAttributes head(RadosName name) throws IOException;

  @Override
  void close();
}

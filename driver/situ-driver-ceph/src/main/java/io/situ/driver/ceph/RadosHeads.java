// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import java.io.IOException;

/** Tells what the first objects of S3 objects say. Safe for use by many threads. */
interface RadosHeads extends AutoCloseable {

  /**
   * The attributes of one.
   *
   * @throws java.io.FileNotFoundException if there is none
   * @throws IOException with one sentence, if the cluster does not say
   */
  RadosHead head(RadosName name) throws IOException;

  @Override
  void close();
}

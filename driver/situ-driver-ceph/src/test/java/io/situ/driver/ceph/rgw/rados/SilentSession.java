// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import java.io.IOException;

/** A session whose cluster answers no question. Not thread-safe. */
public final class SilentSession extends RadosSession {

  private int asked;

  public SilentSession() {
    super(0, 0, 0);
  }

  @Override
  public HeadObjectAttributes head(RadosName name) throws IOException {
    asked++;
    throw new IOException("an object's attributes cannot be read (error 110)");
  }

  /** Returns how often it was asked for an object. */
  public int asked() {
    return asked;
  }

  @Override
  public void close() {}
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import java.io.IOException;

/**
 * The DataNode has started, but does not serve its block pool yet: the same request may succeed.
 */
public final class NotReadyException extends IOException {

  private static final long serialVersionUID = 1L;

  public NotReadyException(String message) {
    super(message);
  }
}

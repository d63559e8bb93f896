// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import java.io.IOException;

/**
 * The DataNode has started, but does not serve its block pool yet: the same request may succeed.
 */
final class NotReadyException extends IOException {

  private static final long serialVersionUID = 1L;

  NotReadyException(String message) {
    super(message);
  }
}

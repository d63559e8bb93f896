// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import java.io.IOException;
import java.util.List;

/** Requests to a DataNode and its answers as bytes, in one version. Thread-safe. */
public interface LinkMessages {

  /** Returns the body of a request. */
  byte[] request(LinkRequest request);

  /**
   * Reads what {@link #request} wrote.
   *
   * @throws IOException if the bytes are anything else
   */
  LinkRequest readRequest(byte[] bytes) throws IOException;

  /** Returns the body of an answer. */
  byte[] answers(List<LinkBlockResult> answers);

  /**
   * Reads what {@link #answers} wrote.
   *
   * @throws IOException if the bytes are anything else
   */
  List<LinkBlockResult> readAnswers(byte[] bytes) throws IOException;
}

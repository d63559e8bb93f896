// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import java.io.IOException;
import java.util.List;

/** Asks the cluster's monitors and manager. Thread-safe. */
interface PgMapSource {

  /** What reports which hosts hold every placement group. */
  List<String> QUESTIONS = List.of("osd dump", "osd tree", "pg dump pgs_brief");

  /**
   * The answers to {@link #QUESTIONS} in JSON, in their order.
   *
   * @throws IOException with one sentence, if not all are answered
   */
  List<String> fetch() throws IOException;
}

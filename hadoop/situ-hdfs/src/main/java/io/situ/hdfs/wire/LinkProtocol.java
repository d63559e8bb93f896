// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import org.apache.hadoop.conf.Configuration;

/**
 * Where a DataNode takes requests to link blocks, and the names of what goes with them: HTTP/1.1,
 * one request for each connection. A client first asks for the session, which is another one each
 * time a DataNode starts, and names it in each request.
 */
public final class LinkProtocol {

  /** The version of how proofs are computed. */
  static final String PROOF_VERSION = "2";

  /** The path of the requests of version 1. */
  public static final String LINK_1 = "/situ/link";

  /** The header with the proof that the sender knows the secret, of requests and of answers. */
  public static final String PROOF = "Situ-Proof";

  /** The status of a request whose path is unknown, as that of a later version is. */
  public static final int NOT_FOUND = 404;

  /** The status of a request of another version. */
  public static final int WRONG_VERSION = 426;

  /** The status of a request without a proof of the secret: its answer has none either. */
  public static final int NO_PROOF = 403;

  /** The status of a request of a session that has ended: ask for the new one. */
  public static final int NEW_SESSION = 409;

  /** The status of an answer of a DataNode that has just started, or is busy: ask again. */
  public static final int NOT_READY = 503;

  /** The most orders in one request. */
  public static final int MAX_ORDERS = 10_000;

  /** The longest body of a request, bytes. */
  public static final int MAX_REQUEST = 16 << 20;

  /** The longest body of an answer, bytes. */
  public static final int MAX_ANSWER = 16 << 20;

  /** How far the clocks of two hosts may differ, milliseconds. */
  public static final long MAX_CLOCK_SKEW = 300_000;

  private static final int MAX_PORT = 65_535;

  /** Where a DataNode listens. */
  public static final ConfigKey<Integer> PORT_OFFSET =
      ConfigKey.of(
              "fs.situ.hdfs.port.offset",
              ConfigType.number(-MAX_PORT, MAX_PORT),
              "Offset from the port that serves blocks to the port of the link service of a DataNode; may be"
                  + " negative.")
          .withDefault(11);

  private LinkProtocol() {}

  /**
   * The port of the DataNode that serves blocks at {@code transfer}: so much further up as the
   * configuration says, by default 9877 for 9866. So several DataNodes of a host do not meet.
   */
  public static int port(Configuration conf, int transfer) {
    return transfer + PORT_OFFSET.get(conf::get);
  }
}

package io.situ.hdfs.wire;

import io.situ.hdfs.HdfsKeys;
import org.apache.hadoop.conf.Configuration;

/** Where a DataNode takes orders to link blocks, and the names of what goes with them. */
public final class LinkProtocol {

  /** The path of the request. */
  public static final String LINK = "/situ/link";

  /** The header with the time, milliseconds since 1970-01-01T00:00Z. */
  public static final String TIME = "Situ-Time";

  /** The header with the proof of {@link SharedSecret}. */
  public static final String PROOF = "Situ-Proof";

  /** The status of an answer of a DataNode that has just started: ask again. */
  public static final int NOT_READY = 503;

  private LinkProtocol() {}

  /**
   * The port of the DataNode that serves blocks at {@code transfer}: so much further up as the
   * configuration says, by default 9877 for 9866. So several DataNodes of a host do not meet.
   */
  public static int port(Configuration conf, int transfer) {
    return transfer
        + conf.getInt(
            HdfsKeys.PORT_OFFSET.name(),
            Integer.parseInt(HdfsKeys.PORT_OFFSET.fallback().orElseThrow()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import java.util.Arrays;
import java.util.Optional;

/**
 * The versions in which a DataNode takes requests to link blocks, the newest first. A client asks
 * in the newest that the DataNode knows, so that hosts can be upgraded one after the other.
 */
public enum LinkVersion {
  /** Messages by Protocol Buffers. */
  V3("/situ/3", new LinkMessagesV3()),
  /** Messages of fixed fields. */
  V2("/situ/2", new LinkMessagesV2());

  /** What a client asks first in. */
  public static final LinkVersion NEWEST = V3;

  private final String path;
  private final LinkMessages messages;

  LinkVersion(String path, LinkMessages messages) {
    this.path = path;
    this.messages = messages;
  }

  /** Returns the version of a request by its path; empty if no version has such a path. */
  public static Optional<LinkVersion> ofPath(String path) {
    return Arrays.stream(values())
        .filter(version -> path.equals(version.link()) || path.equals(version.session()))
        .findFirst();
  }

  /** Returns whether a path is that of a request for the session, in any version. */
  public static boolean isSession(String path) {
    return Arrays.stream(values()).anyMatch(version -> path.equals(version.session()));
  }

  /** Returns the path of a request to link blocks. */
  public String link() {
    return path + "/link";
  }

  /** Returns the path of a request for the session, without a body. */
  public String session() {
    return path + "/session";
  }

  /** Returns the messages of requests to link blocks. */
  public LinkMessages messages() {
    return messages;
  }
}

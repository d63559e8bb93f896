// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.host;

/**
 * What crossed a host's link since the host started, headers included. Traffic a host has with
 * itself does not cross the link and is not counted.
 *
 * @param received bytes that came to the host
 * @param sent bytes that left the host
 */
public record HostBytes(long received, long sent) {

  /** What was added since an earlier reading of the same host. */
  public HostBytes since(HostBytes earlier) {
    return new HostBytes(received - earlier.received, sent - earlier.sent);
  }
}

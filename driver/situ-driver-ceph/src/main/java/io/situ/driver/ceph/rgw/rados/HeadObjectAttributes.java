// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * What the first object of an S3 object says of the whole, in its attributes.
 *
 * @param attributes by name
 */
public record HeadObjectAttributes(Map<String, byte[]> attributes) {

  static final String ETAG = "user.rgw.etag";
  static final String MANIFEST = "user.rgw.manifest";

  /** Another one with every write. */
  static final String TAG = "user.rgw.idtag";

  /** With one of these the bytes are not those that a reader of S3 gets. */
  private static final Set<String> OTHER_BYTES =
      Set.of(
          "user.rgw.compression",
          "user.rgw.crypt.mode",
          "user.rgw.user_manifest",
          "user.rgw.slo_manifest",
          "user.rgw.olh.info");

  private static final Set<String> OTHER_PLACES =
      Set.of("user.rgw.compression", "user.rgw.user_manifest", "user.rgw.slo_manifest");

  public HeadObjectAttributes {
    attributes = Map.copyOf(attributes);
  }

  /** Whether an attribute is of any use here. */
  static boolean isWanted(String attribute) {
    return attribute.equals(ETAG)
        || attribute.equals(MANIFEST)
        || attribute.equals(TAG)
        || OTHER_BYTES.contains(attribute);
  }

  /** Whether the bytes are kept as they were written. */
  public boolean isPlain() {
    return attributes.containsKey(TAG)
        && attributes.keySet().stream().noneMatch(OTHER_BYTES::contains);
  }

  /** Whether a byte is at the same position here as in what was written. */
  public boolean keepsPositions() {
    return attributes.keySet().stream().noneMatch(OTHER_PLACES::contains);
  }

  byte[] tag() {
    return attributes.get(TAG);
  }

  /** Without quotation marks; empty if there is none. */
  public String etag() {
    byte[] etag = attributes.getOrDefault(ETAG, new byte[0]);
    return new String(etag, StandardCharsets.UTF_8).replace("\0", "").replace("\"", "");
  }

  /**
   * How the object is cut.
   *
   * @throws IllegalArgumentException if it does not say so, or in a form that is not known
   */
  public ObjectManifest manifest() {
    byte[] manifest = attributes.get(MANIFEST);
    if (manifest == null) {
      throw new IllegalArgumentException("there is no manifest");
    }
    return ObjectManifest.parse(manifest);
  }
}

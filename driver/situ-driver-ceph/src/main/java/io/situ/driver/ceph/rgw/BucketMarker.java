// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import io.situ.driver.ceph.cluster.CephJson;
import io.situ.driver.ceph.rgw.s3.S3Client;
import io.situ.storage.StoreException;
import io.situ.storage.process.RecentFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The marker of a bucket, which the names of its objects in RADOS begin with: as the configuration
 * reports it, or as RGW reports it to an administrator. Asked for once. Thread-safe.
 */
final class BucketMarker implements RgwPlacement.Markers {

  private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);

  private final S3Client client;
  private final RecentFailure failure = new RecentFailure(RETRY_INTERVAL);
  private String marker;

  /**
   * @param marker what is known of it; empty for nothing
   */
  BucketMarker(S3Client client, String marker) {
    this.client = client;
    this.marker = marker;
  }

  @Override
  public synchronized String marker() throws IOException {
    if (marker.isEmpty()) {
      Optional<String> reason = failure.reason();
      if (reason.isPresent()) {
        throw new IOException(reason.get());
      }
      try {
        marker = fetch();
      } catch (IOException e) {
        failure.set(e.getMessage());
        throw e;
      }
    }
    return marker;
  }

  private String fetch() throws IOException {
    try {
      // There a tenant is parted from its bucket otherwise than in addresses.
      String bucket = client.bucket().replace(':', '/');
      byte[] answer = client.admin("bucket", Map.of("bucket", bucket)).body();
      return CephJson.text(CephJson.parse(new String(answer, StandardCharsets.UTF_8)), "marker");
    } catch (StoreException | IllegalArgumentException e) {
      throw new IOException(
          "RGW does not report the marker of bucket "
              + client.bucket()
              + ": set the key marker to what 'radosgw-admin bucket stats' says, or give the S3"
              + " user the capability buckets=read",
          e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.driver.ceph.cluster.ReplicaReadPolicy;
import io.situ.driver.ceph.rgw.rados.RadosSession;
import io.situ.driver.ceph.rgw.rados.RadosSubprocess;
import io.situ.driver.ceph.rgw.s3.AwsSigV4Signer;
import io.situ.driver.ceph.rgw.s3.S3Client;
import io.situ.driver.ceph.rgw.s3.S3Credentials;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A bucket of Ceph's object gateway RGW, read by S3, with the places of its objects. */
public final class RgwProvider implements StoreProvider {

  private static final Pattern GATEWAY =
      Pattern.compile(
          "https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?|https?://\\[[0-9a-fA-F:]+](:[0-9]{1,5})?");

  static final ConfigKey<List<URI>> ENDPOINT =
      ConfigKey.of(
              "endpoint",
              ConfigType.list(ConfigType.of("", RgwProvider::gateway, URI::toString), "")
                  .where(
                      gateways -> !gateways.isEmpty(),
                      "addresses such as http://localhost:7480, separated by commas"),
              "Addresses of gateways such as http://localhost:7480, separated by commas: the first is"
                  + " asked, and the next where it does not answer.")
          .asPrivileged();
  static final ConfigKey<String> BUCKET =
      ConfigKey.of("bucket", ConfigType.text(), "The bucket, or TENANT:BUCKET.");
  static final ConfigKey<String> REGION =
      ConfigKey.of("region", ConfigType.text(), "What requests are signed for; RGW takes any.")
          .withDefault("us-east-1");
  static final ConfigKey<String> POOL =
      ConfigKey.of(
              "pool",
              ConfigType.text(),
              "The pool in which RGW keeps the bytes of the bucket's objects.")
          .withDefault("default.rgw.buckets.data");
  static final ConfigKey<String> MARKER =
      ConfigKey.of(
          "marker",
          ConfigType.text(),
          "The bucket's marker as 'radosgw-admin bucket stats' reports it; without it RGW is asked,"
              + " which gives users with the capability buckets=read.");

  /** True for librados. */
  static final ConfigKey<Boolean> READ =
      ConfigKey.of(
              "read",
              ConfigType.either("rados", "s3"),
              "How objects are read: s3 through the gateway, or rados by librados.so.2 from the OSDs,"
                  + " where the bytes are kept as they were written.")
          .withDefault(false);

  @Override
  public String driver() {
    return "rgw";
  }

  /** Never by itself: a bucket is not mounted. */
  @Override
  public int score(Mount mount) {
    return 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
    return List.of(
        ENDPOINT,
        BUCKET,
        REGION,
        S3Credentials.FILE,
        S3Credentials.PROFILE,
        POOL,
        MARKER,
        READ,
        CephClusterConfig.CONF,
        CephClusterConfig.USER,
        CephClusterConfig.KEYRING,
        PgMapCache.HOSTS_FILE,
        PgMapCache.MAP_INTERVAL,
        PgMapCache.JOB_MAP_INTERVAL,
        ReplicaReadPolicy.KEY);
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    boolean direct = config.get(READ);
    CephClusterConfig cluster = CephClusterConfig.of(config);
    PgMapCache maps = PgMapCache.open(cluster, config);
    S3Client client = client(config);
    client.execute(S3Client.S3Request.head(new byte[0], null));
    String pool = config.get(POOL);
    BucketMarker markers = new BucketMarker(client, config.find(MARKER).orElse(""));
    // Another tenant's objects are never read past what their gateway says.
    Optional<RadosReads> reads =
        direct && !client.bucket().contains(":")
            ? Optional.of(
                new RadosReads(() -> RadosSession.begin(cluster, pool), markers, config.notices()))
            : Optional.empty();
    RgwPlacement placement =
        new RgwPlacement(markers, new RadosSubprocess(cluster, pool), maps, pool);
    return new RgwStore(config, client, placement, reads);
  }

  private static S3Client client(StoreConfig config) throws StoreException {
    AwsSigV4Signer signature = new AwsSigV4Signer(S3Credentials.read(config), config.get(REGION));
    return new S3Client(config.get(ENDPOINT), config.get(BUCKET), signature);
  }

  private static URI gateway(String text) {
    String plain = text.replaceFirst("/$", "");
    if (!GATEWAY.matcher(plain).matches()) {
      throw new IllegalArgumentException(text + " is no address of a gateway");
    }
    return URI.create(plain);
  }
}

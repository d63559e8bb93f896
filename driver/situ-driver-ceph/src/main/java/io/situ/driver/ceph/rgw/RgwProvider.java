// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.driver.ceph.cluster.ReplicaReadPolicy;
import io.situ.driver.ceph.rgw.rados.RadosSubprocess;
import io.situ.driver.ceph.rgw.s3.AwsSigV4Signer;
import io.situ.driver.ceph.rgw.s3.S3Client;
import io.situ.driver.ceph.rgw.s3.S3Credentials;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A bucket of Ceph's object gateway RGW, read by S3, with the places of its objects. */
public final class RgwProvider implements StoreProvider {

  static final StoreConfig.Key ENDPOINT =
      StoreConfig.Key.privileged(
          "endpoint",
          Optional.empty(),
          "Addresses of gateways such as http://localhost:7480, separated by commas: the first is"
              + " asked, and the next where it does not answer.");
  static final StoreConfig.Key BUCKET =
      new StoreConfig.Key("bucket", Optional.empty(), "The bucket, or TENANT:BUCKET.");
  static final StoreConfig.Key REGION =
      new StoreConfig.Key(
          "region", Optional.of("us-east-1"), "What requests are signed for; RGW takes any.");
  static final StoreConfig.Key POOL =
      new StoreConfig.Key(
          "pool",
          Optional.of("default.rgw.buckets.data"),
          "The pool in which RGW keeps the bytes of the bucket's objects.");
  static final StoreConfig.Key MARKER =
      new StoreConfig.Key(
          "marker",
          Optional.empty(),
          "The bucket's marker as 'radosgw-admin bucket stats' reports it; without it RGW is asked,"
              + " which gives users with the capability buckets=read.");
  static final StoreConfig.Key READ =
      new StoreConfig.Key(
          "read",
          Optional.of("s3"),
          "How objects are read: s3 through the gateway, or rados by librados.so.2 from the OSDs,"
              + " where the bytes are kept as they were written.");

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
  public List<StoreConfig.Key> keys() {
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
    boolean direct = readsDirectly(config);
    CephClusterConfig cluster = CephClusterConfig.of(config);
    PgMapCache maps = PgMapCache.open(cluster, config);
    S3Client client = client(config);
    client.execute(S3Client.S3Request.head(new byte[0], null));
    String pool = config.require(POOL);
    BucketMarker markers = new BucketMarker(client, config.get(MARKER).orElse(""));
    // Another tenant's objects are never read past what their gateway says.
    Optional<RadosReads> reads =
        direct && !client.bucket().contains(":")
            ? Optional.of(new RadosReads(cluster, pool, markers, config.notices()))
            : Optional.empty();
    RgwPlacement placement =
        new RgwPlacement(markers, new RadosSubprocess(cluster, pool), maps, pool);
    return new RgwStore(config, client, placement, reads);
  }

  private static S3Client client(StoreConfig config) throws StoreException {
    AwsSigV4Signer signature =
        new AwsSigV4Signer(S3Credentials.read(config), config.require(REGION));
    return new S3Client(gateways(config), config.require(BUCKET), signature);
  }

  private static List<URI> gateways(StoreConfig config) throws StoreException {
    List<URI> gateways = new ArrayList<>();
    for (String text : config.require(ENDPOINT).split(",")) {
      String plain = text.strip().replaceFirst("/$", "");
      if (!plain.matches(
          "https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?|https?://\\[[0-9a-fA-F:]+](:[0-9]{1,5})?")) {
        throw new StoreException(
            Kind.INVALID_ARGUMENT,
            null,
            config.fullName(ENDPOINT.name())
                + " has addresses such as http://localhost:7480, not '"
                + text.strip()
                + "'");
      }
      gateways.add(URI.create(plain));
    }
    return gateways;
  }

  private static boolean readsDirectly(StoreConfig config) throws StoreException {
    String read = config.require(READ);
    return switch (read) {
      case "s3" -> false;
      case "rados" -> true;
      default ->
          throw new StoreException(
              Kind.INVALID_ARGUMENT,
              null,
              config.fullName(READ.name()) + " is s3 or rados, not '" + read + "'");
    };
  }
}

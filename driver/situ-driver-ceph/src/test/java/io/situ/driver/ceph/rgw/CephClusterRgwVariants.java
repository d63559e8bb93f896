// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.ceph.CephTestCluster;
import io.situ.driver.ceph.rgw.rados.RadosReadHandle;
import io.situ.driver.ceph.rgw.s3.S3Credentials;
import io.situ.driver.ceph.rgw.s3.S3Writer;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.util.StoreFiles;
import io.situ.testing.ceph.CephPlan;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets that are kept, owned or called in another way than most. */
@Tag("long")
public final class CephClusterRgwVariants {

  private static final int MB = 1 << 20;
  private static final String GATEWAY = "http://127.0.0.1:" + CephPlan.S3_PORT;
  private static final String EC_POOL = "default.rgw.ec.data";
  private static final StorePath FILE = StorePath.of("/f");
  private static S3Writer writer;

  /** The gateway learns of other ways to keep objects when it starts. */
  @BeforeAll
  static void addPlaces() throws Exception {
    CephTestCluster.CLUSTER.ceph(List.of("osd pool create " + EC_POOL + " 8 8 erasure k2m1"));
    CephTestCluster.CLUSTER.ceph(List.of("osd pool application enable " + EC_POOL + " rgw"));
    addPlace("squeezed", CephPlan.S3_POOL, "zlib");
    addPlace("parted", EC_POOL, "");
    CephTestCluster.kill("rgw", "node1");
    CephTestCluster.CLUSTER.startDaemon("node1", "rgw");
    CephTestCluster.CLUSTER.awaitDaemon("node1", "rgw");
    writer = writer("default");
  }

  private static void addPlace(String id, String pool, String compression) {
    admin("zonegroup", "placement", "add", "--rgw-zonegroup", "default", "--placement-id", id);
    List<String> words =
        new ArrayList<>(List.of("zone", "placement", "add", "--rgw-zone", "default"));
    words.addAll(List.of("--placement-id", id, "--data-pool", pool));
    words.addAll(List.of("--index-pool", "default.rgw.buckets.index"));
    words.addAll(List.of("--data-extra-pool", "default.rgw.buckets.non-ec"));
    if (!compression.isEmpty()) {
      words.addAll(List.of("--compression", compression));
    }
    admin(words.toArray(String[]::new));
  }

  private static String admin(String... words) {
    List<String> argv = new ArrayList<>(List.of("radosgw-admin"));
    argv.addAll(List.of("-c", CephTestCluster.CLUSTER.plan().conf().toString()));
    argv.addAll(List.of(words));
    return CephTestCluster.run(argv.toArray(String[]::new));
  }

  private static S3Writer writer(String profile) throws Exception {
    return new S3Writer(
        URI.create(GATEWAY), S3Credentials.read(new StoreConfig("s3", keys(profile))));
  }

  private static Map<String, String> keys(String profile) {
    return Map.of(
        "credentials",
        CephTestCluster.CLUSTER.plan().s3Credentials().toString(),
        "profile",
        profile);
  }

  private static Store open(String bucket) throws Exception {
    Map<String, String> values = new HashMap<>(keys("default"));
    values.put("endpoint", GATEWAY);
    values.put("bucket", bucket);
    values.put("read", "rados");
    values.put("conf", CephTestCluster.CLUSTER.plan().conf().toString());
    values.put("user", CephPlan.USER);
    return new RgwProvider().open(new StoreConfig("s3", values));
  }

  private static void makeBucket(String bucket, String place) throws Exception {
    String where =
        "<CreateBucketConfiguration><LocationConstraint>:%s</LocationConstraint>".formatted(place)
            + "</CreateBucketConfiguration>";
    writer.send("PUT", "/" + bucket, Map.of(), Map.of(), where.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] text(int size) {
    return "words that can be squeezed ".repeat(size / 27).getBytes(StandardCharsets.US_ASCII);
  }

  /** Its pieces hold other bytes, or no OSD has a whole one. */
  @ParameterizedTest
  @ValueSource(strings = {"squeezed", "parted"})
  void anObjectThatIsKeptOtherwiseIsReadThroughTheGatewayAndHasNoPlace(String place)
      throws Exception {
    makeBucket(place, place);
    byte[] bytes = text(9 * MB);
    writer.put(place, "f", bytes);
    writer.putInParts(place, "parts", bytes, 5 * MB);
    try (Store store = open(place)) {
      for (StorePath path : List.of(FILE, StorePath.of("/parts"))) {
        try (ReadHandle file = store.open(path, ReadHandle.Options.DEFAULT)) {
          assertThat(file).isInstanceOf(RgwReadHandle.class);
          assertThat(file.object().size()).isEqualTo(bytes.length);
          assertThat(store.placement(file.object(), 0, bytes.length)).isEmpty();
        }
        assertThat(StoreFiles.readAll(store, path, 64 * MB)).isEqualTo(bytes);
      }
    }
    String conf = CephTestCluster.CLUSTER.plan().conf().toString();
    String stat = admin("object", "stat", "--bucket", place, "--object", "f");
    assertThat(stat.contains("compression")).isEqualTo(place.equals("squeezed"));
    assertThat(CephTestCluster.run("rados", "-c", conf, "-p", EC_POOL, "ls").isEmpty())
        .isEqualTo(place.equals("squeezed"));
  }

  @Test
  void aBucketOfAnotherTenantIsReadThroughTheGateway() throws Exception {
    admin(
        "user",
        "create",
        "--tenant",
        "acme",
        "--uid",
        "owner",
        "--display-name",
        "owner",
        "--access-key",
        "ACMEACCESS",
        "--secret",
        "acmesecret");
    Path credentials = CephTestCluster.CLUSTER.plan().s3Credentials();
    Files.writeString(
        credentials,
        Files.readString(credentials)
            + "[acme]\naws_access_key_id = ACMEACCESS\naws_secret_access_key = acmesecret\n");
    S3Writer owner = writer("acme");
    byte[] bytes = text(9 * MB);
    owner.makeBucket("shared");
    owner.put("shared", "f", bytes);
    String policy =
        """
        {"Version": "2012-10-17", "Statement": [{"Effect": "Allow",
         "Principal": {"AWS": ["arn:aws:iam:::user/%s"]}, "Action": ["s3:GetObject", "s3:ListBucket"],
         "Resource": ["arn:aws:s3::acme:shared", "arn:aws:s3::acme:shared/*"]}]}
        """
            .formatted(CephPlan.USER);
    owner.send(
        "PUT", "/shared", Map.of("policy", ""), Map.of(), policy.getBytes(StandardCharsets.UTF_8));
    try (Store store = open("acme:shared")) {
      try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT)) {
        assertThat(listing.next().path()).isEqualTo(FILE);
        assertThat(listing.next()).isNull();
      }
      try (ReadHandle file = store.open(FILE, ReadHandle.Options.DEFAULT)) {
        assertThat(file).isInstanceOf(RgwReadHandle.class);
        assertThat(store.placement(file.object(), 0, bytes.length)).isNotEmpty();
      }
      assertThat(StoreFiles.readAll(store, FILE, 64 * MB)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b-c.1x",
        "0-9",
        "x--y",
        "a-name-that-is-as-long-as-names-of-buckets-may-be-which-is-63-ab"
      })
  void aBucketMayBeCalledAnything(String name) throws Exception {
    String bucket = name.substring(0, Math.min(63, name.length()));
    writer.makeBucket(bucket);
    byte[] bytes = text(5 * MB);
    writer.put(bucket, "f", bytes);
    try (Store store = open(bucket);
        ReadHandle file = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      assertThat(file).isInstanceOf(RadosReadHandle.class);
      assertThat(store.placement(file.object(), 0, bytes.length)).isNotEmpty();
      assertThat(StoreFiles.readAll(store, FILE, 64 * MB)).isEqualTo(bytes);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.ceph.CephTestCluster;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.driver.ceph.cluster.CephJson;
import io.situ.driver.ceph.rgw.rados.ObjectManifest;
import io.situ.driver.ceph.rgw.rados.RadosName;
import io.situ.driver.ceph.rgw.rados.RadosReadHandle;
import io.situ.driver.ceph.rgw.rados.RadosSession;
import io.situ.driver.ceph.rgw.s3.AwsSigV4Signer;
import io.situ.driver.ceph.rgw.s3.S3Client;
import io.situ.driver.ceph.rgw.s3.S3Credentials;
import io.situ.driver.ceph.rgw.s3.S3Writer;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.testing.ceph.CephPlan;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets of a real gateway. */
public final class CephClusterRgw {

  private static final int MB = 1 << 20;
  private static final String GATEWAY = "http://127.0.0.1:" + CephPlan.S3_PORT;
  private static final Map<String, byte[]> OBJECTS = new TreeMap<>();
  private static S3Writer writer;

  @BeforeAll
  static void makeBuckets() throws Exception {
    StoreConfig config =
        new StoreConfig(
            "s3", Map.of("credentials", CephTestCluster.CLUSTER.plan().s3Credentials().toString()));
    writer = new S3Writer(URI.create(GATEWAY), S3Credentials.read(config));
    writer.makeBucket("data");
    writer.makeBucket("names");
    writer.makeBucket("versions");
    OBJECTS.put("empty", new byte[0]);
    OBJECTS.put("tiny", bytes(1000));
    OBJECTS.put("whole", bytes(4 * MB));
    OBJECTS.put("plain", bytes(20 * MB + 17));
    OBJECTS.put("_plain", bytes(9 * MB));
    OBJECTS.put("dir/ä +%&?#'\"=", bytes(5 * MB));
    for (Map.Entry<String, byte[]> object : OBJECTS.entrySet()) {
      writer.put("data", object.getKey(), object.getValue());
    }
    OBJECTS.put("_parts", bytes(23 * MB + 5));
    writer.putInParts("data", "_parts", OBJECTS.get("_parts"), 6 * MB);
    OBJECTS.put("dir/parts", bytes(16 * MB));
    writer.putInParts("data", "dir/parts", OBJECTS.get("dir/parts"), 8 * MB);
    OBJECTS.put("copy", OBJECTS.get("plain"));
    writer.put("data", "copy", new byte[0], Map.of("x-amz-copy-source", "/data/plain"));
    // The gateway made the pool, and no placement is known before its groups report.
    CephTestCluster.awaitCopies(CephPlan.S3_POOL);
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static Store open(String bucket, String... keysAndValues) throws Exception {
    Map<String, String> values = new HashMap<>();
    values.put("endpoint", GATEWAY);
    values.put("bucket", bucket);
    values.put("credentials", CephTestCluster.CLUSTER.plan().s3Credentials().toString());
    values.put("conf", CephTestCluster.CLUSTER.plan().conf().toString());
    values.put("user", CephPlan.USER);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new RgwProvider().open(new StoreConfig("s3", values));
  }

  private static StorePath path(String key) {
    return StorePath.of("/" + key);
  }

  private static byte[] read(ReadHandle file, int step) throws Exception {
    ByteBuffer all = ByteBuffer.allocate((int) file.object().size());
    ByteBuffer room = step % 2 == 0 ? ByteBuffer.allocateDirect(step) : ByteBuffer.allocate(step);
    for (int count = 0; count >= 0; count = file.read(all.position(), room.clear())) {
      if (count > 0) {
        all.put(room.flip());
      }
    }
    assertThat(all.hasRemaining()).isFalse();
    return all.array();
  }

  private static List<StoreObject> list(Store store, String directory, Listing.Options options)
      throws Exception {
    List<StoreObject> objects = new ArrayList<>();
    try (Listing listing = store.list(StorePath.of(directory), options)) {
      for (StoreObject object = listing.next(); object != null; object = listing.next()) {
        objects.add(object);
      }
    }
    return objects;
  }

  private static List<String> names(Store store, String directory, Listing.Options options)
      throws Exception {
    return list(store, directory, options).stream()
        .map(object -> object.path() + (object.isDirectory() ? "/" : ""))
        .toList();
  }

  private static void refused(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind));
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3", "rados"})
  void isReadToTheByte(String how) throws Exception {
    try (Store store = open("data", "read", how)) {
      for (Map.Entry<String, byte[]> object : OBJECTS.entrySet()) {
        try (ReadHandle file = store.open(path(object.getKey()), ReadHandle.Options.DEFAULT)) {
          boolean direct = how.equals("rados");
          assertThat(file instanceof RadosReadHandle).as(object.getKey()).isEqualTo(direct);
          byte[] expected = object.getValue();
          assertThat(read(file, MB)).as(object.getKey()).isEqualTo(expected);
          assertThat(read(file, 3 * MB + 1)).as(object.getKey()).isEqualTo(expected);
        }
      }
    }
  }

  /** The judge of where an object of RADOS is: the monitor itself. */
  private static int primary(String name) throws Exception {
    String conf = CephTestCluster.CLUSTER.plan().conf().toString();
    String answer =
        CephTestCluster.run("ceph", "-c", conf, "-f", "json", "osd", "map", CephPlan.S3_POOL, name);
    return CephJson.number(CephJson.parse(answer.strip()), "acting_primary");
  }

  @Tag("long")
  @Test
  void everyPieceIsWhereTheMonitorSaysItIs() throws Exception {
    String conf = CephTestCluster.CLUSTER.plan().conf().toString();
    List<String> kept =
        CephTestCluster.run("rados", "-c", conf, "-p", CephPlan.S3_POOL, "ls").lines().toList();
    try (Store store = open("data");
        RadosSession session = RadosSession.begin(cluster(), CephPlan.S3_POOL)) {
      String marker = new BucketMarker(client("data"), "").marker();
      for (String key : List.of("plain", "copy", "dir/parts", "tiny")) {
        StoreObject file = store.stat(path(key), true);
        RadosName head = RadosName.head(marker, key.getBytes(StandardCharsets.UTF_8));
        ObjectManifest manifest = session.head(head).manifest();
        List<Extent> extents = store.placement(file, 0, file.size());
        long at = 0;
        for (Extent extent : extents) {
          ObjectManifest.Piece piece = manifest.piece(at);
          String name =
              piece.name().isEmpty()
                  ? head.toString()
                  : RadosName.tail(manifest.marker(), piece.name()).toString();
          assertThat(kept.stream().map(line -> line.split("\t")[0])).contains(name);
          assertThat(extent.offset()).isEqualTo(at).isEqualTo(piece.start());
          assertThat(extent.replicas()).containsExactly(Replica.on("node" + (primary(name) + 1)));
          at = extent.end();
        }
        assertThat(at).isEqualTo(file.size());
      }
    }
  }

  private static CephClusterConfig cluster() throws Exception {
    String conf = CephTestCluster.CLUSTER.plan().conf().toString();
    return CephClusterConfig.of(new StoreConfig("s3", Map.of("conf", conf, "user", CephPlan.USER)));
  }

  private static S3Client client(String bucket) throws Exception {
    StoreConfig config =
        new StoreConfig(
            "s3", Map.of("credentials", CephTestCluster.CLUSTER.plan().s3Credentials().toString()));
    return new S3Client(
        List.of(URI.create(GATEWAY)),
        bucket,
        new AwsSigV4Signer(S3Credentials.read(config), "us-east-1"));
  }

  @Test
  void aListingPlacesAndSaysWhatStatSays() throws Exception {
    try (Store store = open("data")) {
      List<StoreObject> all = list(store, "/", Listing.Options.RECURSIVE.withPlacement());
      assertThat(all.stream().filter(StoreObject::isFile).map(object -> object.path().toString()))
          .containsExactlyInAnyOrderElementsOf(
              OBJECTS.keySet().stream().map(key -> "/" + key).toList());
      for (StoreObject object : all) {
        StoreObject again = store.stat(object.path(), true);
        assertThat(object.withExtents(List.of())).isEqualTo(again);
        assertThat(object.extents()).isEqualTo(store.placement(again, 0, again.size()));
        assertThat(object.extents().isEmpty()).isEqualTo(object.size() == 0);
      }
    }
  }

  @Test
  void aBucketIsATree() throws Exception {
    List<String> keys =
        List.of(
            "a/b/c",
            "a/b-",
            "a/b!",
            "a/b",
            "a/marker/",
            "a.txt",
            "x//y",
            "x/../y",
            "x/./y",
            "/top",
            "new\nline",
            "ü/ö",
            "\uD83D\uDE00",
            "a b+c%41",
            "_",
            "__",
            "_a/_b",
            "d/e/f/g",
            "d/h");
    for (String key : keys) {
      writer.put("names", key, key.getBytes(StandardCharsets.UTF_8));
    }
    try (Store store = open("names")) {
      assertThat(names(store, "/", Listing.Options.FLAT))
          .containsExactlyInAnyOrder(
              "/a/",
              "/a.txt",
              "/x/",
              "/new\nline",
              "/ü/",
              "/\uD83D\uDE00",
              "/a b+c%41",
              "/_",
              "/__",
              "/_a/",
              "/d/");
      assertThat(names(store, "/a", Listing.Options.FLAT))
          .containsExactlyInAnyOrder("/a/b-", "/a/b!", "/a/b", "/a/marker/");
      List<String> all = names(store, "/", Listing.Options.RECURSIVE);
      assertThat(all)
          .doesNotHaveDuplicates()
          .contains("/d/", "/d/e/", "/d/e/f/", "/d/e/f/g", "/d/h", "/a/marker/", "/_a/_b", "/ü/ö")
          .doesNotContain("/a/b/", "/a/b/c");
      assertThat(all.indexOf("/d/")).isLessThan(all.indexOf("/d/e/"));
      assertThat(all.indexOf("/d/e/f/")).isLessThan(all.indexOf("/d/e/f/g"));
      assertThat(names(store, "/d", Listing.Options.RECURSIVE))
          .containsExactly("/d/e/", "/d/e/f/", "/d/e/f/g", "/d/h");
      for (StoreObject object : list(store, "/", Listing.Options.RECURSIVE)) {
        assertThat(store.stat(object.path(), false)).isEqualTo(object);
        if (object.isFile()) {
          try (ReadHandle file = store.open(object.path(), ReadHandle.Options.DEFAULT)) {
            assertThat("/" + new String(read(file, 100), StandardCharsets.UTF_8))
                .isEqualTo(object.path().toString());
          }
        }
      }
      refused(Kind.NOT_FOUND, () -> store.stat(path("d/none"), true));
      refused(Kind.NOT_FOUND, () -> store.list(path("none"), Listing.Options.FLAT));
      refused(Kind.NOT_A_DIRECTORY, () -> store.stat(path("a.txt/none"), true));
      refused(Kind.NOT_A_DIRECTORY, () -> store.list(path("a.txt"), Listing.Options.FLAT));
      refused(Kind.IS_A_DIRECTORY, () -> store.open(path("d/e"), ReadHandle.Options.DEFAULT));
    }
  }

  @Test
  void manyObjectsComeInSeveralPages() throws Exception {
    writer.makeBucket("many");
    IntStream.range(0, 1050)
        .parallel()
        .forEach(
            number -> {
              try {
                writer.put("many", "d" + number % 7 + "/f" + number, new byte[0]);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    try (Store store = open("many")) {
      assertThat(names(store, "/", Listing.Options.RECURSIVE))
          .hasSize(1057)
          .doesNotHaveDuplicates();
      assertThat(names(store, "/", Listing.Options.FLAT)).hasSize(7);
      assertThat(names(store, "/d3", Listing.Options.FLAT)).hasSize(150);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3", "rados"})
  void whatIsOverwrittenOrDeletedIsNoticed(String how) throws Exception {
    byte[] old = bytes(6 * MB);
    writer.put("data", "fickle-" + how, old);
    StorePath path = path("fickle-" + how);
    try (Store store = open("data", "read", how)) {
      StoreObject seen = store.stat(path, true);
      try (ReadHandle file = store.open(path, ReadHandle.Options.DEFAULT)) {
        writer.put("data", "fickle-" + how, bytes(7 * MB));
        refused(Kind.CHANGED, () -> file.read(0, ByteBuffer.allocate(MB)));
        refused(
            Kind.CHANGED,
            () -> store.open(path, ReadHandle.Options.DEFAULT.withExpected(seen.version())));
        assertThat(store.placement(seen, 0, seen.size())).isEmpty();
        writer.delete("data", "fickle-" + how);
        refused(Kind.CHANGED, () -> file.read(0, ByteBuffer.allocate(MB)));
        refused(Kind.NOT_FOUND, () -> store.open(path, ReadHandle.Options.DEFAULT));
      }
    }
  }

  @Test
  void whatRgwKeepsInAnotherFormIsReadThroughTheGateway() throws Exception {
    byte[] bytes = bytes(5 * MB);
    writer.send(
        "PUT",
        "/versions",
        Map.of("versioning", ""),
        Map.of(),
        "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
            .getBytes(StandardCharsets.UTF_8));
    writer.put("versions", "f", bytes(3 * MB));
    writer.put("versions", "f", bytes);
    try (Store store = open("versions", "read", "rados");
        ReadHandle file = store.open(path("f"), ReadHandle.Options.DEFAULT)) {
      assertThat(file).isInstanceOf(RgwReadHandle.class);
      assertThat(read(file, MB)).isEqualTo(bytes);
      assertThat(store.placement(file.object(), 0, file.object().size())).isEmpty();
    }
    byte[] key = new byte[32];
    String prefix = "x-amz-server-side-encryption-customer-";
    Map<String, String> encrypted =
        Map.of(
            prefix + "algorithm",
            "AES256",
            prefix + "key",
            Base64.getEncoder().encodeToString(key),
            prefix + "key-md5",
            Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(key)));
    writer.makeBucket("secret");
    writer.put("secret", "f", bytes, encrypted);
    try (Store store = open("secret", "read", "rados")) {
      assertThat(names(store, "/", Listing.Options.FLAT)).containsExactly("/f");
      // Without its key not even the gateway reports it; its bytes as kept must never come out.
      assertThatThrownBy(() -> store.open(path("f"), ReadHandle.Options.DEFAULT).close())
          .isInstanceOf(StoreException.class);
    }
  }

  @Test
  void nothingIsWritten() throws Exception {
    try (Store store = open("data")) {
      List<ThrowingCallable> calls =
          List.of(
              () -> store.create(path("n"), WriteHandle.Options.EXCLUSIVE),
              () -> store.mkdir(path("n"), 0755),
              () -> store.rename(path("tiny"), path("n"), Store.RenameMode.REPLACE),
              () -> store.delete(path("tiny")),
              () -> store.append(path("tiny")),
              () -> store.truncate(path("tiny"), 0),
              () -> store.xattrs(path("tiny")),
              () -> store.snapshot(path("dir"), "label"));
      for (ThrowingCallable call : calls) {
        refused(Kind.UNSUPPORTED, call);
      }
      assertThat(store.stat(path("tiny"), true).size()).isEqualTo(1000);
    }
  }

  @Test
  void withoutARightOnThePoolAllWorksButPlacement() throws Exception {
    for (String[] user : new String[][] {{"user", "nobody"}, {"pool", "cephfs_metadata"}}) {
      try (Store store = open("data", user[0], user[1], "read", "rados");
          ReadHandle file = store.open(path("plain"), ReadHandle.Options.DEFAULT)) {
        assertThat(file).isInstanceOf(RgwReadHandle.class);
        assertThat(read(file, MB)).isEqualTo(OBJECTS.get("plain"));
        assertThat(store.placement(file.object(), 0, file.object().size())).isEmpty();
      }
    }
  }

  @Test
  void aGatewayThatIsAwayIsReplacedByTheNext() throws Exception {
    try (Store store = open("data", "endpoint", "http://127.0.0.9:1, " + GATEWAY)) {
      assertThat(store.stat(path("tiny"), true).size()).isEqualTo(1000);
    }
    assertThatThrownBy(() -> open("data", "endpoint", "http://127.0.0.9:1"))
        .hasMessageContaining("http://127.0.0.9:1")
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }

  @ParameterizedTest
  @CsvSource({
    "bucket, none, NOT_FOUND, there is no bucket none",
    "credentials, /no/such/file, INVALID_ARGUMENT, fs.situ.store.s3.credentials",
    "profile, other, INVALID_ARGUMENT, [other]",
    "endpoint, ftp://x, INVALID_ARGUMENT, fs.situ.store.s3.endpoint",
    "read, twice, INVALID_ARGUMENT, fs.situ.store.s3.read",
    "root, /x, INVALID_ARGUMENT, fs.situ.store.s3.root"
  })
  void whatIsWrongIsNamed(String key, String value, Kind kind, String named) {
    assertThatThrownBy(() -> open("data", key, value))
        .hasMessageContaining(named)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  @Test
  void aWrongSecretIsRefusedAndNotReported() throws Exception {
    String secret = "wrongwrongwrong";
    String text = Files.readString(CephTestCluster.CLUSTER.plan().s3Credentials());
    Path file = CephTestCluster.HERE.resolve("wrong.credentials");
    Files.writeString(
        file, text.replaceFirst("secret_access_key = .*", "secret_access_key = " + secret));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> open("data", "credentials", file.toString()))
        .hasMessageNotContaining(secret)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.PERMISSION_DENIED));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.driver.ceph.cluster.SmallPgMap;
import io.situ.driver.ceph.rgw.rados.HeadObjectAttributes;
import io.situ.driver.ceph.rgw.rados.HeadObjectReader;
import io.situ.driver.ceph.rgw.rados.RadosName;
import io.situ.driver.ceph.rgw.s3.AwsSigV4Signer;
import io.situ.driver.ceph.rgw.s3.FakeBucket;
import io.situ.driver.ceph.rgw.s3.FakeGateway;
import io.situ.driver.ceph.rgw.s3.FakeGateway.Answer;
import io.situ.driver.ceph.rgw.s3.S3Client;
import io.situ.driver.ceph.rgw.s3.S3Credentials;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.util.StoreFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bucket in memory, behind a gateway of HTTP. */
@Timeout(120)
final class RgwStoreTest {

  private final FakeBucket bucket = new FakeBucket("b");
  private final StoreConfig config = new StoreConfig("s3", Map.of());
  private FakeGateway gateway;
  private RgwStore store;

  /** Of a cluster that does not answer. */
  private static final class NoHeads implements HeadObjectReader {
    @Override
    public HeadObjectAttributes head(RadosName name) throws IOException {
      throw new FileNotFoundException(name.toString());
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void open() throws IOException {
    gateway = new FakeGateway(bucket);
    AwsSigV4Signer signature = new AwsSigV4Signer(new S3Credentials("access", "secret"), "r");
    S3Client client = new S3Client(List.of(gateway.address()), "b", signature);
    RgwPlacement placement =
        new RgwPlacement(() -> "m.1", new NoHeads(), SmallPgMap.cache(config.notices()), "data");
    store = new RgwStore(config, client, placement, Optional.empty());
  }

  @AfterEach
  void close() {
    store.close();
    gateway.close();
  }

  private void put(String... keys) {
    for (String key : keys) {
      bucket.put(key, "content of " + key);
    }
  }

  private static StorePath path(String text) {
    return StorePath.of(text);
  }

  private List<String> list(String directory, Listing.Options options) throws StoreException {
    List<String> names = new ArrayList<>();
    try (Listing listing = store.list(path(directory), options)) {
      for (StoreObject object = listing.next(); object != null; object = listing.next()) {
        names.add(object.path() + (object.isDirectory() ? "/" : ""));
      }
      assertThat(listing.next()).isNull();
    }
    return names;
  }

  private List<String> flat(String directory) throws StoreException {
    return list(directory, Listing.Options.FLAT);
  }

  private List<String> all(String directory) throws StoreException {
    return list(directory, Listing.Options.RECURSIVE);
  }

  private static StoreException failure(ThrowingCallable call) {
    return catchThrowableOfType(StoreException.class, call);
  }

  private static void refused(Kind kind, ThrowingCallable call) {
    assertThat(failure(call).kind()).isEqualTo(kind);
  }

  @Test
  void aListIsOfOneDirectory() throws StoreException {
    put("a/x", "a/y/z", "a!", "b", "c/d/e");

    assertThat(flat("/")).containsExactly("/a!", "/a/", "/b", "/c/");
    assertThat(flat("/a")).containsExactly("/a/x", "/a/y/");
    assertThat(flat("/c")).containsExactly("/c/d/");
  }

  @Test
  void aWholeTreeIsListedEachDirectoryBeforeWhatIsInIt() throws StoreException {
    put("a/x", "a/y/z", "a!", "b", "c/d/e", "c/d/f", "c/g");

    assertThat(all("/"))
        .containsExactly(
            "/a!", "/a/", "/a/x", "/a/y/", "/a/y/z", "/b", "/c/", "/c/d/", "/c/d/e", "/c/d/f",
            "/c/g");
    assertThat(all("/c")).containsExactly("/c/d/", "/c/d/e", "/c/d/f", "/c/g");
  }

  @Test
  void aWalkAsksForAllDirectoriesAtOnce() throws StoreException {
    put("a/x", "a/y/z", "b", "c/d/e");
    List<StoreException> errors = new ArrayList<>();
    List<String> seen = new ArrayList<>();

    try (Listing walk = StoreFiles.walk(store, StorePath.ROOT, true, errors::add)) {
      for (StoreObject object = walk.next(); object != null; object = walk.next()) {
        seen.add(object.path().toString());
      }
    }

    assertThat(seen).containsExactly("/a", "/a/x", "/a/y", "/a/y/z", "/b", "/c", "/c/d", "/c/d/e");
    assertThat(errors).isEmpty();
    assertThat(gateway.questions()).hasSize(1);
  }

  @Test
  void pagesOfAnySizeAreTheSameList() throws StoreException {
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      StringBuilder key = new StringBuilder();
      for (int depth = random.nextInt(4); depth > 0; depth--) {
        key.append((char) ('a' + random.nextInt(3))).append(random.nextInt(4) == 0 ? "+/" : "/");
      }
      put(key.append("f ").append(random.nextInt(30)).toString());
    }
    List<String> tree = all("/");
    List<String> top = flat("/");
    assertThat(tree).doesNotHaveDuplicates().hasSizeGreaterThan(30).containsAll(top);
    for (int size : new int[] {1, 2, 3, 7, 50}) {
      bucket.setPageSize(size);
      assertThat(all("/")).as("pages of %d", size).isEqualTo(tree);
      assertThat(flat("/")).as("pages of %d", size).isEqualTo(top);
    }
  }

  @Test
  void namesMayHoldAnyBytes() throws StoreException {
    List<String> names =
        List.of(
            "two words",
            "a+b",
            "100%",
            "%41",
            "<tag>&amp;",
            "\"quoted\"",
            "line\nfeed",
            "?q=1#f",
            "gr\u00fc\u00df",
            "\u65e5\u672c",
            "\ud83d\ude00",
            " ",
            "~",
            "..x");
    names.forEach(name -> put("dir/" + name, name + "/inner"));
    bucket.putBytes(new byte[] {'d', 'i', 'r', '/', (byte) 0xff, 'x'}, new byte[1]);
    String raw = StorePath.decode(new byte[] {(byte) 0xff, 'x'});

    List<String> listed = flat("/dir");

    assertThat(listed).hasSize(names.size() + 1).contains("/dir/" + raw);
    for (String name : names) {
      assertThat(listed).contains("/dir/" + name);
      StoreObject file = store.stat(path("/dir/" + name), true);
      assertThat(file.size()).isEqualTo(("content of dir/" + name).getBytes(UTF_8).length);
      assertThat(flat("/" + name)).containsExactly("/" + name + "/inner");
    }
    assertThat(store.stat(path("/dir/" + raw), true).size()).isEqualTo(1);
    assertThat(config.notices().sentences()).isEmpty();
  }

  @Test
  void anObjectIsTheSameListedAndAskedFor() throws StoreException {
    put("dir/f");
    try (Listing listing = store.list(path("/dir"), Listing.Options.FLAT)) {
      StoreObject listed = listing.next();

      assertThat(store.stat(listed.path(), true)).isEqualTo(listed);
      assertThat(listed.attributes().modifiedNanos())
          .isEqualTo(Instant.parse("2026-11-21T13:46:56Z").getEpochSecond() * 1_000_000_000L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x//y", "x/./y", "x/../y", "/lead", "..", "x/..", "f/below", "f/be/low"})
  void aKeyThatIsNoPathIsLeftOutAndReported(String key) throws StoreException {
    put("f", "good", "z/good", key);
    for (int size : new int[] {1000, 1}) {
      bucket.setPageSize(size);
      assertThat(all("/").stream().filter(name -> !name.startsWith("/x")))
          .containsExactly("/f", "/good", "/z/", "/z/good");
      assertThat(all("/").stream().filter(name -> name.startsWith("/x/"))).isSubsetOf("/x/");
    }
    assertThat(config.notices().sentences())
        .containsExactly("keys of bucket b that are no paths are left out: such as '" + key + "'");
  }

  @Test
  void anObjectThatStandsForADirectoryIsTheDirectory() throws StoreException {
    bucket.put("dir/", "");
    put("dir/f");
    bucket.put("empty/", "");

    assertThat(all("/")).containsExactly("/dir/", "/dir/f", "/empty/");
    assertThat(flat("/empty")).isEmpty();
    assertThat(store.stat(path("/empty"), true).isDirectory()).isTrue();
    assertThat(config.notices().sentences()).isEmpty();
    bucket.put("dir/", "bytes that no path leads to");
    assertThat(all("/")).containsExactly("/dir/", "/dir/f", "/empty/");
    assertThat(config.notices().sentences()).hasSize(1);
  }

  @Test
  void whatIsNotThereIsNotListed() throws StoreException {
    put("f", "a/b/c");

    refused(Kind.NOT_FOUND, () -> flat("/none"));
    refused(Kind.NOT_FOUND, () -> flat("/a/none"));
    refused(Kind.NOT_A_DIRECTORY, () -> flat("/f"));
    refused(Kind.NOT_A_DIRECTORY, () -> flat("/f/below/it"));
    bucket.remove("f");
    bucket.remove("a/b/c");
    assertThat(flat("/")).isEmpty();
  }

  /** Such a gateway says that more keys follow, and gives no token to ask for them with. */
  @Test
  void aGatewayWithoutTheSecondVersionOfListsIsRefusedOnceAListHasSeveralPages()
      throws StoreException {
    put("a", "b", "c");
    bucket.setFirstVersion();
    assertThat(all("/")).containsExactly("/a", "/b", "/c");
    bucket.setPageSize(2);

    for (Listing.Options options : List.of(Listing.Options.FLAT, Listing.Options.RECURSIVE)) {
      assertThat(failure(() -> list("/", options)).kind()).isEqualTo(Kind.UNSUPPORTED);
      assertThat(failure(() -> list("/", options)))
          .hasMessageContaining("lists the first 2 keys only")
          .hasMessageContaining("ListObjectsV2");
    }
  }

  @Test
  void aPageThatFailsEndsTheList() throws StoreException {
    put("a", "b", "c");
    bucket.setPageSize(2);
    try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT)) {
      assertThat(listing.next().path()).isEqualTo(path("/a"));
      assertThat(listing.next().path()).isEqualTo(path("/b"));
      gateway.answer(question -> Answer.refusal(403, "AccessDenied"));
      refused(Kind.PERMISSION_DENIED, listing::next);
      gateway.answer(bucket);
      assertThat(listing.next()).isNull();
    }
  }

  @Test
  void aListThatIsClosedHasEnded() throws StoreException {
    put("a", "b");
    bucket.setPageSize(1);
    Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT);
    listing.close();
    listing.close();

    assertThat(listing.next()).isNull();
    assertThat(gateway.questions()).hasSize(1);
  }

  /** Else it would be asked for without end. */
  @Test
  void aPageThatFollowsItselfIsAFailure() throws StoreException {
    gateway.answer(question -> Answer.of(200, FakeBucket.page("", "again")));
    try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT)) {
      StoreException failure = failure(listing::next);

      assertThat(failure.kind()).isEqualTo(Kind.FAILED);
      assertThat(failure).hasMessageContaining("a page of a list says that it follows itself");
      assertThat(listing.next()).isNull();
    }
  }

  @Test
  void aListThatIsCutOffOrDamagedIsAFailure() {
    String page = FakeBucket.page(FakeBucket.object("f", new byte[3]), "");

    gateway.answer(question -> Answer.of(200, page.substring(0, page.length() - 30)));
    refused(Kind.FAILED, () -> flat("/"));
    gateway.answer(
        question -> Answer.of(200, page.replaceFirst("<LastModified>.*</Last[a-zA-Z]*>", "")));
    refused(Kind.FAILED, () -> flat("/"));
    gateway.answer(question -> Answer.of(200, page).cutOff());
    refused(Kind.UNAVAILABLE, () -> flat("/"));
  }

  @Test
  void objectsAndDirectoriesAreDescribed() throws StoreException {
    put("dir/f");

    assertThat(store.stat(StorePath.ROOT, true).isDirectory()).isTrue();
    assertThat(store.stat(path("/dir"), true).isDirectory()).isTrue();
    assertThat(store.stat(path("/dir/f"), false).isFile()).isTrue();
    refused(Kind.NOT_FOUND, () -> store.stat(path("/di"), true));
    refused(Kind.NOT_FOUND, () -> store.stat(path("/dir/g"), true));
    refused(Kind.NOT_A_DIRECTORY, () -> store.stat(path("/dir/f/g"), true));
    assertThat(store.info().root()).isEqualTo(gateway.address() + "/b");
    assertThat(store.info().hostPath()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"Content-Length", "Last-Modified"})
  void anObjectWithoutSizeOrTimeIsAFailure(String header) {
    put("f");
    gateway.answer(
        question -> {
          Answer whole = bucket.answer(question);
          Map<String, String> less = new TreeMap<>(whole.headers());
          less.remove(header);
          return new Answer(whole.status(), less, whole.body(), whole.length());
        });

    StoreException failure = failure(() -> store.stat(path("/f"), true));

    assertThat(failure.kind()).isEqualTo(Kind.FAILED);
    assertThat(failure).hasMessageContaining("RGW reports neither its size nor its time");
  }

  private ReadHandle opened(String path) throws StoreException {
    return store.open(path(path), ReadHandle.Options.DEFAULT);
  }

  @Test
  void bytesAreReadWhereverTheyAreAskedFor() throws StoreException {
    byte[] content = new byte[5_000_000];
    new Random(3).nextBytes(content);
    bucket.putBytes("f".getBytes(UTF_8), content);
    try (ReadHandle file = opened("/f")) {
      Random random = new Random(4);
      for (int i = 0; i < 30; i++) {
        int from = random.nextInt(content.length);
        ByteBuffer room = ByteBuffer.allocate(1 + random.nextInt(100_000));
        int count = file.read(from, room);

        assertThat(count).isPositive().isEqualTo(room.position());
        assertThat(Arrays.copyOf(room.array(), count))
            .isEqualTo(Arrays.copyOfRange(content, from, from + count));
      }
      ByteBuffer all = ByteBuffer.allocate(content.length);
      while (all.hasRemaining()) {
        ByteBuffer some = all.slice(all.position(), Math.min(64_000, all.remaining()));
        all.position(all.position() + file.read(all.position(), some));
      }
      assertThat(all.array()).isEqualTo(content);
      assertThat(file.read(content.length, ByteBuffer.allocate(1))).isEqualTo(-1);
      assertThat(file.read(0, ByteBuffer.allocate(0))).isZero();
      refused(Kind.INVALID_ARGUMENT, () -> file.read(-1, ByteBuffer.allocate(1)));
    }
  }

  @Test
  void aReaderInSequenceAsksSeldom() throws StoreException {
    bucket.putBytes("f".getBytes(UTF_8), new byte[1 << 20]);
    try (ReadHandle file = opened("/f")) {
      int before = gateway.questions().size();
      for (int at = 0; at < 1 << 20; at += 4096) {
        assertThat(file.read(at, ByteBuffer.allocate(4096))).isEqualTo(4096);
      }
      assertThat(gateway.questions().size() - before).isLessThan(20);
    }
  }

  @Test
  void anObjectThatIsOverwrittenOrDeletedIsNotReadOn() throws StoreException {
    put("f", "g");
    try (ReadHandle overwritten = opened("/f");
        ReadHandle deleted = opened("/g")) {
      bucket.put("f", "other content");
      bucket.remove("g");

      refused(Kind.CHANGED, () -> overwritten.read(0, ByteBuffer.allocate(5)));
      refused(Kind.CHANGED, () -> deleted.read(0, ByteBuffer.allocate(5)));
    }
  }

  @Test
  void onlyTheExpectedVersionIsOpened() throws StoreException {
    put("f");
    StoreObject seen = store.stat(path("/f"), true);
    ReadHandle.Options same = ReadHandle.Options.DEFAULT.withExpected(seen.version());
    store.open(path("/f"), same).close();

    bucket.put("f", "other content");
    refused(Kind.CHANGED, () -> store.open(path("/f"), same));
    bucket.remove("f");
    refused(Kind.NOT_FOUND, () -> store.open(path("/f"), same));
  }

  @Test
  void directoriesAndClosedFilesAreNotRead() throws StoreException {
    put("dir/f");

    refused(Kind.IS_A_DIRECTORY, () -> opened("/"));
    refused(Kind.IS_A_DIRECTORY, () -> opened("/dir"));
    refused(Kind.NOT_A_DIRECTORY, () -> opened("/dir/f/g"));
    ReadHandle file = opened("/dir/f");
    file.close();
    file.close();
    refused(Kind.FAILED, () -> file.read(0, ByteBuffer.allocate(1)));
  }
}

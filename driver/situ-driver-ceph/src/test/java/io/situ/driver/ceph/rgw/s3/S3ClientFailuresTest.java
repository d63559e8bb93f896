// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.driver.ceph.rgw.s3.FakeGateway.Answer;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gateways that refuse, fail or are away, and what is asked of the next. */
@Timeout(120)
final class S3ClientFailuresTest {

  private static final String SECRET = "wJalrXUtnFEMI-hidden";
  private static final StorePath OBJECT = StorePath.of("/object");
  private static final byte[] KEY = {'o'};
  private static final int ROUNDS = 3;

  private FakeGateway one;
  private FakeGateway two;

  @BeforeEach
  void start() throws IOException {
    one = new FakeGateway(question -> Answer.of(200, "one"));
    two = new FakeGateway(question -> Answer.of(200, "two"));
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
  }

  private static S3Client client(URI... gateways) {
    AwsSigV4Signer signature = new AwsSigV4Signer(new S3Credentials("access", SECRET), "default");
    return new S3Client(List.of(gateways), "bucket", signature);
  }

  private static String get(S3Client client) throws StoreException {
    return new String(client.execute(request()).body(), UTF_8);
  }

  private static S3Client.S3Request request() {
    return new S3Client.S3Request("GET", KEY, Map.of(), Map.of(), OBJECT);
  }

  private static StoreException failure(ThrowingCallable call) {
    return catchThrowableOfType(StoreException.class, call);
  }

  @Test
  void questionsAreSignedAndEncoded() throws StoreException {
    S3Client.S3Request question =
        new S3Client.S3Request(
            "GET",
            "dir/a +%\u00e4".getBytes(UTF_8),
            Map.of("list-type", "2", "prefix", "a b&c=d/"),
            Map.of("range", "bytes=0-9"),
            OBJECT);

    client(one.address()).execute(question);

    FakeGateway.Question asked = one.questions().get(0);
    assertThat(asked.path()).isEqualTo("/bucket/dir/a%20%2B%25%C3%A4");
    assertThat(asked.query()).isEqualTo(Map.of("list-type", "2", "prefix", "a b&c=d/"));
    assertThat(asked.header("range")).isEqualTo("bytes=0-9");
    assertThat(asked.header("x-amz-content-sha256")).isEqualTo(AwsSigV4Signer.EMPTY);
    assertThat(asked.header("authorization"))
        .startsWith("AWS4-HMAC-SHA256 Credential=access/")
        .contains("SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=");
    assertThat(asked.headers().toString()).doesNotContain(SECRET);
  }

  @Test
  void theHostIsSignedAsItIsSent() throws StoreException {
    client(one.address()).execute(request());

    assertThat(one.questions().get(0).header("host"))
        .isEqualTo(S3Client.hostOf(one.address()))
        .isEqualTo("127.0.0.1:" + one.address().getPort());
    assertThat(S3Client.hostOf(URI.create("http://rgw:80"))).isEqualTo("rgw");
    assertThat(S3Client.hostOf(URI.create("https://rgw:443"))).isEqualTo("rgw");
    assertThat(S3Client.hostOf(URI.create("https://rgw:80"))).isEqualTo("rgw:80");
    assertThat(S3Client.hostOf(URI.create("http://[::1]:7480"))).isEqualTo("[::1]:7480");
  }

  @Test
  void theNextGatewayIsAskedAndStaysTheFirst() throws StoreException {
    one.answer(question -> Answer.of(503, ""));
    S3Client client = client(one.address(), two.address());

    assertThat(get(client)).isEqualTo("two");
    assertThat(get(client)).isEqualTo("two");
    assertThat(one.questions()).hasSize(1);
    assertThat(two.questions()).hasSize(2);

    one.answer(question -> Answer.of(200, "one"));
    two.answer(question -> Answer.of(503, ""));
    assertThat(get(client)).isEqualTo("one");
  }

  @Test
  void aGatewayThatDoesNotListenIsPassedOver() throws IOException {
    URI gone;
    try (FakeGateway closed = new FakeGateway(question -> Answer.of(200, ""))) {
      gone = closed.address();
    }

    assertThat(get(client(gone, two.address()))).isEqualTo("two");
    StoreException failure = failure(() -> get(client(gone)));
    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("the gateway " + gone + " does not answer");
    assertThat(failure.path()).contains(OBJECT);
  }

  @Test
  void anAnswerThatIsCutOffIsAskedForAgain() throws StoreException {
    one.answer(
        question ->
            one.questions().size() == 1
                ? Answer.of(200, "half of it").cutOff()
                : Answer.of(200, "all of it"));

    assertThat(get(client(one.address()))).isEqualTo("all of it");
    one.answer(question -> Answer.of(200, "half of it").cutOff());
    assertThat(failure(() -> get(client(one.address()))).kind()).isEqualTo(Kind.UNAVAILABLE);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504})
  void whatMayPassIsTriedInRounds(int status) {
    one.answer(question -> Answer.refusal(status, "SlowDown"));
    two.answer(question -> Answer.of(status, "<html>busy</html>"));

    StoreException failure = failure(() -> get(client(one.address(), two.address())));

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure.retryable()).isTrue();
    assertThat(failure).hasMessage("'/object': the gateway " + two.address() + " says " + status);
    assertThat(one.questions()).hasSize(ROUNDS);
    assertThat(two.questions()).hasSize(ROUNDS);
  }

  @Test
  void whatPassesIsAnAnswer() throws StoreException {
    one.answer(
        question ->
            one.questions().size() < ROUNDS
                ? Answer.refusal(503, "SlowDown")
                : Answer.of(200, "at last"));

    assertThat(get(client(one.address()))).isEqualTo("at last");
  }

  @ParameterizedTest
  @CsvSource({
    "403, AccessDenied, PERMISSION_DENIED, RGW does not let the user of access key access do this",
    "404, NoSuchKey, NOT_FOUND, there is nothing there in bucket bucket",
    "412, PreconditionFailed, CHANGED, it was overwritten since it was opened",
    "400, InvalidArgument, FAILED, says 400",
    "409, BucketNotEmpty, FAILED, says 409",
    "416, InvalidRange, FAILED, says 416",
    "301, PermanentRedirect, FAILED, says 301",
    "501, NotImplemented, FAILED, says 501"
  })
  void aRefusalIsFinal(int status, String code, Kind kind, String sentence) {
    one.answer(question -> Answer.refusal(status, code));

    StoreException failure = failure(() -> get(client(one.address(), two.address())));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessageContaining(sentence);
    assertThat(failure.getMessage().endsWith(" (" + code + ")")).isEqualTo(kind != Kind.CHANGED);
    assertThat(failure.path()).contains(OBJECT);
    assertThat(one.questions()).hasSize(1);
    assertThat(two.questions()).isEmpty();
  }

  @Test
  void aBucketThatIsNotThereIsNamed() {
    one.answer(question -> Answer.refusal(404, "NoSuchBucket"));
    S3Client client = client(one.address());

    assertThat(failure(() -> client.execute(S3Client.S3Request.head(new byte[0], null))))
        .hasMessage("there is no bucket bucket: make it, or name another as 'bucket'");
    assertThat(client.bucket()).isEqualTo("bucket");
    assertThat(client.address()).isEqualTo(one.address() + "/bucket");
  }

  /** A gateway, or a proxy, may send back what it was sent. */
  @ParameterizedTest
  @ValueSource(ints = {400, 403, 404, 412, 500, 503})
  void noMessageHasTheSecretOrASignature(int status) {
    one.answer(
        question ->
            Answer.of(
                status,
                "<Error><Code>Denied</Code><Message>"
                    + question.headers()
                    + SECRET
                    + "</Message></Error>"));

    StoreException failure = failure(() -> get(client(one.address())));

    List<String> texts = new ArrayList<>();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      texts.add(cause.toString());
    }
    assertThat(String.join("\n", texts)).doesNotContain(SECRET).doesNotContain("Signature=");
    assertThat(client(one.address()).toString()).doesNotContain(SECRET);
  }

  @Test
  void aRangeIsReadOfTheVersionThatWasOpened() throws StoreException {
    one.answer(question -> Answer.of(206, "bytes"));

    assertThat(client(one.address()).read(KEY, OBJECT, "\"etag\"", 100, 5))
        .isEqualTo("bytes".getBytes(UTF_8));
    FakeGateway.Question asked = one.questions().get(0);
    assertThat(asked.header("range")).isEqualTo("bytes=100-104");
    assertThat(asked.header("if-match")).isEqualTo("\"etag\"");
  }

  @ParameterizedTest
  @CsvSource({"404, CHANGED", "412, CHANGED", "403, PERMISSION_DENIED"})
  void aRangeOfWhatIsNoLongerThatVersionIsNotRead(int status, Kind kind) {
    one.answer(question -> Answer.refusal(status, "Code"));

    assertThat(failure(() -> client(one.address()).read(KEY, OBJECT, "e", 0, 5)).kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "byte", "bytes and more"})
  void aRangeOfAnotherLengthIsRefused(String bytes) {
    one.answer(question -> Answer.of(206, bytes));

    StoreException failure = failure(() -> client(one.address()).read(KEY, OBJECT, "e", 0, 5));

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("RGW sent " + bytes.length() + " of 5 bytes");
  }

  @Test
  void aListThatIsNoneIsAFailureOfTheDirectory() {
    one.answer(question -> Answer.of(200, "<html>log in</html>"));
    StorePath directory = StorePath.of("/dir");

    StoreException failure =
        failure(() -> client(one.address()).list("dir/".getBytes(UTF_8), Map.of(), directory));

    assertThat(failure.kind()).isEqualTo(Kind.FAILED);
    assertThat(failure).hasMessageStartingWith("'/dir': RGW's answer: this is no list of objects");
  }

  @Test
  void anAdministratorIsAnsweredInJson() throws StoreException {
    client(one.address()).admin("bucket", Map.of("bucket", "tenant/bucket"));

    FakeGateway.Question asked = one.questions().get(0);
    assertThat(asked.path()).isEqualTo("/admin/bucket");
    assertThat(asked.query()).isEqualTo(Map.of("bucket", "tenant/bucket", "format", "json"));
  }

  @Test
  void aThreadThatIsInterruptedDoesNotWait() {
    one.answer(question -> Answer.of(503, ""));
    try {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> get(client(one.address())))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INTERRUPTED));
    } finally {
      assertThat(Thread.interrupted()).as("the flag stays").isTrue();
    }
  }
}

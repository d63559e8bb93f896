// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import io.situ.driver.ceph.rgw.s3.FakeGateway.Answer;
import io.situ.driver.ceph.rgw.s3.FakeGateway.Question;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A bucket that answers {@code HEAD} and {@code GET} of objects, and {@code ListObjectsV2} in
 * pages, as RGW does. Keys are texts in which each character stands for a byte. Thread-safe.
 */
public final class FakeBucket implements FakeGateway.Answerer {

  /** When all objects were modified. */
  public static final String MODIFIED = "Sat, 21 Nov 2026 13:46:56 GMT";

  private final String name;
  private final NavigableMap<String, byte[]> objects = new TreeMap<>();
  private int pageSize = 1000;
  private boolean firstVersion;

  /** Makes an empty one. */
  public FakeBucket(String name) {
    this.name = name;
  }

  /** Sets the most keys and prefixes that a page has. */
  public synchronized void setPageSize(int most) {
    pageSize = most;
  }

  /** Answers from now on as a gateway that knows the first version of lists only. */
  public synchronized void setFirstVersion() {
    firstVersion = true;
  }

  /** Puts an object whose key is UTF-8. */
  public void put(String key, String content) {
    putBytes(key.getBytes(StandardCharsets.UTF_8), content.getBytes(StandardCharsets.UTF_8));
  }

  /** Puts an object. */
  public synchronized void putBytes(byte[] key, byte[] content) {
    objects.put(new String(key, StandardCharsets.ISO_8859_1), content);
  }

  /** Removes an object whose key is UTF-8. */
  public synchronized void remove(String key) {
    objects.remove(new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
  }

  /** Returns the ETag of an object, with its quotation marks. */
  public static String etag(byte[] content) {
    return '"' + HexFormat.of().toHexDigits(Arrays.hashCode(content)) + '"';
  }

  @Override
  public synchronized Answer answer(Question question) {
    String bucket = "/" + name;
    if (question.path().equals(bucket)) {
      return question.method().equals("HEAD") ? Answer.of(200, "") : list(question);
    }
    byte[] content =
        objects.get(FakeGateway.decode(question.path().substring(bucket.length() + 1)));
    if (content == null) {
      return Answer.refusal(404, "NoSuchKey");
    }
    if (question.method().equals("HEAD")) {
      return described(Answer.of(200, ""), content).with("Content-Length", "" + content.length);
    }
    String match = question.header("if-match");
    if (!match.isEmpty() && !match.equals(etag(content))) {
      return Answer.refusal(412, "PreconditionFailed");
    }
    return range(question.header("range"), content);
  }

  private static Answer described(Answer answer, byte[] content) {
    return answer.with("ETag", etag(content)).with("Last-Modified", MODIFIED);
  }

  private static Answer range(String range, byte[] content) {
    String[] ends = range.substring("bytes=".length()).split("-");
    int from = Integer.parseInt(ends[0]);
    int to = Math.min(content.length, Integer.parseInt(ends[1]) + 1);
    return from < to
        ? described(Answer.of(206, Arrays.copyOfRange(content, from, to)), content)
        : Answer.refusal(416, "InvalidRange");
  }

  private Answer list(Question question) {
    String prefix = question.query("prefix");
    String delimiter = question.query("delimiter");
    String token = question.query("continuation-token");
    String max = question.query("max-keys");
    int most = max.isEmpty() ? pageSize : Integer.parseInt(max);
    String last = FakeGateway.decode(token);
    StringBuilder contents = new StringBuilder();
    StringBuilder prefixes = new StringBuilder();
    int count = 0;
    boolean more = false;
    for (Map.Entry<String, byte[]> object : objects.tailMap(prefix, true).entrySet()) {
      String key = object.getKey();
      if (!key.startsWith(prefix)) {
        break;
      }
      int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
      String shown = end < 0 ? key : key.substring(0, end + delimiter.length());
      if (!token.isEmpty() && shown.compareTo(last) <= 0) {
        continue;
      }
      if (count == most) {
        more = true;
        break;
      }
      count++;
      last = shown;
      token = "t";
      (end < 0 ? contents : prefixes)
          .append(end < 0 ? object(shown, object.getValue()) : shared(shown));
    }
    String page = page(contents + prefixes.toString(), more ? encode(last) : "");
    return Answer.of(
        200, firstVersion ? page.replaceFirst("<NextContinuationToken>.*?</Next[^>]*>", "") : page);
  }

  /** Returns a whole answer. */
  public static String page(String content, String next) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult"
        + " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>b</Name><Prefix></Prefix>"
        + "<MaxKeys>1000</MaxKeys><EncodingType>url</EncodingType>"
        + (next.isEmpty()
            ? "<IsTruncated>false</IsTruncated>"
            : "<IsTruncated>true</IsTruncated><NextContinuationToken>"
                + next
                + "</NextContinuationToken>")
        + content
        + "</ListBucketResult>";
  }

  /** Returns what a page says of an object. */
  public static String object(String key, byte[] content) {
    return "<Contents><Key>"
        + encode(key)
        + "</Key><LastModified>2026-11-21T13:46:56.059Z</LastModified><ETag>"
        + etag(content).replace("\"", "&quot;")
        + "</ETag><Size>"
        + content.length
        + "</Size><StorageClass>STANDARD</StorageClass><Owner><ID>u</ID><DisplayName>U"
        + "</DisplayName></Owner></Contents>";
  }

  private static String shared(String prefix) {
    return "<CommonPrefixes><Prefix>" + encode(prefix) + "</Prefix></CommonPrefixes>";
  }

  private static String encode(String bytes) {
    return AwsSigV4Signer.encode(bytes.getBytes(StandardCharsets.ISO_8859_1), true);
  }
}

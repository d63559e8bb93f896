// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.testkit.fault.DamagedBytes;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers in the form that RGW 16 gives. */
final class ListObjectsResultTest {

  private static final int MUTATIONS = 10_000 * Integer.getInteger("situ.test.rounds", 1);
  private static final String OBJECT = FakeBucket.object("dir/a b", new byte[7]);
  private static final String PAGE =
      FakeBucket.page(
          OBJECT
              + FakeBucket.object("plain", new byte[0])
              + "<CommonPrefixes><Prefix>x%2Fy/</Prefix></CommonPrefixes>",
          "to%2Bken");

  private static ListObjectsResult parse(String text) {
    return ListObjectsResult.parse(text.getBytes(UTF_8));
  }

  @Test
  void aPageHasObjectsAndPrefixesAndWhatFollowsIt() {
    ListObjectsResult page = parse(PAGE);

    assertThat(page.objects()).hasSize(2);
    ListObjectsResult.Entry first = page.objects().get(0);
    assertThat(first.key()).asString(UTF_8).isEqualTo("dir/a b");
    assertThat(first.size()).isEqualTo(7);
    assertThat(first.etag()).isEqualTo(FakeBucket.etag(new byte[7]));
    assertThat(first.modified()).isEqualTo(Instant.parse("2026-11-21T13:46:56.059Z"));
    assertThat(page.prefixes())
        .singleElement()
        .satisfies(prefix -> assertThat(prefix).asString(UTF_8).isEqualTo("x/y/"));
    assertThat(page.next()).contains("to%2Bken");
    assertThat(page.truncated()).isTrue();
    assertThat(parse(FakeBucket.page("", "")).next()).isEmpty();
    assertThat(parse(FakeBucket.page("", "")).truncated()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "a+b, a b",
    "a%20b, a b",
    "a%2Bb, a+b",
    "%C3%A4, \u00e4",
    "\u00e4%20\u00e4, \u00e4 \u00e4",
    "%3Ctag%3E%26, <tag>&",
    "100%25, 100%"
  })
  void percentsAndSignsOfABlankAreDecoded(String text, String meant) {
    assertThat(ListObjectsResult.decode(text)).isEqualTo(meant.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Key", "LastModified", "ETag", "Size"})
  void anObjectThatIsNotDescribedIsRefused(String element) {
    String without = OBJECT.replaceFirst("<" + element + ">.*</" + element + ">", "");

    assertThat(without).isNotEqualTo(OBJECT);
    assertThatThrownBy(() -> parse(FakeBucket.page(without, "")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> parse(FakeBucket.page(OBJECT + without, "")))
        .as("nor described as the one before it")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("this is no list of objects: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no xml",
        "<html><body>502 Bad Gateway</body></html>",
        "<Error><Code>NoSuchBucket</Code></Error>",
        "<ListBucketResult>"
      })
  void whatIsNoListIsRefused(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("this is no list of objects: ");
  }

  @ParameterizedTest
  @CsvSource({
    "<Size>7<, <Size>-7<",
    "<Size>7<, <Size>much<",
    "<IsTruncated>true<, <IsTruncated>maybe<",
    "2026-11-21T, yesterday",
    "a%20b, a%2"
  })
  void valuesThatAreNoneAreRefused(String value, String other) {
    assertThat(PAGE).contains(value);
    assertThatThrownBy(() -> parse(PAGE.replace(value, other)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAnswerThatIsCutOffIsRefused() {
    byte[] whole = PAGE.getBytes(UTF_8);
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ListObjectsResult.parse(part))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void filesOfThisHostAreNotRead() {
    String hostile =
        "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///proc/self/status\">]>"
            + PAGE.substring(PAGE.indexOf("<ListBucketResult")).replace("plain", "&f;");
    try {
      assertThat(parse(hostile).objects())
          .noneMatch(object -> new String(object.key(), UTF_8).contains("Pid"));
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("this is no list of objects: ");
    }
  }

  @Test
  void anyBytesAreAListOrAreRefused() {
    byte[] whole = PAGE.getBytes(UTF_8);
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      try {
        ListObjectsResult page = ListObjectsResult.parse(damage.copy(whole));
        assertThat(page.objects())
            .allMatch(object -> object.size() >= 0)
            .allMatch(object -> object.etag() != null && object.modified() != null);
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }
}

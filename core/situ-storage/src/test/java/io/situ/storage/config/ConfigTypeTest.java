// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.ReadHandle;
import io.situ.storage.StorePath;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTypeTest {

  private static final int ROUNDS = 2000;

  private final ConfigType<Long> size = ConfigType.size(0, Long.MAX_VALUE);
  private final ConfigType<Duration> seconds =
      ConfigType.duration(ChronoUnit.SECONDS, Duration.ZERO);
  private final ConfigType<Duration> millis = ConfigType.duration(ChronoUnit.MILLIS, Duration.ZERO);

  /** What is printed means the same, is as good printed again, and blanks and case do not count. */
  private static <T> void assertRoundTrip(ConfigType<T> type, Function<Random, T> values) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      T value = values.apply(random);
      String text = type.print(value);
      assertThat(type.parse(text)).as("%s, seed %d", text, seed).isEqualTo(value);
      assertThat(type.print(type.parse(text))).as("seed %d", seed).isEqualTo(text);
    }
  }

  private static String word(Random random) {
    return random
        .ints('!', 0x3000)
        .filter(c -> Character.isLetterOrDigit(c) || c == '/' || c == '-' || c == '.')
        .limit(1 + random.nextInt(12))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static List<String> words(Random random) {
    return random.ints(1 + random.nextInt(5), 0, 1).mapToObj(each -> word(random)).toList();
  }

  @Test
  void whatIsPrintedParsesToTheSame() {
    assertRoundTrip(size, random -> random.nextLong() >>> (1 + random.nextInt(63)));
    assertRoundTrip(size, random -> (random.nextLong() >>> 1) & -1L << random.nextInt(63));
    assertRoundTrip(seconds, random -> Duration.ofNanos(random.nextLong() >>> 1));
    assertRoundTrip(
        millis, random -> Duration.ofMillis(random.nextLong() >>> random.nextInt(1, 63)));
    assertRoundTrip(seconds, random -> Duration.ofMinutes(random.nextInt(100_000)));
    assertRoundTrip(
        ConfigType.number(Integer.MIN_VALUE, Integer.MAX_VALUE), random -> random.nextInt());
    assertRoundTrip(ConfigType.bool(), Random::nextBoolean);
    assertRoundTrip(ConfigType.either("rados", "s3"), Random::nextBoolean);
    assertRoundTrip(
        ConfigType.choice(ReadHandle.Policy.values()),
        random -> ReadHandle.Policy.values()[random.nextInt(3)]);
    assertRoundTrip(ConfigType.text(), ConfigTypeTest::word);
    assertRoundTrip(ConfigType.path(), random -> Path.of(word(random)));
    assertRoundTrip(
        ConfigType.storePath(),
        random -> StorePath.ROOT.child("x" + word(random).replace('/', '_')));
    assertRoundTrip(ConfigType.command(), ConfigTypeTest::words);
    assertRoundTrip(ConfigType.list(ConfigType.text(), "words"), ConfigTypeTest::words);
    assertRoundTrip(
        ConfigType.list(size, "sizes"), random -> List.of(random.nextLong() >>> 1, 0L, 1L << 20));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1048576, 1048576",
    "64k, 65536",
    "1M, 1048576",
    "+2g, 2147483648",
    "007k, 7168",
    "3t, 3298534883328",
    "1p, 1125899906842624",
    "7E, 8070450532247928832"
  })
  void sizesCountBytes(String text, long bytes) {
    assertThat(size.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-1k", "m", "1.5m", "64 m", "64mb", "8e", "9223372036854775808"})
  void whatIsNoSizeIsRefused(String text) {
    assertThatThrownBy(() -> size.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "10, PT10S",
    "10s, PT10S",
    "5M, PT5M",
    "5min, PT5M",
    "2h, PT2H",
    "1d, PT24H",
    "1500ms, PT1.5S",
    "7us, PT0.000007S",
    "9ns, PT0.000000009S",
    "+3, PT3S"
  })
  void durationsHaveUnits(String text, Duration duration) {
    assertThat(seconds.parse(text)).isEqualTo(duration);
  }

  @Test
  void aNumberWithoutAUnitHasThatOfItsKey() {
    assertThat(seconds.parse("30")).isEqualTo(Duration.ofSeconds(30));
    assertThat(millis.parse("30")).isEqualTo(Duration.ofMillis(30));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "9223372036854775807d", "9223372036854775s"})
  void whatOutlastsAllClocksIsTheLongestDuration(String text) {
    assertThat(seconds.parse(text).toMillis()).isGreaterThan(Long.MAX_VALUE - 1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1s", "1w", "s", "1.5s", "-9223372036854775808d"})
  void whatIsNoDurationIsRefused(String text) {
    assertThatThrownBy(() -> seconds.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void boundsAreIncluded() {
    ConfigType<Integer> number = ConfigType.number(-1, 16);
    assertThat(number.parse("-1")).isEqualTo(-1);
    assertThat(number.parse("0x10")).isEqualTo(16);
    assertThat(number.parse("010")).isEqualTo(10);
    assertThatThrownBy(() -> number.parse("17")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> number.parse("-2")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> number.parse("1.0")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsAllowedIsSaidInWords() {
    assertThat(size.allowed()).isEqualTo("a size such as 64m");
    assertThat(ConfigType.size(64 << 10, 128 << 20).allowed())
        .isEqualTo("a size such as 64m, from 64k to 128m");
    assertThat(millis.allowed()).isEqualTo("milliseconds or a duration such as 30s");
    assertThat(
            ConfigType.duration(ChronoUnit.SECONDS, Duration.ofSeconds(1), Duration.ofHours(1))
                .allowed())
        .isEqualTo("seconds or a duration such as 30s, from 1s to 1h");
    assertThat(ConfigType.choice(ReadHandle.Policy.values()).allowed())
        .isEqualTo("sequential, random or whole-file");
    assertThat(ConfigType.bool().allowed()).isEqualTo("true or false");
  }

  @Test
  void wordsMayBeInEitherCase() {
    assertThat(ConfigType.choice(ReadHandle.Policy.values()).parse("Whole-File"))
        .isEqualTo(ReadHandle.Policy.WHOLE_FILE);
    assertThat(ConfigType.bool().parse("TRUE")).isTrue();
    assertThatThrownBy(() -> ConfigType.bool().parse("yes"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void listsLeaveEmptyElementsOut() {
    ConfigType<List<Long>> sizes = ConfigType.list(size, "sizes");
    assertThat(sizes.parse(" 1k ,, 2 ,")).containsExactly(1024L, 2L);
    assertThat(sizes.parse(",")).isEmpty();
    assertThatThrownBy(() -> sizes.parse("1, x")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPathHasNoNul() {
    assertThatThrownBy(() -> ConfigType.path().parse("a\0b"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

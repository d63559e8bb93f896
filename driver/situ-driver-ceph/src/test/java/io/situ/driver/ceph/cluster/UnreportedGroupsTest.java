// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Replica;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.diagnostics.StoreWarnings;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Placement groups that no OSD has reported to the manager yet. */
@Timeout(60)
final class UnreportedGroupsTest {

  /** After the manager's restart: it lists groups and does not know where they are. */
  private static final String NOT_READY =
      """
      {"pg_ready":false,"pg_stats":[
       {"pgid":"1.0","acting":[],"acting_primary":-1,"state":"unknown"}]}\
      """;

  /** Of a pool that was just made, or whose groups were just split. */
  private static final String ONE_UNKNOWN =
      """
      {"pg_ready":true,"pg_stats":[
       {"pgid":"1.0","acting":[2],"acting_primary":2,"state":"active+clean"},
       {"pgid":"1.1","acting":[],"acting_primary":-1,"state":"unknown"},
       {"pgid":"2.0","acting":[],"acting_primary":-1,"state":"unknown"}]}\
      """;

  /** With a pool whose group is on OSDs that are gone for good. */
  private static final String LOST_DUMP =
      """
      {"epoch":7,"pools":[
       {"pool":1,"pool_name":"data","type":1,"pg_num":2,"object_hash":2},
       {"pool":3,"pool_name":"lost","type":1,"pg_num":1,"object_hash":2}]}\
      """;

  private static final String LOST_GROUPS =
      """
      {"pg_stats":[{"pgid":"1.0","acting":[2,0],"acting_primary":0},
       {"pgid":"1.1","acting":[0,1],"acting_primary":0},
       {"pgid":"3.0","acting":[],"acting_primary":-1}]}\
      """;

  private final Deque<List<String>> answers = new ArrayDeque<>();
  private final AtomicLong nanos = new AtomicLong();
  private final StoreWarnings notices = new StoreWarnings();
  private final PlacementTables tables = new PlacementTables();

  private static List<String> answer(String dump, String groups) {
    return List.of(dump, SmallPgMap.TREE, groups);
  }

  private static PgMap parse(List<String> answers, PgMap old) {
    return PgMap.parse(answers, Replica::on, ReplicaReadPolicy.ALL, Optional.ofNullable(old));
  }

  private PgMapCache cache(Duration interval) {
    return SmallPgMap.cache(
        () -> answers.size() > 1 ? answers.remove() : answers.element(),
        tables,
        new AnswerLifetime(interval, nanos::get),
        notices);
  }

  @Test
  void aManagerThatDoesNotKnowTheGroupsYetHasNotAnswered() {
    assertThatThrownBy(() -> SmallPgMap.parse(answer(SmallPgMap.DUMP, NOT_READY)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Ceph's manager has started and does not know the placement groups yet");
    assertThat(SmallPgMap.parse(answer(SmallPgMap.DUMP, ONE_UNKNOWN)).incomplete())
        .containsExactlyInAnyOrder("data", "1");
    assertThat(SmallPgMap.parse().incomplete()).isEmpty();
  }

  @Test
  void whatWasReportedOfAGroupBeforeIsKept() {
    PgMap old = SmallPgMap.parse();
    PgMap.Pool pool = parse(answer(SmallPgMap.DUMP, ONE_UNKNOWN), old).pools().get("data");
    assertThat(pool.holders(0)).containsExactly(Replica.on("b"));
    assertThat(pool.holders(1)).isNotEmpty().isEqualTo(old.pools().get("data").holders(1));

    PgMap first = parse(answer(SmallPgMap.DUMP, ONE_UNKNOWN), null);
    assertThat(first.pools().get("data").holders(1)).isEmpty();
    String otherCluster = SmallPgMap.named("f-2");
    PgMap other = parse(answer(otherCluster, ONE_UNKNOWN), old);
    assertThat(other.pools().get("data").holders(1)).isEmpty();
  }

  /** It starts where the one is that it was split from. */
  @Test
  void aGroupThatWasSplitOffIsWhereItWasBefore() {
    PgMap old = SmallPgMap.parse();
    String split = SmallPgMap.DUMP.replace("\"pg_num\":2", "\"pg_num\":4");

    PgMap map = parse(answer(split, SmallPgMap.GROUPS.replace("1.2", "1.7")), old);

    assertThat(map.incomplete()).contains("data");
    PgMap.Pool pool = map.pools().get("data");
    PgMap.Pool before = old.pools().get("data");
    assertThat(pool.holders(2)).isEqualTo(before.holders(0));
    assertThat(pool.holders(3)).isEqualTo(before.holders(1));
  }

  @Test
  void anAnswerOfAManagerThatIsNotReadyReplacesNothing() {
    answers.add(SmallPgMap.ANSWERS);
    answers.add(answer(SmallPgMap.DUMP, NOT_READY));
    PgMapCache maps = cache(Duration.ofNanos(-1));

    assertThat(maps.get()).contains(SmallPgMap.parse());
    assertThat(maps.get()).contains(SmallPgMap.parse());
    assertThat(notices.sentences())
        .containsExactly(
            "Ceph does not report its placement, and what it reported before is used:"
                + " Ceph's manager has started and does not know the placement groups yet");
    assertThat(tables.latest()).hasSize(1);
  }

  @Test
  void anAnswerThatIsNotCompleteIsUsedForSecondsAndNotHandedOn() throws Exception {
    answers.add(answer(SmallPgMap.DUMP, NOT_READY));
    answers.add(answer(SmallPgMap.DUMP, ONE_UNKNOWN));
    answers.add(SmallPgMap.ANSWERS);
    PgMapCache maps = cache(Duration.ofHours(1));

    assertThat(maps.get()).isEmpty();
    assertThat(notices.sentences()).hasSize(1);
    while (maps.get("data").isEmpty()) {
      Thread.sleep(100);
    }
    assertThat(maps.get("data").orElseThrow().incomplete()).contains("data");
    assertThat(tables.latest()).isEmpty();
    while (!maps.get("data").orElseThrow().incomplete().isEmpty()) {
      Thread.sleep(100);
    }
    assertThat(maps.get("data")).contains(SmallPgMap.parse());
    assertThat(tables.latest()).hasSize(1);
  }

  /** As of a group whose OSDs are gone for good: tasks need not ask again and again. */
  @Test
  void whatIsNotCompleteForLongIsHandedOn() {
    answers.add(answer(SmallPgMap.DUMP, ONE_UNKNOWN));
    PgMapCache maps = cache(Duration.ofNanos(-1));

    for (int i = 0; i < 10; i++) {
      assertThat(maps.get("data")).isPresent();
    }
    nanos.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(tables.latest()).isEmpty();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(tables.latest()).hasSize(1);
  }

  @Test
  void aGroupOfAPoolThatIsNotAskedForHoldsNothingUp() {
    answers.add(answer(LOST_DUMP, LOST_GROUPS));
    PgMapCache maps = cache(Duration.ofHours(1));

    assertThat(maps.get("data").orElseThrow().incomplete()).contains("lost");
    assertThat(tables.latest()).hasSize(1);

    maps.get("lost");
    assertThat(tables.latest()).as("once its groups count").isEmpty();
  }

  /** As one that was made since. */
  @Test
  void anAnswerWithoutAPoolThatIsAskedForIsNotHandedOn() {
    answers.add(SmallPgMap.ANSWERS);
    answers.add(answer(LOST_DUMP, LOST_GROUPS));
    PgMapCache maps = cache(Duration.ofNanos(-1));

    assertThat(maps.get("data").orElseThrow().pools()).doesNotContainKey("lost");
    assertThat(maps.get("lost").orElseThrow().incomplete()).contains("lost");
    assertThat(tables.latest()).isEmpty();
  }

  @Test
  void anAnswerWithoutAPoolThatIsAskedForIsUsedForSeconds() throws Exception {
    answers.add(SmallPgMap.ANSWERS);
    answers.add(answer(LOST_DUMP, SmallPgMap.GROUPS.replace("2.0", "3.0")));
    PgMapCache maps = cache(Duration.ofHours(1));

    assertThat(maps.get("data")).isPresent();
    while (!maps.get("lost").orElseThrow().pools().containsKey("lost")) {
      Thread.sleep(100);
    }
    assertThat(tables.latest()).hasSize(1);
  }

  /** So that each of many short processes hands it on. */
  @ParameterizedTest
  @CsvSource({
    "2024-01-02T03:04:05.678901+0000, 1",
    "2024-01-02T03:04:05.678901-0330, 1",
    "2024-01-02 03:04:05.678901, 0",
    "0.000000, 0"
  })
  void whatIsNotCompleteLongAfterTheMapChangedIsHandedOn(String changed, int tablesHandedOn) {
    answers.add(answer(changed(changed), ONE_UNKNOWN));
    PgMapCache maps = cache(Duration.ofHours(1));

    assertThat(maps.get("data").orElseThrow().incomplete()).contains("data");
    assertThat(tables.latest()).hasSize(tablesHandedOn);
  }

  @Test
  void whatIsNotCompleteRightAfterTheMapChangedIsNotHandedOn() {
    DateTimeFormatter form = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSZ");
    answers.add(answer(changed(form.format(OffsetDateTime.now())), ONE_UNKNOWN));
    PgMapCache maps = cache(Duration.ofHours(1));

    assertThat(maps.get("data")).isPresent();
    assertThat(tables.latest()).isEmpty();
  }

  private static String changed(String time) {
    return SmallPgMap.DUMP.replaceFirst("\\{", "{\"modified\":\"" + time + "\",");
  }

  /** What is not known of one for long says nothing of the other. */
  @Test
  void aPoolThatIsAskedForLaterIsMissedToo() {
    answers.add(answer(SmallPgMap.DUMP, ONE_UNKNOWN));
    PgMapCache maps = cache(Duration.ofNanos(-1));
    assertThat(maps.get("data")).isPresent();
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(tables.latest()).hasSize(1);

    assertThat(maps.get("new")).isPresent();
    assertThat(tables.latest()).isEmpty();
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(tables.latest()).hasSize(1);
  }

  @Test
  void theLastCompleteAnswerIsHandedOnWhileAPoolIsSplit() {
    answers.add(SmallPgMap.ANSWERS);
    String split = SmallPgMap.DUMP.replace("\"pg_num\":2", "\"pg_num\":4");
    answers.add(answer(split, SmallPgMap.GROUPS));
    PgMapCache maps = cache(Duration.ofNanos(-1));
    maps.get("data");
    byte[] whole = PgMapTable.of(SmallPgMap.ANSWERS);

    assertThat(maps.get("data").orElseThrow().incomplete()).contains("data");
    assertThat(tables.latest().get("ceph admin@").content()).isEqualTo(whole);
  }

  @Test
  void anIncompleteAnswerIsUsedTwiceAsLongEachTime() {
    AnswerLifetime lifetime = new AnswerLifetime(Duration.ofSeconds(5), nanos::get);
    Set<String> missing = Set.of("data");
    for (int seconds : new int[] {1, 2, 4, 5, 5}) {
      assertThat(lifetime.isLasting(missing, Duration.ZERO)).isFalse();
      assertThat(lifetime.limit(false)).isEqualTo(Duration.ofSeconds(seconds));
    }
    assertThat(lifetime.isLasting(Set.of(), Duration.ZERO)).isTrue();
    assertThat(lifetime.limit(true)).isEqualTo(Duration.ofSeconds(5));
    assertThat(lifetime.limit(false)).isEqualTo(Duration.ofSeconds(1));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Replica;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class PgMapTest {

  private static PgMap parse() {
    return SmallPgMap.parse();
  }

  @Test
  void clientsThatReadFromThePrimaryAreSentThere() {
    PgMap map =
        PgMap.parse(SmallPgMap.ANSWERS, Replica::on, ReplicaReadPolicy.PRIMARY, Optional.empty());
    assertThat(map.pools().get("data").holders(0)).containsExactly(Replica.on("a"));
    assertThat(map.pools().get("data").holders(1)).isEmpty();
  }

  @Test
  void thePrimaryComesFirstAndAHostOnce() {
    PgMap.Pool pool = parse().pools().get("data");
    assertThat(pool.holders(0)).extracting(Replica::host).containsExactly("a", "b");
    assertThat(pool.holders(0)).extracting(Replica::weight).containsExactly(1.0, 0.5);
    assertThat(pool.holders(1)).extracting(Replica::host).containsExactly("a");
    assertThat(parse().pools().get("1")).isEqualTo(pool);
    assertThat(parse().epoch()).isEqualTo(7);
  }

  @Test
  void onlyReadersThatAskForTheNearestCopyAreSentToOthersThanThePrimary() {
    PgMap.Pool pool = automatic(Replica::on).pools().get("data");
    assertThat(pool.holders(0)).extracting(Replica::host).containsExactly("a");
    assertThat(pool.nearest(0)).extracting(Replica::host).containsExactly("a", "b");
    assertThat(pool.holders(1)).isEmpty();
    assertThat(pool.nearest(1)).extracting(Replica::host).containsExactly("a");
  }

  /** A client asks by its host's short name. */
  @Test
  void aCopyOnAHostThatCrushCallsOtherwiseIsNotTheNearest() {
    PgMap.Pool full = automatic(host -> Replica.on(host + ".example.org")).pools().get("data");
    assertThat(full.nearest(0))
        .extracting(Replica::host)
        .containsExactly("a.example.org", "b.example.org");
    PgMap.Pool other = automatic(host -> Replica.on("worker-" + host)).pools().get("data");
    assertThat(other.nearest(0)).extracting(Replica::host).containsExactly("worker-a");
  }

  private static PgMap automatic(Function<String, Replica> hosts) {
    return PgMap.parse(SmallPgMap.ANSWERS, hosts, ReplicaReadPolicy.AUTO, Optional.empty());
  }

  @Test
  void partsAreNotWholeCopies() {
    assertThat(parse().pools().get("parts").holders(0)).isEmpty();
  }

  @Test
  void anotherFormIsRefused() {
    assertThatThrownBy(() -> SmallPgMap.parse(List.of("{}", SmallPgMap.TREE, SmallPgMap.GROUPS)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pools");
    assertThatThrownBy(() -> CephJson.parse("{\"a\": [1, 2}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void jsonIsReadToItsLastCharacter() {
    assertThat(CephJson.parse(" {\"a\\n\\u0041\":[1,-2.5e1,true,false,null,\"x\",{},[]]} "))
        .isEqualTo(
            Map.of(
                "a\nA",
                java.util.Arrays.asList(1.0, -25.0, true, false, null, "x", Map.of(), List.of())));
    assertThatThrownBy(() -> CephJson.parse("1 2")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CephJson.parse("[".repeat(100_000)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static final PgMapSource NO_SERVER =
      () -> {
        throw new IOException("no server answers");
      };

  /** As a job hands it on to its tasks, taken some time before. */
  private static PlacementTables handedOn(byte[] content, Duration age) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    PlacementTables.Table table = new PlacementTables.Table(content, Instant.now().minus(age));
    PlacementTables.write(Map.of("ceph admin@", table), file);
    return PlacementTables.read(new ByteArrayInputStream(file.toByteArray()));
  }

  @Test
  void aTaskUsesTheAnswerThatCameWithItsJobAndDoesNotAsk() throws Exception {
    PlacementTables ofClient = new PlacementTables();
    StoreWarnings notices = new StoreWarnings();
    SmallPgMap.cache(() -> SmallPgMap.ANSWERS, ofClient, Duration.ofHours(1), notices);
    byte[] content = ofClient.latest().get("ceph admin@").content();

    PlacementTables ofTask = handedOn(content, Duration.ZERO);
    PgMapCache maps = SmallPgMap.cache(NO_SERVER, ofTask, Duration.ofNanos(-1), notices);
    assertThat(maps.get()).contains(parse());
    assertThat(maps.get()).contains(parse());
    assertThat(notices.sentences()).isEmpty();
    assertThat(ofTask.latest().get("ceph admin@").content()).isEqualTo(content);
  }

  @Test
  void anAnswerOfAJobThatIsOldOrOfAnotherFormIsNotUsed() throws Exception {
    byte[] content = PgMapTable.of(SmallPgMap.ANSWERS);
    for (PlacementTables tables :
        List.of(
            handedOn(content, Duration.ofMinutes(11)),
            handedOn(new byte[] {'{', '}'}, Duration.ZERO),
            handedOn("{}\n{}\n{}".getBytes(StandardCharsets.UTF_8), Duration.ZERO))) {
      StoreWarnings notices = new StoreWarnings();
      assertThat(SmallPgMap.cache(NO_SERVER, tables, Duration.ofHours(1), notices).get()).isEmpty();
      assertThat(notices.sentences()).hasSize(1);
      PgMapSource source = () -> SmallPgMap.ANSWERS;
      assertThat(SmallPgMap.cache(source, tables, Duration.ofHours(1), notices).get())
          .contains(parse());
    }
  }

  @Test
  void namesThatJsonWouldReadOtherwiseTravelToo() {
    String odd = SmallPgMap.DUMP.replace("\"data\"", "\"da\\\"t\\\\a\\u0001\"");
    List<String> answers =
        PgMapTable.answers(PgMapTable.of(List.of(odd, SmallPgMap.TREE, SmallPgMap.GROUPS)));
    assertThat(answers.get(0)).isNotEqualTo(SmallPgMap.DUMP);
    assertThat(SmallPgMap.parse(answers))
        .isEqualTo(SmallPgMap.parse(List.of(odd, SmallPgMap.TREE, SmallPgMap.GROUPS)));
  }

  @Test
  void theClusterIsKnownWhereItsAnswerNamesIt() {
    String named = SmallPgMap.named("f-1");
    List<String> answers =
        PgMapTable.answers(PgMapTable.of(List.of(named, SmallPgMap.TREE, SmallPgMap.GROUPS)));
    for (String dump : List.of(named, answers.get(0))) {
      PgMap map = SmallPgMap.parse(List.of(dump, SmallPgMap.TREE, SmallPgMap.GROUPS));
      assertThat(map.cluster()).contains("f-1");
      assertThat(map.pools()).isEqualTo(parse().pools());
    }
    assertThat(parse().cluster()).as("in what an earlier version wrote").isEmpty();
  }

  @Test
  void anOldMapIsKeptWhileTheClusterIsSilent() {
    List<List<String>> answers = new ArrayList<>(List.of(SmallPgMap.ANSWERS));
    PgMapSource source =
        () -> {
          if (answers.isEmpty()) {
            throw new IOException("no server answers");
          }
          return answers.remove(0);
        };
    StoreWarnings notices = new StoreWarnings();
    PgMapCache maps =
        SmallPgMap.cache(source, new PlacementTables(), Duration.ofNanos(-1), notices);
    assertThat(maps.get()).isPresent();
    assertThat(notices.sentences()).isEmpty();
    assertThat(maps.get()).contains(parse());
    PgMapCache never =
        SmallPgMap.cache(source, new PlacementTables(), Duration.ofNanos(-1), notices);
    assertThat(never.get()).isEmpty();
    assertThat(notices.sentences())
        .containsExactly(
            "Ceph does not report its placement, and what it reported before is used:"
                + " no server answers",
            "no placement of Ceph is known, and tasks run anywhere: no server answers");
  }
}

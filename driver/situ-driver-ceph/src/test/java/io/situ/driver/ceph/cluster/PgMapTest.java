// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Replica;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PgMapTest {

  private static PgMap parse() {
    return SmallPgMap.parse();
  }

  @Test
  void clientsThatReadFromThePrimaryAreSentThere() {
    PgMap map =
        PgMap.parse(
            SmallPgMap.DUMP,
            SmallPgMap.TREE,
            SmallPgMap.GROUPS,
            Replica::on,
            ReplicaReadPolicy.PRIMARY);
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
  void partsAreNotWholeCopies() {
    assertThat(parse().pools().get("parts").holders(0)).isEmpty();
  }

  @Test
  void anotherFormIsRefused() {
    assertThatThrownBy(
            () ->
                PgMap.parse(
                    "{}", SmallPgMap.TREE, SmallPgMap.GROUPS, Replica::on, ReplicaReadPolicy.ALL))
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

  @Test
  void anOldMapIsKeptWhileTheClusterIsSilent() {
    List<List<String>> answers =
        new ArrayList<>(List.of(List.of(SmallPgMap.DUMP, SmallPgMap.TREE, SmallPgMap.GROUPS)));
    PgMapSource source =
        () -> {
          if (answers.isEmpty()) {
            throw new IOException("no server answers");
          }
          return answers.remove(0);
        };
    StoreWarnings notices = new StoreWarnings();
    PgMapCache maps = new PgMapCache(source, Replica::on, ReplicaReadPolicy.ALL, -1, notices);
    assertThat(maps.get()).isPresent();
    assertThat(notices.sentences()).isEmpty();
    assertThat(maps.get()).contains(parse());
    PgMapCache never = new PgMapCache(source, Replica::on, ReplicaReadPolicy.ALL, -1, notices);
    assertThat(never.get()).isEmpty();
    assertThat(notices.sentences())
        .containsExactly(
            "no placement of Ceph is known, and tasks run anywhere: no server answers");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.ceph.layout.FileLayout;
import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PgMapTest {

  private static final String DUMP =
      """
      {"epoch":7,"pools":[
       {"pool":1,"pool_name":"data","type":1,"pg_num":2,"object_hash":2},
       {"pool":2,"pool_name":"parts","type":3,"pg_num":1,"object_hash":2}]}\
      """;
  private static final String TREE =
      """
      {"nodes":[{"id":-1,"name":"default","type":"root","children":[-2,-3]},
       {"id":-2,"name":"a","type":"host","children":[0,1]},
       {"id":-3,"name":"b","type":"host","children":[2]}],"stray":[]}\
      """;
  private static final String GROUPS =
      """
      {"pg_stats":[{"pgid":"1.0","acting":[2,0],"acting_primary":0},
       {"pgid":"1.1","acting":[0,1,2147483647,9],"acting_primary":-1},
       {"pgid":"2.0","acting":[0,2,2147483647],"acting_primary":0},
       {"pgid":"1.2","acting":[2],"acting_primary":2}]}\
      """;

  private static PgMap parse() {
    return PgMap.parse(DUMP, TREE, GROUPS, Replica::on, ReplicaReadPolicy.ALL);
  }

  @Test
  void clientsThatReadFromThePrimaryAreSentThere() {
    PgMap map = PgMap.parse(DUMP, TREE, GROUPS, Replica::on, ReplicaReadPolicy.PRIMARY);
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
  void extentsOfAnUnknownPoolAreNotReported() {
    FileLayout layout = new FileLayout(4, 1, 4, "gone", "");
    assertThat(CephExtentMapper.of(parse(), layout, 1, 0, 9)).isEmpty();
  }

  @Test
  void anotherFormIsRefused() {
    assertThatThrownBy(() -> PgMap.parse("{}", TREE, GROUPS, Replica::on, ReplicaReadPolicy.ALL))
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
    List<List<String>> answers = new ArrayList<>(List.of(List.of(DUMP, TREE, GROUPS)));
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

  /** Eight exbibytes in objects of 4 MiB are two million millions of pieces. */
  @Test
  void ofAGiantTheFirstPiecesAreReportedAndThatIsSaid() throws Exception {
    StoreWarnings notices = new StoreWarnings();
    PgMapCache maps =
        new PgMapCache(
            () -> List.of(DUMP, TREE, GROUPS),
            Replica::on,
            ReplicaReadPolicy.ALL,
            Long.MAX_VALUE,
            notices);
    String layout = "stripe_unit=4194304 stripe_count=1 object_size=4194304 pool=data";
    CephPlacement placement =
        new CephPlacement((path, name) -> layout.getBytes(StandardCharsets.UTF_8), maps);
    StoreObject giant =
        new StoreObject(
            StorePath.of("/giant"),
            StoreObject.Kind.FILE,
            Long.MAX_VALUE,
            new Attributes("root", "root", 0644, 0, 0),
            new StoreObject.Version(7, 1));
    assertThat(placement.extents(giant, 0, 10L << 22)).hasSize(10);
    assertThat(notices.sentences()).isEmpty();
    for (long offset : new long[] {0, 1, 5L << 40}) {
      List<Extent> extents = placement.extents(giant, offset, Long.MAX_VALUE - offset);
      assertThat(extents).hasSize(Extent.MAX_COUNT);
      assertThat(extents.get(0).offset()).isEqualTo(offset);
    }
    assertThat(notices.sentences()).singleElement().asString().contains("'/giant'");
    assertThat(notices.anyFault()).isFalse();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.ceph.cluster.RjenkinsHash;
import io.situ.storage.testkit.fault.DamagedBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Manifests that RGW 16.2.15 wrote. */
final class ObjectManifestTest {

  private static final int MUTATIONS = 100_000;
  private static final int MAX_PIECES = 100;

  /** Of 20 MiB and 17 bytes, put at once. */
  private static final String PLAIN =
      "BwYoAQAAEQBAAQAAAAAAAAAAAAYGggAAAAoKawAAAAQAAABkYXRhKwAAADdjOTY1MjcyLTY5NWQtNGM2"
          + "My05ZDRkLTJjZGEwYjEzNTg4NC40MTU5LjErAAAAN2M5NjUyNzItNjk1ZC00YzYzLTlkNGQtMmNkYTBi"
          + "MTM1ODg0LjQxNTkuMQAAAAAAAAAAAAUAAABwbGFpbgAAAAAAAEAAAAAAAAAAQAAAAAAAIQAAAC5mdkZo"
          + "T3kyeHpGVHFUZ0dNXzM5b3RqWW1VRVVFSnYtXwEAAAAAAAAAAAAAAAIBIAAAAAAAAAAAAEAAAAAAAAAA"
          + "AAAAAAAAAABAAAAAAAAAAAAAAAARAAAAZGVmYXVsdC1wbGFjZW1lbnQRAAAAZGVmYXVsdC1wbGFjZW1l"
          + "bnQ=";

  /** Of 23 MiB and 5 bytes, put in parts of 6 MiB. */
  private static final String PARTS =
      "BwZNAQAABQBwAQAAAAAAAAAAAAYGgwAAAAoKawAAAAQAAABkYXRhKwAAADdjOTY1MjcyLTY5NWQtNGM2"
          + "My05ZDRkLTJjZGEwYjEzNTg4NC40MTU5LjErAAAAN2M5NjUyNzItNjk1ZC00YzYzLTlkNGQtMmNkYTBi"
          + "MTM1ODg0LjQxNTkuMQAAAAAAAAAAAAYAAABfcGFydHMAAAAAAAAAAAAAAAAAAAAAAAAAACgAAABfcGFy"
          + "dHMuMn5RUmk2S09aVGFPYTFnX1ZJcXl1Skt5ZmtxeFVjZ0ZvAgAAAAAAAAAAAAAAAgEgAAAAAQAAAAAA"
          + "AAAAAAAAAABgAAAAAAAAAEAAAAAAAAAAAAAAACABAAAAAAIBIAAAAAQAAAAAACABAAAAAAUAUAAAAAAA"
          + "AABAAAAAAAAAAAAAAAAAAAAAEQAAAGRlZmF1bHQtcGxhY2VtZW50";

  private static final int MB = 1 << 20;

  private static byte[] bytes(String manifest) {
    return Base64.getDecoder().decode(manifest);
  }

  private static List<ObjectManifest.Piece> pieces(String manifest) {
    ObjectManifest read = ObjectManifest.parse(bytes(manifest));
    List<ObjectManifest.Piece> pieces = new ArrayList<>();
    for (long at = 0; at < read.size(); at = read.piece(at).end()) {
      pieces.add(read.piece(at));
      assertThat(read.piece(read.piece(at).end() - 1)).isEqualTo(read.piece(at));
    }
    return pieces;
  }

  @Test
  void theFirstObjectHoldsBytesAndTheOthersAreNumbered() {
    String name = "_shadow_.fvFhOy2xzFTqTgGM_39otjYmUEUEJv-_";
    assertThat(pieces(PLAIN))
        .containsExactly(
            new ObjectManifest.Piece("", 0, 4 * MB),
            new ObjectManifest.Piece(name + 1, 4 * MB, 8 * MB),
            new ObjectManifest.Piece(name + 2, 8 * MB, 12 * MB),
            new ObjectManifest.Piece(name + 3, 12 * MB, 16 * MB),
            new ObjectManifest.Piece(name + 4, 16 * MB, 20 * MB),
            new ObjectManifest.Piece(name + 5, 20 * MB, 20 * MB + 17));
  }

  @Test
  void partsAreCutEachForItself() {
    String name = "__parts.2~QRi6KOZTaOa1g_VIqyuJKyfkqxUcgFo";
    assertThat(pieces(PARTS))
        .startsWith(
            new ObjectManifest.Piece("_multipart" + name + ".1", 0, 4 * MB),
            new ObjectManifest.Piece("_shadow" + name + ".1_1", 4 * MB, 6 * MB),
            new ObjectManifest.Piece("_multipart" + name + ".2", 6 * MB, 10 * MB))
        .endsWith(
            new ObjectManifest.Piece("_multipart" + name + ".4", 18 * MB, 22 * MB),
            new ObjectManifest.Piece("_shadow" + name + ".4_1", 22 * MB, 23 * MB + 5))
        .hasSize(8);
  }

  @Test
  void whatIsCutOffOrOfAVersionToComeIsRefused() {
    byte[] whole = bytes(PLAIN);
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ObjectManifest.parse(part))
          .isInstanceOf(IllegalArgumentException.class);
    }
    // An older reader may read a newer manifest if that says so, and must not if it does not.
    byte[] newer = whole.clone();
    newer[0] = 9;
    assertThat(ObjectManifest.parse(newer).size()).isEqualTo(20 * MB + 17);
    newer[1] = 8;
    assertThatThrownBy(() -> ObjectManifest.parse(newer)).hasMessageContaining("version 9");
  }

  @Test
  void anyBytesAreAManifestOrAreRefused() {
    List<byte[]> manifests = List.of(bytes(PLAIN), bytes(PARTS));
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    int pieces = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      try {
        ObjectManifest read = ObjectManifest.parse(damage.copy(manifests.get(i % 2)));
        pieces += walk(read);
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
    assertThat(pieces).isPositive();
  }

  /** Goes from piece to piece, each of which holds the byte that it was asked for. */
  private static int walk(ObjectManifest manifest) {
    int pieces = 0;
    for (long at = 0; at < manifest.size() && pieces < MAX_PIECES; pieces++) {
      ObjectManifest.Piece piece = manifest.piece(at);
      assertThat(piece.start()).isBetween(0L, at);
      assertThat(piece.end()).isGreaterThan(at);
      at = piece.end();
    }
    return pieces;
  }

  @Test
  void rulesThatContradictEachOtherAreNotFollowed() {
    long most = Long.MAX_VALUE;
    for (ObjectManifest.Rule rule :
        List.of(
            new ObjectManifest.Rule(0, 4, 0, most, ""),
            new ObjectManifest.Rule(0, 4, most, most, ""),
            new ObjectManifest.Rule(1, 50, 0, 7, ""),
            new ObjectManifest.Rule(1, 50, 3, 7, ""))) {
      ObjectManifest manifest = manifest(most, 0, rule);

      assertThatThrownBy(() -> manifest.piece(49))
          .as("%s", rule)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> manifest(100, 10, null).piece(10))
        .hasMessage("no rule for the byte at 10");
  }

  private static ObjectManifest manifest(long size, long headSize, ObjectManifest.Rule rule) {
    NavigableMap<Long, ObjectManifest.Rule> rules = new TreeMap<>();
    if (rule != null) {
      rules.put(0L, rule);
    }
    return new ObjectManifest(size, headSize, headSize, "p", "m", "", false, rules);
  }

  @Test
  void aKeyThatBeginsWithAnUnderscoreIsPlacedByAnotherName() {
    assertThat(RadosName.head("m.1", "key".getBytes(US_ASCII))).hasToString("m.1_key");
    RadosName odd = RadosName.head("m.1", "_key".getBytes(US_ASCII));
    assertThat(odd).hasToString("m.1___key");
    assertThat(new String(odd.locator(), US_ASCII)).isEqualTo("m.1__key");
    assertThat(odd.hash()).isEqualTo(RjenkinsHash.of("m.1__key".getBytes(US_ASCII), 8));
  }
}

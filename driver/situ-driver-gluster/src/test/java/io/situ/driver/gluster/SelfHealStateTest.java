// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.gluster.GlusterVolume.Brick;
import io.situ.storage.testkit.fault.DamagedBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** Answers in the form that GlusterFS 10 gives. */
final class SelfHealStateTest {

  private static final int MUTATIONS = 50_000;
  private static final int MAX_CHANGES = 4;

  private static final String FILE = "c74d0098-b7c6-495a-94fb-a567565a8d0d";
  private static final List<Brick> SET =
      List.of(brick("h1", false), brick("h2", false), brick("h3", true));
  private static final List<String> NAMES = SET.stream().map(Brick::name).toList();

  private static Brick brick(String host, boolean arbiter) {
    return new Brick(host, "/b", "rep-replicate-0", arbiter);
  }

  private static SelfHealState parse(String bricks, int result, String error)
      throws IOException, XMLStreamException {
    return SelfHealState.parse(new ByteArrayInputStream(answer(bricks, result, error)));
  }

  private static byte[] answer(String bricks, int result, String error) {
    String text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<cliOutput>\n  <healInfo>"
            + "<bricks>"
            + bricks
            + "</bricks></healInfo><opRet>"
            + result
            + "</opRet><opErrno>0</opErrno><opErrstr>"
            + error
            + "</opErrstr></cliOutput>";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String brick(String host, String entries, String status) {
    return "<brick hostUuid=\"6cd7c7f1\"><name>"
        + host
        + ":/b</name>"
        + entries
        + "<status>"
        + status
        + "</status><numberOfEntries>1</numberOfEntries></brick>";
  }

  private static List<Brick> good(SelfHealState state) {
    return SET.stream().filter(brick -> state.isGood(FILE, brick, NAMES)).toList();
  }

  private static final String LISTED =
      "<file gfid=\"" + FILE + "\">/a &lt;b&gt;</file><file gfid=\"other\">/c</file>";

  @Test
  void nothingWaits() throws Exception {
    SelfHealState state = parse(brick("h1", "", "Connected") + brick("h2", "", "Connected"), 0, "");
    assertThat(state.concerns(NAMES)).isFalse();
    assertThat(good(state)).isEqualTo(SET);
  }

  @Test
  void theCopyOnTheBrickThatDoesNotListTheFileIsOld() throws Exception {
    SelfHealState state =
        parse(
            brick("h1", LISTED, "Connected")
                + brick("h2", "", "Connected")
                + brick("h3", LISTED, "Connected"),
            0,
            "");
    assertThat(state.concerns(NAMES)).isTrue();
    assertThat(state.concerns(Set.of("h7:/b"))).isFalse();
    assertThat(good(state)).containsExactly(SET.get(0), SET.get(2));
    assertThat(state.isGood("third", SET.get(1), NAMES)).isTrue();
  }

  @Test
  void inASplitBrainNoCopyIsGood() throws Exception {
    String all =
        brick("h1", LISTED, "Connected")
            + brick("h2", LISTED, "Connected")
            + brick("h3", LISTED, "Connected");
    assertThat(good(parse(all, 0, ""))).isEmpty();
  }

  @Test
  void aBrickThatDidNotAnswerIsNotTrusted() throws Exception {
    SelfHealState state =
        parse(
            brick("h1", "", "Connected")
                + brick("h2", "", "Transport endpoint is not connected")
                + brick("h3", "", "Connected"),
            0,
            "");
    assertThat(state.concerns(NAMES)).isTrue();
    assertThat(good(state)).containsExactly(SET.get(0), SET.get(2));
  }

  @Test
  void anyBytesAreAnAnswerOrAreRefused() {
    byte[] whole =
        answer(brick("h1", LISTED, "Connected") + brick("h2", "", "Connected"), 0, "no error");
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      try {
        SelfHealState state = SelfHealState.parse(new ByteArrayInputStream(damage.copy(whole)));
        assertThat(state.good().keySet()).hasSizeLessThanOrEqualTo(2 + MAX_CHANGES);
      } catch (IOException | XMLStreamException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }

  @Test
  void aCommandThatFailedIsNoAnswer() {
    assertThatThrownBy(() -> parse("", -1, "Volume rep is not started."))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Volume rep is not started.");
    assertThatThrownBy(
            () ->
                SelfHealState.parse(
                    new ByteArrayInputStream("no xml".getBytes(StandardCharsets.UTF_8))))
        .isInstanceOf(XMLStreamException.class);
  }
}

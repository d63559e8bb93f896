// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a running Lustre 2.17 wrote, and lines made after it. */
class ChangelogRecordTest {

  private static final int MUTATIONS = 100_000;
  private static final long FILE = fid(0x200000401L, 0x1e);
  private static final long DIRECTORY = fid(0x200000401L, 0x1d);
  private static final String HEAD = " 13:46:56.059656585 2026.11.21 0x0 t=[0x200000401:0x1e:0x0]";
  private static final String WORDS = " ef=0x13 u=0:0 nid=0@lo";
  private static final String PARENT = " p=[0x200000401:0x1d:0x0] ";
  private static final String OLD = " s=[0x200000401:0x1e:0x0] sp=[0x200000402:0x3:0x0] ";
  private static final long OLD_DIRECTORY = fid(0x200000402L, 3);

  private static long fid(long sequence, int object) {
    return new Fid(sequence, object, 0).inode();
  }

  static List<String> recorded() throws IOException {
    return lines("changelog.txt");
  }

  private static List<String> lines(String resource) throws IOException {
    try (InputStream in = ChangelogRecordTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static ChangelogRecord parse(String line) throws ChangelogException {
    return ChangelogRecord.parse(StorePath.encode(line));
  }

  private static Change entry(long directory, String name) {
    return Change.within(directory, StorePath.ROOT.child(name), Scope.TREE);
  }

  private static Change object(long identity, Scope scope) {
    return Change.within(identity, StorePath.ROOT, scope);
  }

  @Test
  void recordsOfARunningSystem() throws Exception {
    List<String> lines = recorded();
    assertThat(parse(lines.get(0)))
        .isEqualTo(
            new ChangelogRecord(2, List.of(object(FILE, Scope.OBJECT), entry(DIRECTORY, "f1"))));
    assertThat(parse(lines.get(1)))
        .isEqualTo(new ChangelogRecord(3, List.of(object(FILE, Scope.OBJECT))));
    assertThat(parse(lines.get(2)).changes()).contains(entry(DIRECTORY, "f2"));
    assertThat(parse(lines.get(3)))
        .isEqualTo(
            new ChangelogRecord(
                5,
                List.of(entry(DIRECTORY, "f3"), object(FILE, Scope.TREE), entry(DIRECTORY, "f1"))));
    assertThat(parse(lines.get(4)).number()).isEqualTo(11);
    assertThat(parse(lines.get(4)).changes()).contains(entry(DIRECTORY, "f3"));
  }

  /**
   * Records without a name behind their parent, of a migration, with an attribute's name, of a
   * project: as a Lustre 2.17 with two servers wrote them.
   */
  @Test
  void otherFormsOfARunningSystem() throws Exception {
    Map<Long, ChangelogRecord> records = new HashMap<>();
    for (String line : lines("changelog-forms.txt")) {
      ChangelogRecord record = parse(line);
      assertThat(records.put(record.number(), record)).isNull();
    }
    long changed = fid(0x200000401L, 0xa);
    assertThat(records.get(25L).changes()).contains(object(changed, Scope.OBJECT));
    assertThat(records.get(26L).changes()).contains(object(changed, Scope.OBJECT));
    assertThat(records.get(83L).changes()).contains(object(changed, Scope.TREE));
    assertThat(records.get(27L).changes()).contains(object(fid(0x200000401L, 7), Scope.TREE));
    assertThat(records.get(34L).changes()).contains(object(fid(0x200000401L, 9), Scope.OBJECT));
    assertThat(records.get(33L).changes()).contains(entry(fid(0x200000401L, 1), "sym"));
    assertThat(records.get(37L).changes()).contains(entry(fid(0x200000401L, 2), "b"));
    assertThat(records.get(44L).changes()).contains(entry(fid(0x200000401L, 2), "new"));
    assertThat(records.get(57L).changes()).contains(object(fid(0x200000401L, 8), Scope.OBJECT));
    assertThat(records.get(77L).changes()).contains(entry(fid(0x200000401L, 0xe), "fifo"));
  }

  @Test
  void theRestOfANameWithALineFeedIsNoRecord() {
    assertThatThrownBy(() -> parse("line")).isInstanceOf(ChangelogException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01CREAT", "02MKDIR", "03HLINK", "04SLINK", "05MKNOD", "06UNLNK", "07RMDIR", "09RNMTO",
        "20MIGRT"
      })
  void namesAreOfTheirDirectories(String type) throws Exception {
    for (String name : List.of("f", "two words", " ", "a=b", "p=x", "ends ", "ä€")) {
      assertThat(parse("7 " + type + HEAD + " j=cp.0" + WORDS + PARENT + name).changes())
          .containsExactly(object(FILE, Scope.OBJECT), entry(DIRECTORY, name));
    }
    assertThatThrownBy(() -> parse("7 " + type + HEAD + WORDS))
        .isInstanceOf(ChangelogException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "11CLOSE, OBJECT", "12LYOUT, OBJECT", "13TRUNC, OBJECT", "14SATTR, TREE", "15XATTR, TREE",
    "16HSM  , OBJECT", "17MTIME, OBJECT", "18CTIME, OBJECT", "21FLRW , OBJECT", "22RESYNC, OBJECT"
  })
  void whatIsDoneToAnObjectIsReportedForItsIdentity(String type, Scope scope) throws Exception {
    for (String rest : List.of("", WORDS, " j=dd.0" + WORDS, WORDS + " x=user.a b", " p=[what")) {
      assertThat(parse("7 " + type + HEAD + rest).changes()).containsExactly(object(FILE, scope));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"10OPEN ", "19ATIME", "23GXATR", "24NOPEN"})
  void looksChangeNothing(String type) throws Exception {
    assertThat(parse("7 " + type + HEAD + WORDS + PARENT + "f").changes()).isEmpty();
  }

  @Test
  void aRenameNamesBothPlacesAndBothObjects() throws Exception {
    assertThat(parse("7 08RENME" + HEAD + WORDS + PARENT + "new name" + OLD + "old name").changes())
        .containsExactly(
            object(FILE, Scope.OBJECT),
            entry(DIRECTORY, "new name"),
            object(FILE, Scope.TREE),
            entry(OLD_DIRECTORY, "old name"));
    assertThat(parse("7 20MIGRT" + HEAD + WORDS + PARENT + "d" + OLD + "d").changes())
        .contains(entry(DIRECTORY, "d"), entry(OLD_DIRECTORY, "d"));
  }

  @Test
  void unknownTypesMeanAsMuchAsTheyCan() throws Exception {
    assertThat(parse("7 42FUTURE" + HEAD + WORDS).changes())
        .containsExactly(object(FILE, Scope.TREE));
    assertThat(parse("7 42FUTURE" + HEAD + WORDS + PARENT + "a b").changes())
        .containsExactly(object(FILE, Scope.TREE), entry(DIRECTORY, "a b"));
    assertThat(parse("7 42FUTURE" + HEAD + WORDS + PARENT + "n" + OLD + "o").changes())
        .contains(entry(DIRECTORY, "n"), entry(OLD_DIRECTORY, "o"));
  }

  @Test
  void namesThatLookLikeARecordAreReportedAsWhatTheyMayBe() throws Exception {
    String odd = "a" + OLD + "b";
    assertThat(parse("7 01CREAT" + HEAD + WORDS + PARENT + odd).changes())
        .contains(entry(DIRECTORY, odd));
    String twice = "a" + PARENT + "b";
    assertThat(parse("7 06UNLNK" + HEAD + WORDS + PARENT + twice).changes())
        .contains(entry(DIRECTORY, twice));
    assertThat(parse("7 08RENME" + HEAD + WORDS + PARENT + odd + OLD + "c").changes())
        .contains(entry(DIRECTORY, odd), entry(OLD_DIRECTORY, "c"));
    assertThat(parse("7 08RENME" + HEAD + WORDS + PARENT + "n" + OLD + odd).changes())
        .contains(entry(DIRECTORY, "n"), entry(OLD_DIRECTORY, odd));
    String job = " j=x p=[0x200000409:0x1:0x0] y";
    assertThat(parse("7 01CREAT" + HEAD + job + WORDS + PARENT + "f").changes())
        .contains(entry(DIRECTORY, "f"));
    assertThat(parse("7 01CREAT" + HEAD + " j=my job" + WORDS + PARENT + "f").changes())
        .contains(entry(DIRECTORY, "f"));
  }

  @Test
  void namesMayHoldAnyByte() throws Exception {
    byte[] line = StorePath.encode("7 01CREAT" + HEAD + WORDS + PARENT + "xxxx");
    byte[] name = {(byte) 0xff, '\r', 1, (byte) 0xc3};
    System.arraycopy(name, 0, line, line.length - 4, 4);

    Change change = ChangelogRecord.parse(line).changes().get(1);

    assertThat(StorePath.encode(change.path().name())).isEqualTo(name);
  }

  @Test
  void theMarkOfALogThatWasOffIsRefused() {
    assertThatThrownBy(() -> parse("7 00MARK " + HEAD + WORDS + PARENT + "mdd_obd"))
        .isInstanceOf(ChangelogException.class)
        .hasMessageContaining("switched on or off");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "-5 11CLOSE 13:46:56.0 2026.11.21 0x0 t=[0x1:0x1:0x0]",
        "5 -1CLOSE 13:46:56.0 2026.11.21 0x0 t=[0x1:0x1:0x0]",
        "99999999999999999999 11CLOSE 13:46:56.0 2026.11.21 0x0 t=[0x1:0x1:0x0]",
        "5 11CLOSE 13:46:56.0 2026.11.21 0x0 t=[-0x1:0x1:0x0]",
        "5 11CLOSE 13:46:56.0 2026.11.21 0x0 t=[0x11111111111111111:0x1:0x0]",
        "5 11CLOSE 13:46:56.0 2026.11.21 0x0 t=[0x1:0x111111111:0x0]",
        "5 11CLOSE 13:46:56.0 2026.11.21 0x0 t=",
        "5 11CLOSE 13:46:56.0 2026.11.21 0x0",
        "5 01CREAT 13:46:56.0 2026.11.21 0x0 t=[0x1:0x1:0x0] p=[0x1:0x1:0x0] ",
        "5 01CREAT 13:46:56.0 2026.11.21 0x0 t=[0x1:0x1:0x0] p=[0x1:0x1:0x0] ..",
        "5 01CREAT 13:46:56.0 2026.11.21 0x0 t=[0x1:0x1:0x0] p=[0x1:0x1:0x0] a/b",
        "5 08RENME 13:46:56.0 2026.11.21 0x0 t=[0x1:0x1:0x0] s=[0x1:0x2:0x0] sp=[0x1:0x3:0x0] o"
            + " p=[0x1:0x1:0x0] n"
      })
  void whatIsNoRecordIsRefused(String line) {
    assertThatThrownBy(() -> parse(line)).isInstanceOf(ChangelogException.class);
  }

  @Test
  void cutAndChangedLinesAreRecordsOrRefused() throws Exception {
    Random random = new Random(3);
    List<String> lines = recorded();
    int refused = 0;
    for (String line : lines) {
      for (int length = 0; length < line.length(); length++) {
        refused += look(line.substring(0, length).getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(refused).isPositive();
    refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = lines.get(random.nextInt(lines.size())).getBytes(StandardCharsets.UTF_8);
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      refused += look(Arrays.copyOf(bytes, bytes.length));
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }

  /** 1 for what is refused. */
  private static int look(byte[] line) {
    try {
      assertThat(ChangelogRecord.parse(line).number()).isNotNegative();
      return 0;
    } catch (ChangelogException e) {
      return 1;
    }
  }
}

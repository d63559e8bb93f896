// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.image.FsImageStringTable.Kind;
import io.situ.storage.testkit.fault.DamagedBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;
import org.apache.hadoop.hdfs.server.namenode.SerialNumberManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names get the numbers under which Hadoop finds them, in both forms of its table. */
class FsImageStringTableTest {

  private static final int MUTATIONS = 50_000;
  private static final int USER = 1;
  private static final int GROUP = 2;

  private static int id(int bits, int kind, int number) {
    return bits == 0 ? number : number | kind << (Integer.SIZE - bits);
  }

  private static byte[] section(int bits, Map<Integer, String> entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FsImageStringTable.write(bits, entries, out);
    return out.toByteArray();
  }

  /** As a NameNode reads it. */
  private static SerialNumberManager.StringTable hadoop(byte[] section) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(section);
    StringTableSection header = StringTableSection.parseDelimitedFrom(in);
    SerialNumberManager.StringTable table =
        SerialNumberManager.newStringTable(header.getNumEntry(), header.getMaskBits());
    for (int i = 0; i < header.getNumEntry(); i++) {
      StringTableSection.Entry entry = StringTableSection.Entry.parseDelimitedFrom(in);
      table.put(entry.getId(), entry.getStr());
    }
    return table;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void oldNamesKeepTheirNumbersAndNewOnesAreFound(int bits) throws IOException {
    byte[] old = section(bits, Map.of(id(bits, USER, 1), "hdfs", id(bits, GROUP, 7), "staff"));
    FsImageStringTable strings = FsImageStringTable.read(new ByteArrayInputStream(old));

    assertThat(strings.number(Kind.USER, "hdfs")).isEqualTo(1);
    assertThat(strings.number(Kind.GROUP, "staff")).isEqualTo(7);
    int user = strings.number(Kind.USER, "alice");
    int group = strings.number(Kind.GROUP, "alice");
    int attribute = strings.number(Kind.ATTRIBUTE, "situ.object");
    assertThat(strings.number(Kind.USER, "alice")).isEqualTo(user);
    assertThat(strings.text(Kind.GROUP, 7)).isEqualTo("staff");

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    strings.write(out);
    SerialNumberManager.StringTable table = hadoop(out.toByteArray());
    assertThat(SerialNumberManager.USER.getString(1, table)).isEqualTo("hdfs");
    assertThat(SerialNumberManager.USER.getString(user, table)).isEqualTo("alice");
    assertThat(SerialNumberManager.GROUP.getString(7, table)).isEqualTo("staff");
    assertThat(SerialNumberManager.GROUP.getString(group, table)).isEqualTo("alice");
    assertThat(SerialNumberManager.XATTR.getString(attribute, table)).isEqualTo("situ.object");
    assertThat(user == group).isEqualTo(bits == 0);
  }

  private static FsImageStringTable read(byte[] section) throws IOException {
    return FsImageStringTable.read(new ByteArrayInputStream(section));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 9, 31, 32, Integer.MAX_VALUE})
  void numbersOfAnotherFormAreRefused(int bits) throws IOException {
    byte[] section = section(bits, Map.of(1, "hdfs"));

    assertThatThrownBy(() -> read(section))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a form that is not known");
  }

  @Test
  void aNameOfAKindThatIsNotKnownIsRefused() throws IOException {
    byte[] section = section(3, Map.of(id(3, Kind.values().length, 1), "later"));

    assertThatThrownBy(() -> read(section)).hasMessageContaining("a form that is not known");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void aTableThatIsCutOffIsRefused(int bits) throws IOException {
    byte[] whole = section(bits, Map.of(id(bits, USER, 1), "hdfs", id(bits, GROUP, 7), "staff"));
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(part)).as("%d bytes", length).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void thereIsNoNumberBehindTheLast(int bits) throws IOException {
    for (int last :
        bits == 0 ? new int[] {(1 << 24) - 1, Integer.MAX_VALUE} : new int[] {(1 << 24) - 1}) {
      FsImageStringTable strings = read(section(bits, Map.of(id(bits, USER, last), "last")));

      assertThat(strings.number(Kind.USER, "last")).isEqualTo(last);
      assertThatThrownBy(() -> strings.number(Kind.USER, "more"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("too many names");
    }
  }

  @Test
  void anyBytesAreATableOrAreRefused() throws IOException {
    byte[] whole =
        section(
            3,
            Map.of(id(3, USER, 1), "hdfs", id(3, GROUP, 7), "staff", id(3, GROUP, 300), "others"));
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      try {
        FsImageStringTable strings = read(damage.copy(whole));
        int number = strings.number(Kind.GROUP, "another");
        assertThat(strings.text(Kind.GROUP, number)).isEqualTo("another");
        strings.write(new ByteArrayOutputStream());
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.image.FsImageStringTable.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;
import org.apache.hadoop.hdfs.server.namenode.SerialNumberManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names get the numbers under which Hadoop finds them, in both forms of its table. */
class FsImageStringTableTest {

  private static final int USER = 1;
  private static final int GROUP = 2;

  private static int id(int bits, int kind, int number) {
    return bits == 0 ? number : number | kind << (Integer.SIZE - bits);
  }

  private static byte[] section(int bits, Map<Integer, String> entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StringTableSection.newBuilder()
        .setNumEntry(entries.size())
        .setMaskBits(bits)
        .build()
        .writeDelimitedTo(out);
    for (Map.Entry<Integer, String> entry : entries.entrySet()) {
      StringTableSection.Entry.newBuilder()
          .setId(entry.getKey())
          .setStr(entry.getValue())
          .build()
          .writeDelimitedTo(out);
    }
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
}

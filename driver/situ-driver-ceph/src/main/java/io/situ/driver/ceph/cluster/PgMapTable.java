// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The answers of a cluster to {@link PgMapSource#QUESTIONS} as they travel with a job: as JSON, a
 * line each, with those members only that {@link PgMap#parse} reads.
 */
final class PgMapTable {

  private PgMapTable() {}

  /**
   * @throws IllegalArgumentException if the answers are not what Ceph says
   */
  static byte[] of(List<String> answers) {
    String text =
        String.join(
            "\n",
            dump(CephJson.parse(answers.get(0))),
            tree(CephJson.parse(answers.get(1))),
            groups(CephJson.parse(answers.get(2))));
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The answers to {@link PgMapSource#QUESTIONS}, in their order.
   *
   * @throws IllegalArgumentException if there are not as many as questions
   */
  static List<String> answers(byte[] content) {
    List<String> answers = new String(content, StandardCharsets.UTF_8).lines().toList();
    if (answers.size() != PgMapSource.QUESTIONS.size()) {
      throw new IllegalArgumentException("it has " + answers.size() + " answers");
    }
    return answers;
  }

  private static String dump(Object dump) {
    StringBuilder json = new StringBuilder("{\"epoch\":").append(CephJson.number(dump, "epoch"));
    if (CephJson.findText(dump, "fsid").isPresent()) {
      json.append(",\"fsid\":").append(quoted(dump, "fsid"));
    }
    char before = '[';
    json.append(",\"pools\":");
    for (Object pool : CephJson.list(dump, "pools")) {
      json.append(before).append("{\"pool_name\":").append(quoted(pool, "pool_name"));
      for (String member : List.of("pool", "pg_num", "type", "object_hash")) {
        json.append(",\"").append(member).append("\":").append(CephJson.number(pool, member));
      }
      json.append('}');
      before = ',';
    }
    return json.append(before == '[' ? "[]}" : "]}").toString();
  }

  private static String tree(Object tree) {
    StringBuilder json = new StringBuilder();
    for (Object node : CephJson.list(tree, "nodes")) {
      if (CephJson.text(node, "type").equals("host")) {
        json.append(json.isEmpty() ? "" : ",")
            .append("{\"type\":\"host\",\"name\":")
            .append(quoted(node, "name"))
            .append(",\"children\":")
            .append(CephJson.list(node, "children").stream().map(CephJson::number).toList())
            .append('}');
      }
    }
    return "{\"nodes\":[" + json + "]}";
  }

  private static String groups(Object dump) {
    StringBuilder json = new StringBuilder();
    for (Object group : PgMap.groups(dump)) {
      json.append(json.isEmpty() ? "" : ",")
          .append("{\"pgid\":")
          .append(quoted(group, "pgid"))
          .append(",\"acting_primary\":")
          .append(CephJson.number(group, "acting_primary"))
          .append(",\"acting\":")
          .append(CephJson.list(group, "acting").stream().map(CephJson::number).toList())
          .append('}');
    }
    return "[" + json + "]";
  }

  /** A member that is text, as JSON. */
  private static String quoted(Object object, String member) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : CephJson.text(object, member).toCharArray()) {
      if (c < ' ' || c == '"' || c == '\\') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * JSON as maps, lists, texts, numbers and truth values. The streaming half of the library starts
 * faster than its object mapper, and a manifest is small.
 */
final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  static String write(Map<String, ?> object) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text).useDefaultPrettyPrinter()) {
      write(out, object);
    } catch (IOException e) {
      throw new IllegalStateException("text in memory takes anything", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator out, Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.writeFieldName((String) entry.getKey());
        write(out, entry.getValue());
      }
      out.writeEndObject();
    } else if (value instanceof List<?> list) {
      out.writeStartArray();
      for (Object item : list) {
        write(out, item);
      }
      out.writeEndArray();
    } else {
      out.writePOJO(value);
    }
  }

  /**
   * Reads one object.
   *
   * @throws IOException if that is not what {@code bytes} hold
   */
  static Json.Node read(byte[] bytes) throws IOException {
    try (JsonParser in = FACTORY.createParser(bytes)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      return node(in);
    }
  }

  private static Node node(JsonParser in) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      members.put(name, value(in));
    }
    return new Node(members);
  }

  private static Object value(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> node(in);
      case START_ARRAY -> array(in);
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IOException("unexpected " + in.currentToken());
    };
  }

  private static List<Object> array(JsonParser in) throws IOException {
    List<Object> items = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(in));
    }
    return items;
  }

  /** An object; a member that is missing or of another type is a {@code RuntimeException}. */
  record Node(Map<String, Object> members) {

    boolean has(String name) {
      return members.get(name) != null;
    }

    String text(String name) {
      return (String) require(name);
    }

    long number(String name) {
      return (Long) require(name);
    }

    double fraction(String name) {
      return ((Number) require(name)).doubleValue();
    }

    boolean truth(String name) {
      return (Boolean) require(name);
    }

    Node node(String name) {
      return (Node) require(name);
    }

    List<Node> nodes(String name) {
      return ((List<?>) require(name)).stream().map(Node.class::cast).toList();
    }

    List<String> texts(String name) {
      return ((List<?>) require(name)).stream().map(String.class::cast).toList();
    }

    private Object require(String name) {
      return Objects.requireNonNull(members.get(name), name);
    }
  }
}

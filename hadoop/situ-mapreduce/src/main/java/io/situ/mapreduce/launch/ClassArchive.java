// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What is noted beside an archive of loaded classes.
 *
 * @param archive the name of the archive's file
 * @param length its bytes
 * @param origin what the job that made it started from
 * @param classPath the jars that a class path has to begin with, absolute paths on every host
 * @param roots the names of the entries at the top of these jars, of which no file in a task's
 *     directory may have one
 */
record ClassArchive(
    String archive, long length, LaunchOrigin origin, List<String> classPath, List<String> roots) {

  /** What the name of an archive ends with. */
  static final String ARCHIVE = ".jsa";

  /** What the name of a note ends with. */
  static final String SUFFIX = ".classes.json";

  private static final int VERSION = 1;

  /** What neither a shell nor a class path takes apart. */
  private static final Pattern JAR = Pattern.compile("[\\w./+@=-]+\\.jar");

  private static final ObjectMapper JSON = new ObjectMapper();

  ClassArchive {
    classPath = List.copyOf(classPath);
    roots = List.copyOf(roots);
  }

  /** Returns whether a jar may be in the class path of a note, which a shell is given. */
  static boolean isPlain(String jar) {
    return JAR.matcher(jar).matches();
  }

  byte[] toJson() throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("version", VERSION).put("archive", archive).put("length", length);
    json.set("origin", origin.toJson());
    json.set("classPath", JSON.valueToTree(classPath));
    json.set("roots", JSON.valueToTree(roots));
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json);
  }

  /**
   * Parses a note.
   *
   * @throws IOException if it is none, of a version that is not known, or has a class path that a
   *     shell would take apart
   */
  static ClassArchive parse(byte[] text) throws IOException {
    JsonNode json = JSON.readTree(text);
    if (json.path("version").asInt() != VERSION) {
      throw new IOException("it is not of version " + VERSION);
    }
    List<String> classPath = texts(json.path("classPath"));
    if (!classPath.stream().allMatch(ClassArchive::isPlain)) {
      throw new IOException("its class path " + classPath + " is not one of jars with plain names");
    }
    return new ClassArchive(
        json.path("archive").asText(),
        json.path("length").asLong(),
        LaunchOrigin.of(json.path("origin")),
        classPath,
        texts(json.path("roots")));
  }

  private static List<String> texts(JsonNode json) {
    List<String> texts = new ArrayList<>();
    json.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}

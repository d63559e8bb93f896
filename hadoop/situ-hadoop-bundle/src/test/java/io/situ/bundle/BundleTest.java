// SPDX-License-Identifier: Apache-2.0
package io.situ.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in the one jar, and what is not. */
@Tag("end-to-end")
class BundleTest {

  private static JarFile jar;

  @BeforeAll
  static void open() throws IOException {
    jar = new JarFile(System.getProperty("situ.bundle"));
  }

  @AfterAll
  static void close() throws IOException {
    jar.close();
  }

  /** The lists are in the source tree so that a change of what is shipped is seen in review. */
  @Test
  void holdsThePackagesThatItSays() throws IOException {
    TreeSet<String> packages = new TreeSet<>();
    entries()
        .map(JarEntry::getName)
        .filter(name -> !name.startsWith("META-INF/"))
        .forEach(name -> packages.add(group(name)));
    assertThat(packages).containsExactlyElementsOf(golden("contents.txt"));
  }

  @Test
  void isMadeOfTheLibrariesThatItSays() throws IOException {
    List<String> libraries = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(System.getProperty("situ.libraries")))) {
      String[] parts = line.strip().replaceFirst(" -- .*", "").split(":");
      if (parts.length >= 5 && !parts[0].equals("io.situ")) {
        libraries.add(parts[0] + ":" + parts[1] + ":" + parts[parts.length - 2]);
      }
    }
    assertThat(libraries).containsExactlyInAnyOrderElementsOf(golden("runtime-deps.txt"));
  }

  @Test
  void namesOnlyServicesItHolds() throws IOException {
    for (JarEntry service :
        entries().filter(entry -> entry.getName().startsWith("META-INF/services/")).toList()) {
      String[] names = new String(read(service), StandardCharsets.UTF_8).split("\\R");
      for (String name : names) {
        if (!name.isBlank() && !name.startsWith("#")) {
          assertThat(jar.getEntry(name.strip().replace('.', '/') + ".class"))
              .as("%s in %s", name, service.getName())
              .isNotNull();
        }
      }
    }
  }

  @Test
  void refersToNoLibraryByItsOldName() throws IOException {
    List<String> leaks = new ArrayList<>();
    for (JarEntry entry : entries().filter(BundleTest::isOwnClass).toList()) {
      String constants = new String(read(entry), StandardCharsets.ISO_8859_1);
      Stream.of(
              "com/fasterxml/jackson",
              "org/apache/parquet",
              "io/airlift/compress",
              "org/objectweb/asm")
          .filter(constants::contains)
          .forEach(old -> leaks.add(entry.getName() + " refers to " + old));
    }
    assertThat(leaks).isEmpty();
  }

  private static boolean isOwnClass(JarEntry entry) {
    return entry.getName().startsWith("io/situ/")
        && !entry.getName().startsWith("io/situ/shaded/")
        && entry.getName().endsWith(".class");
  }

  private static String group(String name) {
    String[] parts = name.split("/");
    int depth = name.startsWith("io/situ/shaded/") ? 4 : name.startsWith("io/situ/") ? 2 : 3;
    return String.join("/", List.of(parts).subList(0, Math.min(depth, parts.length)));
  }

  private static Stream<JarEntry> entries() {
    return jar.stream().filter(entry -> !entry.isDirectory());
  }

  private static byte[] read(JarEntry entry) throws IOException {
    try (var in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private static List<String> golden(String name) throws IOException {
    try (var in = BundleTest.class.getResourceAsStream("/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules for packages hold in this tree, and are noticed where they do not. */
class PackageRulesTest {

  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();

  @TempDir private Path other;

  private void write(String module, String name, String type, String body) throws IOException {
    Path directory = other.resolve(module + "/src/main/java/" + name.replace('.', '/'));
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(type + ".java"), "package " + name + ";\n" + body);
  }

  private void writeMany(String module, String name, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      write(module, name, "Type" + i, "class Type" + i + " {}\n");
    }
  }

  private static PackageSizes ofThisTree() throws IOException {
    try (InputStream list = PackageRulesTest.class.getResourceAsStream("large-packages.txt")) {
      return new PackageSizes(
          new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
  }

  @Test
  void thisTreeIsRead() throws IOException {
    assertThat(SourceTree.read(TREE).modules())
        .containsKeys("core/situ-storage", "hadoop/situ-hdfs", "tool/situ-cli");
  }

  @Test
  void noPackageOfThisTreeGrowsTooLarge() throws IOException {
    assertThat(ofThisTree().violations(SourceTree.read(TREE))).isEmpty();
  }

  @Test
  void noPackagesOfThisTreeUseEachOtherInACircle() throws IOException {
    assertThat(PackageCycles.find(SourceTree.read(TREE))).isEmpty();
  }

  @Test
  void eachPackageOfThisTreeSaysWhatItIs() throws IOException {
    assertThat(PackageDescriptions.violations(TREE)).isEmpty();
  }

  @Test
  void aPackageOfMoreThan25ClassesIsFound() throws IOException {
    writeMany("a", "io.one", 25);
    writeMany("a", "io.two", 26);
    write("a", "io.one", "package-info", "");
    assertThat(new PackageSizes(List.of()).violations(SourceTree.read(other)))
        .containsExactly("a io.two has 26 classes; at most 25");
  }

  @Test
  void aListedPackageMustNotGrow() throws IOException {
    writeMany("a", "io.one", 27);
    SourceTree tree = SourceTree.read(other);
    assertThat(new PackageSizes(List.of("# comment", "a io.one 27")).violations(tree)).isEmpty();
    assertThat(new PackageSizes(List.of("a io.one 26")).violations(tree))
        .containsExactly("a io.one has 27 classes; at most 26");
    assertThat(new PackageSizes(List.of("b io.one 27")).violations(tree))
        .contains("a io.one has 27 classes; at most 25");
  }

  @Test
  void anExceptionThatIsNotNeededIsFound() throws IOException {
    writeMany("a", "io.one", 25);
    assertThat(
            new PackageSizes(List.of("a io.one 30", "a io.gone 30"))
                .violations(SourceTree.read(other)))
        .containsExactly(
            "a io.gone needs no exception: remove its line",
            "a io.one needs no exception: remove its line");
  }

  @Test
  void aCircleOfPackagesIsFound() throws IOException {
    write("a", "io.one", "One", "import io.two.Two;\nclass One {}\n");
    write("a", "io.two", "Two", "class Two { io.three.Three three; }\n");
    write("a", "io.three", "Three", "import static io.one.One.NAME;\nclass Three {}\n");
    write("a", "io.four", "Four", "import io.one.One;\nclass Four {}\n");
    write("b", "io.one", "One", "class One {}\n");
    assertThat(PackageCycles.find(SourceTree.read(other)))
        .containsExactly("a: io.one, io.three, io.two use each other in a circle");
  }

  @Test
  void aNameInATextIsNoUse() throws IOException {
    write("a", "io.one", "One", "class One { String name = \"io.two.Two\"; }\n");
    write("a", "io.two", "Two", "import io.one.One;\nclass Two {}\n");
    assertThat(PackageCycles.find(SourceTree.read(other))).isEmpty();
  }

  @Test
  void aPackageThatDoesNotSayWhatItIsIsFound() throws IOException {
    write("a", "io.one", "One", "class One {}\n");
    write("a", "io.one", "package-info", "");
    write("a", "io.two", "Two", "class Two {}\n");
    write("b", "io.one", "Other", "class Other {}\n");
    Path scala = Files.createDirectories(other.resolve("c/src/main/scala/io/three"));
    Files.writeString(scala.resolve("Three.scala"), "package io.three\n");
    assertThat(PackageDescriptions.violations(other))
        .containsExactly(
            "c/src/main/scala/io/three has no package-info.java",
            "a/src/main/java/io/two has no package-info.java");
  }
}

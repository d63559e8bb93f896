// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void thisTreeIsRead() throws IOException {
    assertThat(SourceTree.read(TREE).modules())
        .containsKeys("core/situ-storage", "hadoop/situ-hdfs", "tool/situ-cli");
  }

  @Test
  void noPackageOfThisTreeGrowsTooLarge() throws IOException {
    assertThat(PackageSizes.violations(SourceTree.read(TREE))).isEmpty();
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
    assertThat(PackageSizes.violations(SourceTree.read(other)))
        .containsExactly("a io.two has 26 classes; at most 25");
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

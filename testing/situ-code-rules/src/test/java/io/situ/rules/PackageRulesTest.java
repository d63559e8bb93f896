// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules for packages hold in this tree, and are noticed where they do not. */
class PackageRulesTest {

  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();

  private static SourceTree main;

  @TempDir private Path other;

  @BeforeAll
  static void readThisTree() throws IOException {
    main = SourceTree.read(TREE, SourceTree.MAIN);
  }

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
  void thisTreeIsRead() {
    assertThat(main.modules())
        .containsKeys("core/situ-storage", "hadoop/situ-hdfs", "tool/situ-cli");
  }

  @Test
  void noPackageOfThisTreeGrowsTooLarge() {
    assertThat(PackageSizes.violations(main)).isEmpty();
  }

  @Test
  void noPackageOfTestsOfThisTreeGrowsTooLarge() throws IOException {
    assertThat(PackageSizes.violations(SourceTree.read(TREE, SourceTree.TESTS))).isEmpty();
  }

  /** JUnit finds the contract's topics nested in the suite that they get their store from. */
  @Test
  void noManyClassesOfThisTreeUseEachOtherInACircle() {
    assertThat(ClassCycles.find(main))
        .filteredOn(cycle -> !cycle.contains("io.situ.storage.testkit.contract.ContractTopic"))
        .isEmpty();
  }

  @Test
  void noPackagesOfThisTreeUseEachOtherInACircle() {
    assertThat(PackageCycles.find(main)).isEmpty();
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
    assertThat(PackageSizes.violations(SourceTree.read(other, SourceTree.MAIN)))
        .containsExactly("a io.two has 26 classes; at most 25");
  }

  @Test
  void aPackageOfTestsOfMoreThan25ClassesIsFound() throws IOException {
    Path tests = Files.createDirectories(other.resolve("a/src/test/java/io/one"));
    for (int i = 0; i < 26; i++) {
      Files.writeString(tests.resolve("Test" + i + ".java"), "package io.one;\n");
    }
    assertThat(PackageSizes.violations(SourceTree.read(other, SourceTree.MAIN))).isEmpty();
    assertThat(PackageSizes.violations(SourceTree.read(other, SourceTree.TESTS)))
        .containsExactly("a io.one has 26 classes; at most 25");
  }

  /** Each class uses the next one, and the last one, in another package, uses the first. */
  private void writeCircle(int count) throws IOException {
    for (int i = 1; i < count; i++) {
      String next = i + 1 < count ? "Type" + (i + 1) : "io.two.Last";
      write("a", "io.one", "Type" + i, "class Type" + i + " { " + next + " next; }\n");
    }
    write("a", "io.two", "Last", "import io.one.Type1;\nclass Last { Type1 first; }\n");
  }

  @Test
  void aCircleOfManyClassesIsFound() throws IOException {
    writeCircle(7);
    assertThat(ClassCycles.find(SourceTree.read(other, SourceTree.MAIN))).isEmpty();
    writeCircle(8);
    assertThat(ClassCycles.find(SourceTree.read(other, SourceTree.MAIN)))
        .containsExactly(
            "a: 8 classes use each other in a circle, at most 7 may: io.one.Type1, io.one.Type2,"
                + " io.one.Type3, io.one.Type4, io.one.Type5, io.one.Type6, io.one.Type7,"
                + " io.two.Last");
  }

  @Test
  void noNameOfThisTreeIsThatOfSeveralClasses() {
    assertThat(ClassNames.violations(main)).isEmpty();
  }

  @Test
  void aNameOfTwoClassesIsFound() throws IOException {
    write("a", "io.one", "One", "class One {}\n");
    write("b", "io.one", "One", "class One {}\n");
    assertThat(ClassNames.violations(SourceTree.read(other, SourceTree.MAIN))).isEmpty();
    write("b", "io.two", "One", "class One {}\n");
    assertThat(ClassNames.violations(SourceTree.read(other, SourceTree.MAIN)))
        .containsExactly("one name for several classes: io.one.One, io.two.One");
  }

  @Test
  void aNameInACommentOrATextIsNoUseOfAClass() throws IOException {
    writeCircle(8);
    write(
        "a", "io.two", "Last", "/** {@link io.one.Type1} */ class Last { String s = \"Type1\"; }");
    assertThat(ClassCycles.find(SourceTree.read(other, SourceTree.MAIN))).isEmpty();
  }

  @Test
  void aCircleOfPackagesIsFound() throws IOException {
    write("a", "io.one", "One", "import io.two.Two;\nclass One {}\n");
    write("a", "io.two", "Two", "class Two { io.three.Three three; }\n");
    write("a", "io.three", "Three", "import static io.one.One.NAME;\nclass Three {}\n");
    write("a", "io.four", "Four", "import io.one.One;\nclass Four {}\n");
    write("b", "io.one", "One", "class One {}\n");
    assertThat(PackageCycles.find(SourceTree.read(other, SourceTree.MAIN)))
        .containsExactly("a: io.one, io.three, io.two use each other in a circle");
  }

  @Test
  void aNameInATextIsNoUse() throws IOException {
    write("a", "io.one", "One", "class One { String name = \"io.two.Two\"; }\n");
    write("a", "io.two", "Two", "import io.one.One;\nclass Two {}\n");
    assertThat(PackageCycles.find(SourceTree.read(other, SourceTree.MAIN))).isEmpty();
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

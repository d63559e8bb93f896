// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs that start with an archive as the processes of a job do. */
@Tag("hadoop-3.4-long")
class ClassArchiveTest {

  private static final String CLASS = VersionInfo.class.getName();
  private static final String ARCHIVED = CLASS + " source: shared objects file";

  private static final LaunchOrigin NONE = new LaunchOrigin(new TreeMap<>());

  @TempDir private static Path shared;
  private static Path made;

  @TempDir private Path container;

  private final List<Path> jars = jars();

  private static List<Path> jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .map(Path::of)
        .toList();
  }

  private ClassArchive archive() throws IOException {
    ClassArchiveMaker maker = new ClassArchiveMaker(shared, jars);
    List<String> classPath = maker.jars();
    assertThat(classPath).isNotEmpty();
    if (made == null) {
      made = maker.dump(List.of("java/lang/Object", CLASS.replace('.', '/')), classPath);
    }
    Files.copy(made, link());
    return new ClassArchive("x.jsa", Files.size(link()), NONE, classPath, List.of());
  }

  private Path link() {
    return container.resolve(ClassArchivePlan.LINK);
  }

  @Test
  void classesComeFromTheArchive() throws Exception {
    assertThat(run(javaHome(), archive())).contains(ARCHIVED);
  }

  @Test
  void anArchiveThatIsCutShortIsLeftOut() throws Exception {
    ClassArchive note = archive();
    for (long length : new long[] {0, 100, note.length() / 2, note.length() - 1}) {
      try (RandomAccessFile file = new RandomAccessFile(link().toFile(), "rw")) {
        file.setLength(Math.min(length, file.length()));
      }
      assertThat(run(javaHome(), note)).doesNotContain(ARCHIVED);
    }
    Files.delete(link());
    assertThat(run(javaHome(), note)).doesNotContain(ARCHIVED);
  }

  @Test
  void anArchiveThatIsDamagedIsLeftOut() throws Exception {
    ClassArchive note = archive();
    try (RandomAccessFile file = new RandomAccessFile(link().toFile(), "rw")) {
      for (long at = file.length() / 8; at < file.length(); at += file.length() / 8) {
        file.seek(at);
        int before = file.read();
        file.seek(at);
        file.write(before ^ 0xff);
      }
    }
    assertThat(run(javaHome(), note)).doesNotContain(ARCHIVED);
  }

  @Test
  void anArchiveOfAnotherClassPathIsLeftOut() throws Exception {
    ClassArchive note = archive();
    List<String> turned = new ArrayList<>(note.classPath());
    Collections.rotate(turned, 1);
    ClassArchive other = new ClassArchive("x.jsa", note.length(), NONE, turned, List.of());
    assertThat(run(javaHome(), other)).doesNotContain(ARCHIVED);
  }

  @Test
  void anArchiveOfAnotherJavaIsLeftOut() throws Exception {
    Path other = otherJava();
    assumeTrue(other != null, "there is no other Java on this host");
    assertThat(run(other, archive())).doesNotContain(ARCHIVED);
  }

  private static Path otherJava() throws IOException {
    Path own = javaHome().toRealPath();
    Path all = own.getParent();
    try (Stream<Path> homes = Files.list(all)) {
      for (Path home : homes.toList()) {
        Path java = home.resolve("bin/java");
        if (Files.isExecutable(java) && !java.toRealPath().startsWith(own)) {
          return home;
        }
      }
    }
    return null;
  }

  @Test
  void aNoteSaysWhatItSaid() throws IOException {
    LaunchOrigin origin = LaunchOrigin.of(new Configuration());
    ClassArchive note = new ClassArchive("x.jsa", 5, origin, List.of("/a.jar"), List.of("org"));
    assertThat(ClassArchive.parse(note.toJson())).isEqualTo(note);
    assertThatThrownBy(() -> ClassArchive.parse("{\"version\": 2}".getBytes(UTF_8)))
        .hasMessageContaining("version");
  }

  /** The class path becomes part of a command of a shell. */
  @Test
  void aNoteWithWordsForAShellIsRefused() throws IOException {
    for (String jar :
        new String[] {"/a.jar;touch${IFS}x", "/a b.jar", "/a.jar:/b.jar", "`x`.jar"}) {
      byte[] text = new ClassArchive("x.jsa", 5, NONE, List.of(jar), List.of()).toJson();
      assertThatThrownBy(() -> ClassArchive.parse(text)).hasMessageContaining("class path");
    }
  }

  /** Jars are taken up to the first that a process has for itself, or whose files come second. */
  @Test
  void onlyJarsThatAllProcessesHaveStandInFront() throws IOException {
    Path conf = Files.createDirectory(container.resolveSibling(container.getFileName() + "-conf"));
    Files.writeString(conf.resolve("site.xml"), "");
    Path own = Files.copy(jars.get(0), container.resolve("own.jar"));
    List<Path> two = jars.subList(0, 2);
    List<String> names = two.stream().map(Path::toString).toList();

    assertThat(maker(container, conf, two.get(0), own, two.get(1)).jars())
        .containsExactly(names.get(0));
    assertThat(maker(container, conf, two.get(0), two.get(1)).jars()).isEqualTo(names);
    Files.createDirectory(conf.resolve("META-INF"));
    assertThat(maker(container, conf, two.get(0), two.get(1)).jars()).isEmpty();
    assertThat(maker(two.get(0), conf, two.get(1)).jars()).containsExactly(names.get(0));
  }

  private ClassArchiveMaker maker(Path... entries) {
    return new ClassArchiveMaker(container, List.of(entries));
  }

  private static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Started by a shell, as a NodeManager does; the process must end well. */
  private String run(Path java, ClassArchive note) throws Exception {
    Path out = container.resolve("out");
    String command =
        "exec "
            + java.resolve("bin/java")
            + " -Xlog:class+load "
            + ClassArchivePlan.options(note)
            + " "
            + CLASS;
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", command)
            .directory(container.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    assertThat(builder.start().waitFor()).isZero();
    String said = Files.readString(out);
    assertThat(said).contains("Hadoop " + VersionInfo.getVersion());
    return said;
  }

  @Test
  void anArchiveIsUsedOnlyIfItsNoteFits() throws IOException {
    Configuration conf = new Configuration();
    conf.setStrings("mapreduce.job.cache.files", "hdfs://n/a.xml#core-default.xml");
    assertThat(LocalizedFiles.of(conf).namedLike(List.of("org", "core-default.xml")))
        .contains("core-default.xml");
    assertThat(LocalizedFiles.of(conf).namedLike(List.of("org"))).isEmpty();
  }

  @Test
  void eachLibraryOfADirectoryCounts() throws IOException {
    Path libraries = Files.createDirectory(container.resolve("libjars"));
    Files.createFile(libraries.resolve("of-the-job.jar"));
    Configuration conf = new Configuration();
    conf.setStrings("mapreduce.job.cache.files", libraries.toUri() + "*");
    LocalizedFiles files = LocalizedFiles.of(conf);
    assertThat(files.namedLike(List.of("core-default.xml"))).isEmpty();

    Files.createFile(libraries.resolve("core-default.xml"));
    assertThat(files.namedLike(List.of("core-default.xml"))).contains("core-default.xml");

    conf.setStrings("mapreduce.job.cache.files", container.toUri() + "missing/*");
    assertThatThrownBy(() -> files.namedLike(List.of("org")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("missing");
  }
}

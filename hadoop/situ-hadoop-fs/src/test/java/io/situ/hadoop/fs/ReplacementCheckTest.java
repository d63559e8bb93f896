// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.hadoop.fs.ReplacementCheck.Replaceable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who could put another directory in the place of one. */
class ReplacementCheckTest {

  private static final String ACCENTED = "donn\u00e9es";

  @TempDir private Path scratch;

  @BeforeEach
  void resolve() throws IOException {
    scratch = scratch.toRealPath();
  }

  private static Optional<Replaceable> find(FileSystem files, String path) throws IOException {
    URI uri = files.getUri();
    return ReplacementCheck.find(
        files,
        new org.apache.hadoop.fs.Path(uri.getScheme(), uri.getAuthority(), path),
        Set.copyOf(List.of("alice", "root", System.getProperty("user.name"))));
  }

  private static OwnedDirectories hdfs(String name) {
    return new OwnedDirectories()
        .add("/", "hdfs", 0755)
        .add("/tmp", "hdfs", 01777)
        .add("/tmp/" + name, "alice", 0755);
  }

  @Test
  void inHdfsTheOwnerOfTheRootIsTrusted() throws IOException {
    OwnedDirectories hdfs = hdfs("mine");
    assertThat(find(hdfs, "/tmp/mine")).isEmpty();

    hdfs.add("/tmp", "bob", 01777);
    assertThat(find(hdfs, "/tmp/mine"))
        .hasValueSatisfying(
            found -> {
              assertThat(found.path()).isEqualTo("/tmp");
              assertThat(found.last()).isFalse();
              assertThat(found.owner()).contains("bob");
              assertThat(found.superuser()).isEqualTo("hdfs");
            });
    hdfs.add("/tmp", "hdfs", 0777);
    assertThat(find(hdfs, "/tmp"))
        .hasValueSatisfying(
            found -> {
              assertThat(found.last()).isTrue();
              assertThat(found.owner()).isEmpty();
              assertThat(found.permission().toShort()).isEqualTo((short) 0777);
            });
    hdfs.remove("/tmp");
    assertThatThrownBy(() -> find(hdfs, "/tmp/mine"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'/tmp' cannot be looked at (java.io.FileNotFoundException: /tmp)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "situ"})
  void onThisHostLinksAreFollowedAsTheSystemDoes(String scheme) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "giving files away needs root");
    Path real = Files.createDirectories(scratch.resolve("real/in"));
    Path links = Files.createDirectory(scratch.resolve("links"));
    Path link = Files.createSymbolicLink(links.resolve("link"), Path.of("./../links/../real/"));
    String path = link.resolve("in").toString();
    try (FileSystem files = FileSystem.newInstance(URI.create(scheme + ":///"), conf())) {
      assertThat(find(files, path)).isEmpty();

      give(real, "daemon");
      assertThat(find(files, path)).map(Replaceable::path).contains(real.toString());
      give(real, "root");
      give(links, "daemon");
      assertThat(find(files, path)).map(Replaceable::path).contains(links.toString());
      give(links, "root");
      give(link, "daemon");
      assertThat(find(files, path)).map(Replaceable::path).contains(link.toString());
      give(link, "root");
      open(links, "rwxrwx---");
      assertThat(find(files, path)).map(Replaceable::path).contains(links.toString());
    }
  }

  /** Where the middle of a link's text is a link itself, the text cannot be shortened. */
  @ParameterizedTest
  @ValueSource(strings = {"file", "situ", "named"})
  void aLinksTextIsFollowedNameByName(String scheme) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "giving files away needs root");
    Files.createDirectories(scratch.resolve("real"));
    Path other = Files.createDirectories(scratch.resolve("other/in"));
    Path target = Files.createDirectory(scratch.resolve("other/real"));
    Files.createSymbolicLink(scratch.resolve("sub"), other);
    Files.createSymbolicLink(scratch.resolve("link"), Path.of("sub/../real"));
    boolean named = scheme.equals("named");
    Configuration conf = conf();
    conf.set("fs.situ.store.texts.root", scratch.toString());
    conf.set("fs.situ.store.texts.driver", "posix");
    URI uri = URI.create(named ? "situ://texts/" : scheme + ":///");
    try (FileSystem files = FileSystem.newInstance(uri, conf)) {
      String path = named ? "/link" : scratch.resolve("link").toString();
      assertThat(find(files, path)).isEmpty();

      give(target, "daemon");
      assertThat(find(files, path)).map(Replaceable::path).contains(target.toString());
    }
  }

  @Test
  void linksInACircleEndWithASentence() throws IOException {
    Path one = scratch.resolve("one");
    Files.createSymbolicLink(one, Path.of("two"));
    Files.createSymbolicLink(scratch.resolve("two"), Path.of("one"));
    try (Unresolved files = new Unresolved()) {
      assertThatThrownBy(() -> find(files, one.toString()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("too many symbolic links");
    }
  }

  /** Does not look at a path before the check does. */
  private static final class Unresolved extends RawLocalFileSystem {
    @Override
    public org.apache.hadoop.fs.Path resolvePath(org.apache.hadoop.fs.Path path) {
      return path;
    }
  }

  /** The link may lead elsewhere when another process opens the store. */
  @Test
  void theWayToAStoresRootIsLookedAtAsItIsConfigured() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "giving files away needs root");
    Path store = Files.createDirectories(scratch.resolve("above/store"));
    Files.createDirectory(store.resolve("in"));
    Path links = Files.createDirectory(scratch.resolve("links"));
    Path link = Files.createSymbolicLink(links.resolve("link"), store);
    Configuration conf = conf();
    conf.set("fs.situ.store.small.root", link.toString());
    conf.set("fs.situ.store.small.driver", "posix");
    try (FileSystem files = FileSystem.newInstance(URI.create("situ://small/"), conf);
        FileSystem host = FileSystem.newInstance(URI.create("situ:///"), conf)) {
      String path = link.resolve("in").toString();
      assertThat(find(files, "/in")).isEmpty();
      assertThat(find(host, path)).isEmpty();

      for (Path replaceable : new Path[] {links, link, store.getParent(), store}) {
        give(replaceable, "daemon");
        assertThat(find(files, "/in")).map(Replaceable::path).contains(replaceable.toString());
        assertThat(find(host, path)).map(Replaceable::path).contains(replaceable.toString());
        give(replaceable, "root");
      }
      Files.delete(link);
      Files.createSymbolicLink(link, Files.createDirectory(scratch.resolve("other")));
      Files.createDirectory(link.resolve("in"));
      give(store, "daemon");
      assertThat(find(files, "/in")).map(Replaceable::path).contains(store.toString());
    }
  }

  @Test
  void aLinkLeadsOutOfAStoresRootWhereTheSystemDoes() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "giving files away needs root");
    Path store = Files.createDirectories(scratch.resolve("above/store"));
    Path outside = Files.createDirectory(scratch.resolve("above/outside"));
    Files.createDirectory(scratch.resolve("outside"));
    Path root = Files.createSymbolicLink(scratch.resolve("root"), store);
    Files.createSymbolicLink(store.resolve("link"), Path.of("../outside"));
    Configuration conf = conf();
    conf.set("fs.situ.store.small.root", root.toString());
    conf.set("fs.situ.store.small.driver", "posix");
    try (FileSystem host = FileSystem.newInstance(URI.create("situ:///"), conf)) {
      String path = root.resolve("link").toString();
      assertThat(find(host, path)).isEmpty();

      give(outside, "daemon");
      assertThat(find(host, path)).map(Replaceable::path).contains(outside.toString());
    }
  }

  /** Java has no path of a name that the locale's character set lacks. */
  @Test
  void onlyTheWayToAStoresRootDependsOnTheLocale() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Plain.class.getName(),
            scratch.toString());
    builder.environment().put("LC_ALL", "C");
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said)
        .contains("hdfs: Optional.empty", "situ: Optional.empty")
        .containsPattern("root: '/.*cannot be looked at .*Java cannot name it in this process's")
        .contains("; set LC_ALL=C.UTF-8)");
  }

  /** Runs in a process of a plain locale. */
  static final class Plain {

    private Plain() {}

    public static void main(String[] args) throws IOException {
      System.out.println("hdfs: " + find(hdfs(ACCENTED), "/tmp/" + ACCENTED));
      String path = args[0] + "/" + ACCENTED;
      try (FileSystem files = FileSystem.newInstance(URI.create("situ:///"), conf())) {
        files.mkdirs(new org.apache.hadoop.fs.Path("situ://" + path));
        System.out.println("situ: " + find(files, path));
      }
      Configuration conf = conf();
      conf.set("fs.situ.store.accented.root", path);
      conf.set("fs.situ.store.accented.driver", "posix");
      try (FileSystem files = FileSystem.newInstance(URI.create("situ://accented/"), conf)) {
        find(files, "/");
      } catch (IOException e) {
        System.out.println("root: " + e.getMessage());
      }
    }
  }

  private static Configuration conf() {
    return new Configuration();
  }

  private static void give(Path path, String user) throws Exception {
    assertThat(new ProcessBuilder("chown", "-h", user, path.toString()).start().waitFor()).isZero();
  }

  private static void open(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are taken for a secret, and those that are not. */
class SecretFileTest {

  private static final String SECRET = "0123456789abcdef0123456789ABCDEF";

  @TempDir private Path scratch;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = write(SECRET.getBytes(StandardCharsets.US_ASCII));
  }

  private Path write(byte[] bytes) throws IOException {
    Path made = Files.write(scratch.resolve("secret"), bytes);
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
    return made;
  }

  private static SharedSecret read(Path from) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("fs.situ.hdfs.secret.file", from.toString());
    return SharedSecret.of(conf);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------", "rw-r-----"})
  void aFileThatOthersMayNotReadIsTaken(String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

    assertThat(read(file).sign("a")).isEqualTo(read(file).sign("a"));
  }

  @ParameterizedTest
  @CsvSource({
    "rw----r--, read or written by all users",
    "rw-----w-, read or written by all users",
    "rw--w--w-, read or written by all users",
    "rw--w----, written by its group",
    "rw-rw----, written by its group"
  })
  void aFileThatOthersMayReadOrWriteIsRefused(String mode, String why) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

    assertThatThrownBy(() -> read(file))
        .hasMessageContaining("'" + file + "'")
        .hasMessageContaining(why)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aFileThatAnAccessListOpensIsRefused() throws Exception {
    Process setfacl =
        new ProcessBuilder("sh", "-c", "setfacl -m u:1:r '" + file + "'").inheritIO().start();
    assumeThat(setfacl.waitFor()).as("setfacl and a file system with access lists").isZero();

    assertThatThrownBy(() -> read(file)).hasMessageContaining("setfacl -b");
  }

  @Test
  void aFileOfAnotherUserIsRefused() throws Exception {
    assumeThat(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))
        .as("only root gives files away")
        .isEqualTo(0);
    Files.setAttribute(file, "unix:uid", 12_345);

    assertThatThrownBy(() -> read(file)).hasMessageContaining("belongs to 12345");
  }

  @Test
  void aLinkADirectoryAndAPathThatIsNotAbsoluteAreRefused() throws IOException {
    Path link = Files.createSymbolicLink(scratch.resolve("link"), file);

    assertThatThrownBy(() -> read(link)).hasMessageContaining("is a link");
    assertThatThrownBy(() -> read(scratch)).hasMessageContaining("is no file");
    assertThatThrownBy(() -> read(Path.of("secret"))).hasMessageContaining("is no absolute path");
    assertThatThrownBy(() -> read(Path.of("/dev/zero"))).hasMessageContaining("is no file");
  }

  @Test
  void aShortSecretIsRefused() throws IOException {
    write((SECRET.substring(1) + "\n").getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> read(file)).hasMessageContaining("has 31 bytes; a secret needs 32");

    write("\n".repeat(100).getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> read(file)).hasMessageContaining("has 0 bytes");
  }

  @Test
  void aSecretOfFewDifferentBytesIsRefused() throws IOException {
    write("abcdefg".repeat(40).getBytes(StandardCharsets.US_ASCII));

    assertThatThrownBy(() -> read(file)).hasMessageContaining("only 7 different bytes");
  }

  @Test
  void randomBytesAreTaken() throws IOException {
    byte[] bytes = new byte[48];
    new Random(4).nextBytes(bytes);
    write(bytes);

    assertThat(read(file).sign("a")).hasSize(64);
  }

  @Test
  void aSecretIsInNoText() throws IOException {
    SharedSecret secret = read(file);

    assertThat(secret.toString()).doesNotContain(SECRET);
    assertThat(LinkHead.of("/p", "d", "s", new byte[0]).headers(secret).toString())
        .doesNotContain(SECRET);
  }

  @Test
  void textsThatAreCutElsewhereHaveAnotherProof() throws IOException {
    SharedSecret secret = read(file);

    assertThat(secret.sign("ab", "c")).isNotEqualTo(secret.sign("a", "bc"));
    assertThat(secret.sign("a")).isNotEqualTo(secret.sign("a", ""));
  }
}

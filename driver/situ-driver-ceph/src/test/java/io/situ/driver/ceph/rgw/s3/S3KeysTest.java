// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.config.StoreConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class S3KeysTest {

  private static final String TEXT =
      "[other]\naws_access_key_id = X\n[default]\naws_access_key_id = AK\r\n"
          + "aws_secret_access_key = hidden=1\n";

  @TempDir private Path scratch;

  private Path file(String permissions) throws Exception {
    Path file = Files.writeString(scratch.resolve("keys"), TEXT);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  private static S3Credentials read(Path file) throws StoreException {
    return S3Credentials.read(new StoreConfig("s3", Map.of("credentials", file.toString())));
  }

  @Test
  void areThoseOfTheProfile() throws Exception {
    assertThat(read(file("rw-------"))).isEqualTo(new S3Credentials("AK", "hidden=1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw--w----"})
  void areRefusedWhereOthersCanReadOrWriteThem(String permissions) throws Exception {
    Path file = file(permissions);
    assertThatThrownBy(() -> read(file))
        .hasMessageContaining("fs.situ.store.s3.credentials")
        .hasMessageContaining("'chmod 600 " + file + "'")
        .hasMessageNotContaining("hidden")
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_ARGUMENT));
  }

  @Test
  void ofAFileThatIsNoTextAreNotQuoted() throws Exception {
    Path file = file("rw-------");
    Files.write(file, new byte[] {'h', 'i', 'd', (byte) 0xff});
    assertThatThrownBy(() -> read(file))
        .hasMessageContaining("cannot be read as UTF-8 text")
        .hasMessageNotContaining("hid\ufffd");
  }
}

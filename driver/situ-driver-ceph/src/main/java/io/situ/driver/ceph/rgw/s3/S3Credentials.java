// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.s3;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.local.PrivateFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An S3 user's two keys. The secret one is never part of a text.
 *
 * @param access names the user
 */
public record S3Credentials(String access, String secret) {

  public static final ConfigKey<Path> FILE =
      ConfigKey.of(
              "credentials",
              ConfigType.path(),
              "File of this host with the user's S3 keys, in the form of Amazon's tools: a line"
                  + " [default], aws_access_key_id = ..., aws_secret_access_key = .... It is the"
                  + " reader's own with mode 0600, or root's, who may let one group read it.")
          .asPrivileged();
  public static final ConfigKey<String> PROFILE =
      ConfigKey.of(
              "profile",
              ConfigType.text(),
              "Which keys of that file are used, by the name in brackets above them.")
          .withDefault("default")
          .asPrivileged();

  private static final int MAX_BYTES = 1 << 20;

  /**
   * Reads the keys.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} if the file cannot be read, has no such keys,
   *     or other users can read or write it
   */
  public static S3Credentials read(StoreConfig config) throws StoreException {
    Path file = config.get(FILE);
    String profile = config.get(PROFILE);
    String where = config.fullName(FILE) + " (" + file + ")";
    Map<String, String> values;
    try {
      values = section(lines(PrivateFile.read(file, MAX_BYTES)), profile);
    } catch (PrivateFile.UnsafeException e) {
      throw refuse(config.fullName(FILE) + ": " + e.getMessage());
    } catch (IOException | RuntimeException e) {
      // Not the text of the exception: it might contain a line of the file.
      throw refuse(where + " cannot be read as UTF-8 text");
    }
    String access = values.getOrDefault("aws_access_key_id", "");
    String secret = values.getOrDefault("aws_secret_access_key", "");
    if (access.isEmpty() || secret.isEmpty()) {
      throw refuse(
          where
              + " has no aws_access_key_id and aws_secret_access_key below a line ["
              + profile
              + "]");
    }
    return new S3Credentials(access, secret);
  }

  private static List<String> lines(byte[] text) throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(text))
        .toString()
        .lines()
        .toList();
  }

  private static Map<String, String> section(List<String> lines, String profile) {
    Map<String, String> values = new HashMap<>();
    boolean within = false;
    for (String line : lines) {
      String text = line.strip();
      int equals = text.indexOf('=');
      if (text.startsWith("[")) {
        within = text.equals("[" + profile + "]");
      } else if (within && equals > 0 && !text.startsWith("#")) {
        values.put(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
      }
    }
    return values;
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }

  @Override
  public String toString() {
    return "S3Credentials[" + access + "]";
  }
}

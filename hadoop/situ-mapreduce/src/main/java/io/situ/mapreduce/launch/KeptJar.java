// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a jar that jobs bring along on the cluster's file system, by the checksum of its content:
 * the next job finds it there, and hosts that have a copy of it use that.
 */
public final class KeptJar {

  private static final Logger LOG = LoggerFactory.getLogger(KeptJar.class);

  private KeptJar() {}

  /**
   * Returns the same list of jars with those of this host kept on the cluster. What cannot be kept,
   * for whatever reason, stays as it is, and is then sent along with each job.
   *
   * @param jars URIs separated by commas
   */
  public static String keep(String jars, Configuration conf) {
    if (!LaunchKeys.JAR.get(conf::get)) {
      return jars;
    }
    return Arrays.stream(jars.split(","))
        .map(jar -> local(jar).map(path -> keepOne(jar, path, conf)).orElse(jar))
        .collect(Collectors.joining(","));
  }

  private static Optional<Path> local(String jar) {
    return Optional.of(jar)
        .filter(uri -> uri.startsWith("file:"))
        .map(uri -> Path.of(URI.create(uri).getPath()))
        .filter(Files::isRegularFile);
  }

  private static String keepOne(String jar, Path path, Configuration conf) {
    try {
      KeptFiles files = KeptFiles.of(conf);
      if (files.isOfThisHost()) {
        return jar;
      }
      String name = sha256(path) + "-" + path.getFileName();
      files.create();
      Optional<FileStatus> found = files.find(name);
      FileStatus kept = found.isPresent() ? found.get() : files.put(path, name, conf);
      if (kept.getLen() != Files.size(path)) {
        LOG.warn("{} is damaged; remove it", kept.getPath());
        return jar;
      }
      return kept.getPath().toString();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is sent with each job, since it cannot be kept: {}", path, e.getMessage());
      return jar;
    }
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

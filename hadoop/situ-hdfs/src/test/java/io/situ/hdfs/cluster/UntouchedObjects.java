// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Objects that must stay as they are to the last byte and attribute. */
public final class UntouchedObjects {

  private final Map<Path, Before> objects = new TreeMap<>();

  private record Before(byte[] bytes, PosixFileAttributes attributes) {}

  public void add(Path object, byte[] bytes) throws IOException {
    objects.put(object, new Before(bytes, Files.readAttributes(object, PosixFileAttributes.class)));
  }

  /** All files below a directory. */
  public void addAll(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        add(file, Files.readAllBytes(file));
      }
    }
  }

  public void check() throws IOException {
    for (Map.Entry<Path, Before> object : objects.entrySet()) {
      assertThat(Files.readAllBytes(object.getKey())).isEqualTo(object.getValue().bytes());
      PosixFileAttributes before = object.getValue().attributes();
      PosixFileAttributes after = Files.readAttributes(object.getKey(), PosixFileAttributes.class);
      assertThat(after.lastModifiedTime()).isEqualTo(before.lastModifiedTime());
      assertThat(after.permissions()).isEqualTo(before.permissions());
      assertThat(after.owner()).isEqualTo(before.owner());
      assertThat(after.group()).isEqualTo(before.group());
      assertThat(after.fileKey()).isEqualTo(before.fileKey());
    }
  }
}

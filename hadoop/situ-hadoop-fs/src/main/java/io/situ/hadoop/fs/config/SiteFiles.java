// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import io.situ.storage.config.ConfigKey;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The site files on this process's class path, such as {@code core-site.xml}. What a session, a job
 * or code has set in a configuration is not in them. Not thread-safe.
 */
final class SiteFiles {

  private Configuration files;

  SiteFiles() {}

  /**
   * @param files stands for the site files
   */
  SiteFiles(Configuration files) {
    this.files = files;
  }

  /** Returns the value of a key by its full name; empty where no site file sets it. */
  Optional<String> get(String name) {
    if (files == null) {
      files = new Configuration();
      // Not the thread's loader, to which a session may have added jars.
      files.setClassLoader(SiteFiles.class.getClassLoader());
    }
    return Optional.ofNullable(files.get(name)).map(String::strip);
  }

  /**
   * Returns the value of a key that counts from site files only.
   *
   * @return empty where no site file sets it, whatever its default is
   * @throws IllegalArgumentException if it is not valid, naming key and value and what is allowed
   */
  <T> Optional<T> find(ConfigKey<T> key) {
    String full = SituKeys.PREFIX + key.name();
    return key.parse(full, get(full).orElse(null));
  }
}

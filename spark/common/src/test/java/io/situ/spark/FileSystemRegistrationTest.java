// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class FileSystemRegistrationTest {

  @Test
  void namesClassesThatExistAndKeepsWhatIsSet() throws ClassNotFoundException {
    Configuration conf = new Configuration(false);
    conf.set("fs.situ.impl", "org.example.Own");

    FileSystemRegistration.register(conf);

    assertThat(conf.get("fs.situ.impl")).isEqualTo("org.example.Own");
    assertThat(conf.getClassByName(conf.get("fs.AbstractFileSystem.situ.impl"))).isNotNull();
  }
}

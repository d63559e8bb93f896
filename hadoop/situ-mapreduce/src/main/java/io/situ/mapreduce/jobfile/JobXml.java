// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.jobfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** Writes a configuration as {@code Configuration.writeXml} does, but for the values' sources. */
final class JobXml {

  /** In names and values these brackets are escaped. */
  private static final Pattern SOURCE = Pattern.compile("<source>[^<]*</source>\\R?");

  private JobXml() {}

  static void write(Configuration conf, OutputStream out) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    conf.writeXml(whole);
    out.write(SOURCE.matcher(whole.toString(UTF_8)).replaceAll("").getBytes(UTF_8));
  }
}

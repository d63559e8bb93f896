// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.jobfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

/** What tasks read of a job's configuration. */
class JobXmlTest {

  @Test
  void everyValueAndNoSource() throws IOException {
    JobConf conf = new JobConf();
    conf.set("its.own", "<source>a</source> & \"b\" ${user.name} \u00e4\u20ac");
    conf.set("textinputformat.record.delimiter", "\r\n");
    conf.addResource(
        new ByteArrayInputStream(
            ("<configuration><property><name>its.final</name><value>x</value>"
                    + "<final>true</final></property></configuration>")
                .getBytes(UTF_8)),
        "<source>.xml");
    ByteArrayOutputStream stock = new ByteArrayOutputStream();
    conf.writeXml(stock);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JobXml.write(conf, out);

    assertThat(out.toString(UTF_8)).doesNotContain("<source>");
    assertThat(out.size()).isLessThan(stock.size() * 9 / 10);
    assertThat(values(out)).isEqualTo(values(stock)).containsEntry("its.final", "x");
    assertThat(read(out).getFinalParameters()).contains("its.final");
  }

  private static Configuration read(ByteArrayOutputStream xml) {
    Configuration read = new Configuration(false);
    read.addResource(new ByteArrayInputStream(xml.toByteArray()), "job.xml");
    read.size();
    return read;
  }

  private static Map<String, String> values(ByteArrayOutputStream xml) {
    Configuration conf = read(xml);
    Map<String, String> values = new TreeMap<>();
    conf.forEach(entry -> values.put(entry.getKey(), conf.getRaw(entry.getKey())));
    return values;
  }
}

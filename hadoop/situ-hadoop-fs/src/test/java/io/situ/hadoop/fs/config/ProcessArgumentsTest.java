// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessArgumentsTest {

  private static ProcessArguments of(String line) {
    return ProcessArguments.of(List.of(line.split(" ")));
  }

  @Test
  void theMainClassIsTheFirstWordThatIsNoOption() {
    assertThat(of("java -Xmx1g -cp a.jar:b.jar -Da=b x.Main -Dc=d -jar e").mainClass())
        .isEqualTo("x.Main");
    assertThat(of("java -ea -jar job.jar x.Main").mainClass()).isEqualTo("job.jar");
    assertThat(of("java --add-opens java.base/java.lang=ALL-UNNAMED @file x.Main").mainClass())
        .isEqualTo("x.Main");
    assertThat(of("java").mainClass()).isEmpty();
  }

  @Test
  void onlyWordsBeforeTheMainClassAreOptions() {
    assertThat(of("java -cp -Dsitu.single.user=true -Da=b x.Main -Dc=d").options())
        .containsExactly("-cp", "-Da=b");
  }

  @Test
  void aProcessHasASingleUserIfItSaysSoOrIsACommand() {
    assertThat(ProcessRole.hasSingleUser(of("java -Dsitu.single.user=true x.Service"))).isTrue();
    assertThat(ProcessRole.hasSingleUser(of("java org.apache.hadoop.fs.FsShell -ls /"))).isTrue();
    assertThat(ProcessRole.hasSingleUser(of("java x.Service -Dsitu.single.user=true"))).isFalse();
    assertThat(ProcessRole.hasSingleUser(of("java org.apache.hadoop.util.RunJar hive.jar")))
        .isFalse();
    assertThat(ProcessRole.hasSingleUser(of("java org.apache.hadoop.mapred.YarnChild h 1 a 2")))
        .isFalse();
    assertThat(ProcessRole.hasSingleUser(new ProcessArguments(List.of(), ""))).isFalse();
  }
}

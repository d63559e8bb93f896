// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LateCompilerTest {

  @Test
  void theseAre20TimesJavasOwnThresholds() throws Exception {
    String defaults = flags(List.of());
    String late = flags(LateCompiler.OPTIONS);

    for (String option : LateCompiler.OPTIONS) {
      String name = option.substring("-XX:".length(), option.indexOf('='));
      assertThat(value(late, name)).as(name).isEqualTo(20 * value(defaults, name));
    }
  }

  private static long value(String flags, String name) {
    Matcher matcher = Pattern.compile(name + "\\s*=\\s*(\\d+)").matcher(flags);
    assertThat(matcher.find()).as(name).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private static String flags(List<String> options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(java.getInputStream().readAllBytes());
    assertThat(java.waitFor()).as(output).isZero();
    return output;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx1g -XX:TieredStopAtLevel=1",
        "-XX:-TieredCompilation",
        "-XX:Tier4InvocationThreshold=7",
        "-XX:CompileThresholdScaling=0.5",
        "-XX:CICompilerCount=2",
        "-Xint",
        "-XX:CompileCommand=quiet"
      })
  void optionsOfTheUsersForCompilersAreSeen(String options) {
    assertThat(LateCompiler.isSaidBy(options)).isTrue();
  }

  @Test
  void otherOptionsAreNot() {
    assertThat(LateCompiler.isSaidBy("-Xmx820m -XX:+UseSerialGC -Dtier=4 -Dcompiler=x")).isFalse();
  }
}

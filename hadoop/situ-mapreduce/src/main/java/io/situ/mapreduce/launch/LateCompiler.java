// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Options by which HotSpot compiles a method for the second time, with the compiler that takes
 * long, when it has run 20 times as often as by default. A process of seconds then hardly ever
 * does; one of minutes does within its first. HotSpot's own thresholds are 5,000, 600, 15,000 and
 * 40,000.
 */
public final class LateCompiler {

  /** They change when code is compiled, and not what it does. */
  public static final List<String> OPTIONS =
      List.of(
          "-XX:Tier4InvocationThreshold=100000",
          "-XX:Tier4MinInvocationThreshold=12000",
          "-XX:Tier4CompileThreshold=300000",
          "-XX:Tier4BackEdgeThreshold=800000");

  /** What other options say of compilers. */
  private static final Pattern COMPILERS = Pattern.compile("Tier\\d|Tiered|Compil|-Xint|-Xcomp");

  private LateCompiler() {}

  /** Returns whether options of Java say something of compilers themselves. */
  public static boolean isSaidBy(String options) {
    return COMPILERS.matcher(options).find();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.mapreduce.jobfile.ConfigurationSources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * Finds the configuration key behind a complaint of Hadoop's that quotes a value and does not say
 * whose it is.
 */
final class InvalidConfigurationValue {

  private static final Pattern QUOTED = Pattern.compile("['\"]([^'\"]+)['\"]");

  private InvalidConfigurationValue() {}

  /**
   * The complaint with the key in it.
   *
   * @return empty if it is not about a value, or no key has that value
   */
  static Optional<String> explain(Throwable complaint, Configuration conf) {
    if (!(complaint instanceof IllegalArgumentException) || complaint.getMessage() == null) {
      return Optional.empty();
    }
    Matcher quoted = QUOTED.matcher(complaint.getMessage());
    while (quoted.find()) {
      List<String> keys = keys(quoted.group(1), conf);
      if (!keys.isEmpty() && keys.stream().noneMatch(complaint.getMessage()::contains)) {
        return Optional.of(sentence(complaint, keys, quoted.group(1)));
      }
    }
    return Optional.empty();
  }

  private static String sentence(Throwable complaint, List<String> keys, String value) {
    String names = String.join(" or ", keys);
    return complaint instanceof NumberFormatException
        ? names + " is '" + value + "', which is not a number"
        : names + " is not valid: " + complaint.getMessage();
  }

  private static List<String> keys(String value, Configuration conf) {
    TreeSet<String> keys = new TreeSet<>();
    for (Map.Entry<String, String> entry : conf) {
      if (entry.getValue().strip().equals(value)
          && ConfigurationSources.isSet(conf, entry.getKey())) {
        keys.add(entry.getKey());
      }
    }
    return new ArrayList<>(keys);
  }
}

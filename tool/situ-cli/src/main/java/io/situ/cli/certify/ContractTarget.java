// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The store that the contract's tests are run on.
 *
 * @param driver the name of its driver
 * @param values what is configured of it, for that driver
 * @param top an existing directory of the store in which tests may do as they please
 * @param maxNames how many names a path of the store may have
 */
public record ContractTarget(String driver, Map<String, String> values, String top, int maxNames) {

  private static final String VALUE = "value.";

  public ContractTarget {
    values = Map.copyOf(values);
  }

  /** As text that {@link #read} reads. */
  String text() throws IOException {
    Properties properties = new Properties();
    properties.setProperty("driver", driver);
    properties.setProperty("top", top);
    properties.setProperty("names", Integer.toString(maxNames));
    values.forEach((key, value) -> properties.setProperty(VALUE + key, value));
    StringWriter text = new StringWriter();
    properties.store(text, null);
    return text.toString();
  }

  static ContractTarget read(Reader reader) throws IOException {
    StringWriter text = new StringWriter();
    reader.transferTo(text);
    Properties properties = new Properties();
    properties.load(new StringReader(text.toString()));
    Map<String, String> values = new HashMap<>();
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(VALUE)) {
        values.put(key.substring(VALUE.length()), properties.getProperty(key));
      }
    }
    return new ContractTarget(
        properties.getProperty("driver"),
        values,
        properties.getProperty("top"),
        Integer.parseInt(properties.getProperty("names")));
  }
}

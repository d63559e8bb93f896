// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigKeyTest {

  private static final ConfigKey<Integer> COUNT =
      ConfigKey.of("a.count", ConfigType.number(1, 9), "How many.");

  @Test
  void whatIsSetComesBeforeTheDefault() {
    ConfigKey<Integer> key = COUNT.withDefault(3);

    assertThat(key.get(Map.of("a.count", " 5 ")::get)).isEqualTo(5);
    assertThat(key.get(Map.of("a.count", " ")::get)).isEqualTo(3);
    assertThat(key.get(name -> null)).isEqualTo(3);
    assertThat(key.find(name -> null)).isEmpty();
    assertThat(key.defaultText()).contains("3");
  }

  @Test
  void aValueThatIsMissingIsAskedForByItsDescription() {
    assertThatThrownBy(() -> COUNT.get(name -> null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("set a.count: How many.");
  }

  @Test
  void aWrongValueIsNamedWithItsKeyAndWhatIsAllowed() {
    assertThatThrownBy(() -> COUNT.find(Map.of("a.count", " ten ")::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a.count is 'ten'; it must be a number from 1 to 9");
  }

  @Test
  void aDefaultIsAValueOfItsType() {
    assertThatThrownBy(() -> COUNT.withDefault(10))
        .hasMessage("a.count is '10'; it must be a number from 1 to 9");
  }

  @Test
  void copiesDifferInOneThing() {
    assertThat(COUNT.asPrivileged().privileged()).isTrue();
    assertThat(COUNT.withName("b").name()).isEqualTo("b");
    assertThat(COUNT.withName("b").withDefault(2).asPrivileged())
        .isEqualTo(COUNT.withDefault(2).asPrivileged().withName("b"));
  }
}

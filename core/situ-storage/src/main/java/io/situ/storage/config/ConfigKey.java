// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A key of the configuration. The configuration guide is made from these. Immutable and
 * thread-safe.
 *
 * @param <T> values
 * @param name of a store's key without prefix, of any other in full
 * @param defaultValue the value where the user says nothing; empty where there is none
 * @param description one sentence for the guide
 * @param privileged whether the value names a program, credentials, or a file or server that a
 *     program or credentials are used with. Where a process serves several users, such a value
 *     counts from its administrator's files only: who sets it acts with the process's rights
 */
public record ConfigKey<T>(
    String name,
    ConfigType<T> type,
    Optional<T> defaultValue,
    String description,
    boolean privileged) {

  /**
   * @throws IllegalArgumentException if the default is no value of the type
   */
  public ConfigKey {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    defaultValue.ifPresent(value -> parse(name, type, type.print(value)));
  }

  /** Returns a key without a default that every user may set. */
  public static <T> ConfigKey<T> of(String name, ConfigType<T> type, String description) {
    return new ConfigKey<>(name, type, Optional.empty(), description, false);
  }

  /**
   * Returns the same key with a default.
   *
   * @throws IllegalArgumentException if it is no value of the type
   */
  public ConfigKey<T> withDefault(T value) {
    return new ConfigKey<>(name, type, Optional.of(value), description, privileged);
  }

  /**
   * Returns the same key for values that name a program, credentials or what these are used with.
   */
  public ConfigKey<T> asPrivileged() {
    return new ConfigKey<>(name, type, defaultValue, description, true);
  }

  /** Returns the same key under another name, for instance with a prefix. */
  public ConfigKey<T> withName(String newName) {
    return new ConfigKey<>(newName, type, defaultValue, description, privileged);
  }

  /** Returns the default as a user would write it; empty where there is none. */
  public Optional<String> defaultText() {
    return defaultValue.map(type::print);
  }

  /**
   * Parses a value.
   *
   * @param fullName how a user writes the key, for the message
   * @param text what the user says; null or blank where nothing is said
   * @return empty where nothing is said, whatever the default is
   * @throws IllegalArgumentException if it is not valid, naming key and value and what is allowed
   */
  public Optional<T> parse(String fullName, String text) {
    return text == null || text.isBlank()
        ? Optional.empty()
        : Optional.of(parse(fullName, type, text.strip()));
  }

  private static <T> T parse(String fullName, ConfigType<T> type, String text) {
    try {
      return type.parse(text);
    } catch (IllegalArgumentException e) {
      // said below, with the key
    }
    throw new IllegalArgumentException(
        fullName + " is '" + text + "'; it must be " + type.allowed());
  }

  /**
   * Returns the value that is set.
   *
   * @param values returns the text that is set for a name, null where none is
   * @return empty where none is set, whatever the default is
   * @throws IllegalArgumentException as {@link #parse}
   */
  public Optional<T> find(Function<String, String> values) {
    return parse(name, values.apply(name));
  }

  /**
   * Returns the value that is set, or the default.
   *
   * @param values as for {@link #find}
   * @throws IllegalArgumentException as {@link #parse}, and if there is neither
   */
  public T get(Function<String, String> values) {
    return find(values)
        .or(this::defaultValue)
        .orElseThrow(() -> new IllegalArgumentException("set " + name + ": " + description));
  }
}

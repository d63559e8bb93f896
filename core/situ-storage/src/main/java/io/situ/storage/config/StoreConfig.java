// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a user says of one store: the values of its {@code fs.situ.store.NAME.*} keys, prefix taken
 * away. Two are equal if they say the same, no matter who gets the store's notices and tables.
 *
 * @param name the store's name, empty for the one behind {@code situ:///}
 * @param values by key, for instance {@code root} to {@code /mnt/volume}
 * @param notices where the store, once it is open, puts its warnings
 * @param stores for the store behind {@code situ:///} the stores with a name, whose settings hold
 *     for plain paths below their roots
 * @param tables answers of clusters about placement that were handed on to this process; the store,
 *     once it is open, registers there what it asks for itself
 */
public record StoreConfig(
    String name,
    Map<String, String> values,
    StoreWarnings notices,
    List<StoreConfig> stores,
    PlacementTables tables) {

  /** Every driver's key for where its store's root is. */
  public static final ConfigKey<StorePath> ROOT =
      ConfigKey.of(
          "root",
          ConfigType.storePath(),
          "Where the store's root is: for a mounted store a directory.");

  public StoreConfig {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(notices, "notices");
    Objects.requireNonNull(tables, "tables");
    values = Map.copyOf(values);
    stores = List.copyOf(stores);
  }

  /** Creates a configuration without other stores and answers of clusters. */
  public StoreConfig(String name, Map<String, String> values, StoreWarnings notices) {
    this(name, values, notices, List.of(), new PlacementTables());
  }

  /** Creates the configuration of a store whose warnings are not read: they are logged. */
  public StoreConfig(String name, Map<String, String> values) {
    this(name, values, new StoreWarnings());
  }

  /** Returns the same with other values. */
  public StoreConfig withValues(Map<String, String> newValues) {
    return new StoreConfig(name, newValues, notices, stores, tables);
  }

  /** Returns the same with another place for what the store has to report. */
  public StoreConfig withNotices(StoreWarnings newNotices) {
    return new StoreConfig(name, values, newNotices, stores, tables);
  }

  /** Returns the same with other answers of clusters. */
  public StoreConfig withTables(PlacementTables newTables) {
    return new StoreConfig(name, values, notices, stores, newTables);
  }

  /** Returns the same with other stores that have a name. */
  public StoreConfig withStores(List<StoreConfig> newStores) {
    return new StoreConfig(name, values, notices, newStores, tables);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoreConfig that
        && name.equals(that.name)
        && values.equals(that.values)
        && stores.equals(that.stores);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, values, stores);
  }

  /** Returns the value that is set for a key, without blanks around it; empty if none is. */
  public Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).map(String::strip);
  }

  /**
   * Returns the value that is set for a key; empty where none is, whatever its default is.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} if it is not valid, naming key and value and
   *     what is allowed
   */
  public <T> Optional<T> find(ConfigKey<T> key) throws StoreException {
    try {
      return key.parse(fullName(key), values.get(key.name()));
    } catch (IllegalArgumentException e) {
      throw new StoreException(Kind.INVALID_ARGUMENT, null, e.getMessage(), e);
    }
  }

  /**
   * Returns the value that is set for a key, or its default.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} as {@link #find}, and if there is neither
   */
  public <T> T get(ConfigKey<T> key) throws StoreException {
    Optional<T> value = find(key).or(key::defaultValue);
    if (value.isEmpty()) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, null, "set " + fullName(key) + ": " + key.description());
    }
    return value.get();
  }

  /** Returns whether a value is set for a key. */
  public boolean isSet(ConfigKey<?> key) {
    return text(key.name()).filter(value -> !value.isEmpty()).isPresent();
  }

  /**
   * Fails if two keys are set that exclude each other.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} naming both
   */
  public void refuseBoth(ConfigKey<?> one, ConfigKey<?> other) throws StoreException {
    if (isSet(one) && isSet(other)) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          null,
          "set only one of " + fullName(one) + " and " + fullName(other));
    }
  }

  /**
   * Returns what a driver throws for a value that is valid in itself and cannot be used.
   *
   * @param reason follows the key's full name
   * @return of the kind {@code INVALID_ARGUMENT}
   */
  public StoreException refusal(ConfigKey<?> key, String reason) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, fullName(key) + " " + reason);
  }

  /**
   * Fails if a value is set that none of {@code known} explains.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} naming the first such key and those that exist
   */
  public void refuseUnknown(List<ConfigKey<?>> known) throws StoreException {
    for (String name : values.keySet().stream().sorted().toList()) {
      if (known.stream().noneMatch(key -> key.name().equals(name))) {
        throw new StoreException(
            Kind.INVALID_ARGUMENT,
            null,
            "unknown key "
                + fullName(name)
                + "; known are "
                + String.join(
                    ", ", known.stream().map(ConfigKey::name).distinct().sorted().toList()));
      }
    }
  }

  /** Returns a key as a user writes it. */
  public String fullName(ConfigKey<?> key) {
    return fullName(key.name());
  }

  /**
   * Returns a key as a user writes it.
   *
   * @param key its name without prefix
   */
  public String fullName(String key) {
    return name.isEmpty() ? "fs.situ." + key : "fs.situ.store." + name + "." + key;
  }
}

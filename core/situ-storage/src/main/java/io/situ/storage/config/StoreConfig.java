// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import io.situ.storage.StoreException;
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
 * @param notices where the store, once it is open, puts what it has to tell
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
  public static final Key ROOT =
      new Key(
          "root", Optional.empty(), "Where the store's root is: for a mounted store a directory.");

  public StoreConfig {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(notices, "notices");
    Objects.requireNonNull(tables, "tables");
    values = Map.copyOf(values);
    stores = List.copyOf(stores);
  }

  public StoreConfig(String name, Map<String, String> values, StoreWarnings notices) {
    this(name, values, notices, List.of(), new PlacementTables());
  }

  /** A store whose warnings are not read: they are logged. */
  public StoreConfig(String name, Map<String, String> values) {
    this(name, values, new StoreWarnings());
  }

  /** The same with other values. */
  public StoreConfig withValues(Map<String, String> newValues) {
    return new StoreConfig(name, newValues, notices, stores, tables);
  }

  public StoreConfig withNotices(StoreWarnings newNotices) {
    return new StoreConfig(name, values, newNotices, stores, tables);
  }

  /** The same with other answers of clusters. */
  public StoreConfig withTables(PlacementTables newTables) {
    return new StoreConfig(name, values, notices, stores, newTables);
  }

  /** The same with other stores that have a name. */
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

  /** The value of {@code key}, its default where it is not set, empty where it has none. */
  public Optional<String> get(Key key) {
    String value = values.get(key.name());
    return value == null || value.isBlank() ? key.fallback() : Optional.of(value.strip());
  }

  /**
   * The value of {@code key} or its default.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} if there is neither
   */
  public String require(Key key) throws StoreException {
    return get(key)
        .orElseThrow(
            () ->
                new StoreException(
                    StoreException.Kind.INVALID_ARGUMENT,
                    null,
                    "set " + fullName(key.name()) + ": " + key.description()));
  }

  /**
   * Fails if a value is set that none of {@code known} explains.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} naming the first such key and those that exist
   */
  public void refuseUnknown(List<Key> known) throws StoreException {
    for (String name : values.keySet().stream().sorted().toList()) {
      if (known.stream().noneMatch(key -> key.name().equals(name))) {
        throw new StoreException(
            StoreException.Kind.INVALID_ARGUMENT,
            null,
            "unknown key "
                + fullName(name)
                + "; known are "
                + String.join(", ", known.stream().map(Key::name).distinct().sorted().toList()));
      }
    }
  }

  /** The key as a user writes it. */
  public String fullName(String key) {
    return name.isEmpty() ? "fs.situ." + key : "fs.situ.store." + name + "." + key;
  }

  /**
   * A key a driver understands. The configuration guide is made from these.
   *
   * @param name without prefix
   * @param fallback the value where the user says nothing
   * @param description one sentence for the guide
   * @param privileged whether the value names a program, credentials, or a file or server that a
   *     program or credentials are used with. Where a process serves several users, such a value
   *     counts from its administrator's files only: who sets it acts with the process's rights
   */
  public record Key(
      String name, Optional<String> fallback, String description, boolean privileged) {
    public Key {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(fallback, "fallback");
      Objects.requireNonNull(description, "description");
    }

    /** A key that every user may set. */
    public Key(String name, Optional<String> fallback, String description) {
      this(name, fallback, description, false);
    }

    /** Returns a key whose value names a program, credentials or what these are used with. */
    public static Key privileged(String name, Optional<String> fallback, String description) {
      return new Key(name, fallback, description, true);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * How a {@link MemoryStore} is made. Immutable: every {@code with} gives another one.
 *
 * @param name the store's name
 * @param root the absolute path its root is taken to have, which absolute symbolic links name
 * @param user who uses the store and owns its root; {@code root} may do everything
 * @param group that user's only group
 * @param capabilities what it can do; what is left out is refused
 * @param capacity bytes it holds at most
 * @param journal changes its feed remembers
 * @param placement the extents of a whole file
 */
public record MemorySettings(
    String name,
    String root,
    String user,
    String group,
    Set<Capability> capabilities,
    long capacity,
    int journal,
    Function<StoreObject, List<Extent>> placement) {

  private static final long CAPACITY = 1L << 40;
  private static final int JOURNAL = 100_000;
  private static final long BLOCK = 1L << 20;

  public MemorySettings {
    capabilities = Set.copyOf(capabilities);
    if (!root.startsWith("/")) {
      throw new IllegalArgumentException("not an absolute path: '" + root + "'");
    }
  }

  /**
   * Everything can be done by the user this process runs as; files lie in blocks of 1 MiB, two
   * replicas each, on {@code host1} to {@code host3}.
   */
  public MemorySettings() {
    this(
        "memory",
        "/memory",
        System.getProperty("user.name"),
        "users",
        EnumSet.allOf(Capability.class),
        CAPACITY,
        JOURNAL,
        roundRobin(List.of("host1", "host2", "host3"), BLOCK, 2));
  }

  /** Blocks of one size dealt out to {@code hosts} in turn, {@code copies} of each. */
  public static Function<StoreObject, List<Extent>> roundRobin(
      List<String> hosts, long blockSize, int copies) {
    List<String> ring = List.copyOf(hosts);
    return object -> {
      List<Extent> extents = new ArrayList<>();
      for (long at = 0; at < object.size(); at += blockSize) {
        List<String> turn = new ArrayList<>(ring);
        Collections.rotate(turn, -(int) (at / blockSize % ring.size()));
        List<Replica> replicas = turn.stream().limit(copies).map(Replica::on).toList();
        extents.add(new Extent(at, Math.min(blockSize, object.size() - at), replicas));
      }
      return extents;
    };
  }

  public MemorySettings withName(String newName) {
    return new MemorySettings(
        newName, root, user, group, capabilities, capacity, journal, placement);
  }

  public MemorySettings withRoot(String newRoot) {
    return new MemorySettings(
        name, newRoot, user, group, capabilities, capacity, journal, placement);
  }

  public MemorySettings withUser(String newUser, String newGroup) {
    return new MemorySettings(
        name, root, newUser, newGroup, capabilities, capacity, journal, placement);
  }

  public MemorySettings without(Capability... missing) {
    EnumSet<Capability> left = EnumSet.noneOf(Capability.class);
    left.addAll(capabilities);
    left.removeAll(List.of(missing));
    return new MemorySettings(name, root, user, group, left, capacity, journal, placement);
  }

  public MemorySettings withCapacity(long newCapacity) {
    return new MemorySettings(
        name, root, user, group, capabilities, newCapacity, journal, placement);
  }

  public MemorySettings withJournal(int newJournal) {
    return new MemorySettings(
        name, root, user, group, capabilities, capacity, newJournal, placement);
  }

  public MemorySettings withPlacement(Function<StoreObject, List<Extent>> newPlacement) {
    return new MemorySettings(
        name, root, user, group, capabilities, capacity, journal, newPlacement);
  }
}

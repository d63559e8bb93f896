// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.mounted.FileSystemStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the copies of a file, or of a shard, that are good to read. */
final class ReplicaLocator {

  static final String PATHINFO = "glusterfs.pathinfo";
  private static final String GFID = "glusterfs.gfid.string";
  private static final Pattern IDENTIFIER =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** One of so many files is asked for all the same, to see whether the others are right. */
  private static final int CHECK_EVERY = 200;

  private final HostMapping hosts;
  private final SelfHealSource healing;
  private final VolumeCache volumes;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile Remembered remembered = Remembered.NOTHING;
  private volatile boolean trusted = true;

  ReplicaLocator(HostMapping hosts, SelfHealSource heal, VolumeCache volumes) {
    this.hosts = hosts;
    this.healing = heal;
    this.volumes = volumes;
  }

  /**
   * Where to ask for a file.
   *
   * @param prefix what precedes the store's paths in the volume
   * @param brick the number of a brick that has the file's name, where a listing reported it
   */
  record Place(FileSystemStore store, StorePath path, StorePath prefix, OptionalInt brick) {

    StorePath inVolume() {
      return path.prefixedBy(prefix);
    }

    /** The file's identifier in the volume. */
    String gfid() throws StoreException {
      return text(store.xattr(path, GFID));
    }
  }

  /**
   * What was found of one file of a directory, which is used for others of it that were found on
   * the same brick for a few seconds. On a volume whose every file lies on the same bricks all are
   * one.
   *
   * @param at when, by {@link System#nanoTime}
   * @param found by the directory in the volume, which is no link, and the brick's number
   */
  private record Remembered(
      Optional<GlusterVolume> volume, long at, Map<String, List<Found>> found) {

    static final Remembered NOTHING = new Remembered(Optional.empty(), 0, Map.of());

    static Remembered of(GlusterVolume volume) {
      return new Remembered(Optional.of(volume), System.nanoTime(), new ConcurrentHashMap<>());
    }

    boolean isOf(GlusterVolume other) {
      return volume.isPresent()
          && volume.get().equals(other)
          && System.nanoTime() - at < VolumeCache.INTERVAL.toNanos();
    }

    /** Empty where one file's bricks say nothing of another's. */
    static Optional<String> key(GlusterVolume volume, Place place, String path) {
      String directory = path.substring(0, path.lastIndexOf('/') + 1);
      if (volume.isOneSet()) {
        return Optional.of(directory);
      }
      return place.brick().isPresent()
          ? Optional.of(directory + place.brick().getAsInt())
          : Optional.empty();
    }
  }

  /** A copy and the brick it is on, where that is certain. */
  private record Found(PathInfo.Copy copy, Optional<GlusterVolume.Brick> brick) {

    Found at(String path) {
      return new Found(new PathInfo.Copy(copy.brick(), copy.host(), path), brick);
    }
  }

  /**
   * The hosts that hold a good copy, in an order that differs from file to file but not from call
   * to call; empty if none is known.
   *
   * @param identity the file's identity as the store has it
   * @throws StoreException {@code PERMISSION_DENIED}
   */
  List<Replica> of(GlusterVolume volume, Place place, long identity) throws StoreException {
    String expected = text(place.inVolume().toBytes());
    Optional<String> key = Remembered.key(volume, place, expected);
    Optional<List<Found>> before = key.flatMap(name -> remembered(volume, name));
    if (before.isPresent() && asked.incrementAndGet() % CHECK_EVERY != 0) {
      return replicas(before.get().stream().map(each -> each.at(expected)).toList(), place);
    }
    try {
      String text = text(place.store().xattr(place.path(), PATHINFO));
      Optional<PathInfo> info = PathInfo.parse(text, volume, expected);
      if (info.isEmpty()) {
        volumes.fault(
            "the placement of a file is in a form that this version does not know", text.strip());
        return List.of();
      }
      for (PathInfo.Copy copy : info.get().copies()) {
        if (!copy.path().equals(expected) && !isName(place, identity, copy.path())) {
          return List.of();
        }
      }
      List<Found> good = good(volume, info.get(), place);
      if (good.stream().allMatch(each -> each.copy().path().equals(expected))) {
        key.ifPresent(name -> remember(volume, good, name));
      }
      return replicas(good, place);
    } catch (StoreException e) {
      if (e.kind() == Kind.PERMISSION_DENIED) {
        throw e;
      }
      return List.of();
    }
  }

  private Optional<List<Found>> remembered(GlusterVolume volume, String key) {
    Remembered known = remembered;
    return trusted && known.isOf(volume) && nonePending(volume)
        ? Optional.ofNullable(known.found().get(key))
        : Optional.empty();
  }

  private void remember(GlusterVolume volume, List<Found> good, String key) {
    if (!nonePending(volume)) {
      return;
    }
    Remembered known = remembered;
    if (!known.isOf(volume)) {
      known = Remembered.of(volume);
      remembered = known;
    }
    List<Found> before = known.found().put(key, good);
    if (before != null && Collections.disjoint(bricks(before), bricks(good))) {
      trusted = false;
      volumes.note("files of a directory are not where others are, so each is asked for", key);
    }
  }

  private static Set<String> bricks(List<Found> found) {
    return found.stream()
        .map(each -> each.copy().host() + ":" + each.copy().brick())
        .collect(Collectors.toSet());
  }

  /** Whether it is known which copies wait for healing, or there is none that could. */
  boolean knowsHealing(GlusterVolume volume) {
    return volume.bricks().stream().allMatch(brick -> brick.set().isEmpty())
        || healing.state(volume.name()).isPresent();
  }

  /** Whether it is known that no brick is down and no copy waits for healing. */
  private boolean nonePending(GlusterVolume volume) {
    List<String> names = volume.bricks().stream().map(GlusterVolume.Brick::name).toList();
    Optional<SelfHealState> state = healing.state(volume.name());
    return names.size() == 1 || state.isPresent() && !state.get().concerns(names);
  }

  /** Whether {@code path}, which a brick reports, is another name of the file. */
  private static boolean isName(Place place, long identity, String path) throws StoreException {
    if (path.startsWith("/.glusterfs/")) {
      String id = place.gfid();
      return IDENTIFIER.matcher(id).matches()
          && path.equals("/.glusterfs/" + id.substring(0, 2) + "/" + id.substring(2, 4) + "/" + id);
    }
    StorePath name;
    try {
      name = StorePath.ofBytes(path.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IllegalArgumentException e) {
      // A name that looks like the text around it was cut where it has "/." or "/..".
      return false;
    }
    if (!name.startsWith(place.prefix())) {
      return false;
    }
    StoreObject other = place.store().stat(name.relativeTo(place.prefix()), false);
    return other.isFile() && other.version().identity() == identity;
  }

  private List<Found> good(GlusterVolume volume, PathInfo info, Place place) throws StoreException {
    List<GlusterVolume.Brick> set = volume.set(info.set());
    List<Found> found = new ArrayList<>();
    for (PathInfo.Copy copy : info.copies()) {
      Optional<GlusterVolume.Brick> brick = info.brickOf(copy, volume, hosts);
      if (brick.isEmpty() && set.stream().anyMatch(GlusterVolume.Brick::arbiter)) {
        volumes.fault(
            "a brick's host calls itself " + copy.host() + ", which the volume does not",
            "name both in hosts.file");
        return List.of();
      }
      if (!brick.map(GlusterVolume.Brick::arbiter).orElse(false)) {
        found.add(new Found(copy, brick));
      }
    }
    return info.set().isEmpty() ? found : healed(volume, set, found, place);
  }

  private List<Found> healed(
      GlusterVolume volume, List<GlusterVolume.Brick> set, List<Found> found, Place place)
      throws StoreException {
    List<String> names = set.stream().map(GlusterVolume.Brick::name).toList();
    Optional<SelfHealState> heal = healing.state(volume.name());
    if (heal.isEmpty() || !heal.get().concerns(names)) {
      return found;
    }
    String gfid = place.gfid();
    return found.stream()
        .filter(
            each -> each.brick().isPresent() && heal.get().isGood(gfid, each.brick().get(), names))
        .toList();
  }

  private List<Replica> replicas(List<Found> found, Place place) {
    Map<String, Replica> byHost = new TreeMap<>();
    for (Found each : found) {
      String bytes = each.copy().brick() + each.copy().path();
      String path = StorePath.ofBytes(bytes.getBytes(StandardCharsets.ISO_8859_1)).toString();
      Optional<HostMapping.Host> host = host(each);
      if (host.isPresent()) {
        String name = host.get().name();
        Replica replica = new Replica(name, host.get().rack(), 1, Optional.of(path));
        byHost.merge(name, replica, (a, b) -> a.path().get().compareTo(path) < 0 ? a : b);
      }
    }
    List<Replica> replicas = new ArrayList<>(byHost.values());
    Collections.rotate(replicas, place.path().hashCode());
    return replicas;
  }

  private Optional<HostMapping.Host> host(Found found) {
    String own = found.copy().host();
    Optional<String> created = found.brick().map(GlusterVolume.Brick::host);
    Optional<HostMapping.Host> named = hosts.find(own).or(() -> created.flatMap(hosts::find));
    Optional<String> plain = IDENTIFIER.matcher(own).matches() ? created : Optional.of(own);
    return named.or(() -> plain.map(name -> new HostMapping.Host(name, Optional.empty())));
  }

  /** Text in which each character stands for one byte, whatever the encoding of names. */
  private static String text(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}

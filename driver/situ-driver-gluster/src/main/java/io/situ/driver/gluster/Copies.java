package io.situ.driver.gluster;

import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.MountedStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Finds the copies of a file, or of a shard, that are good to read. */
final class Copies {

  private static final String PATHINFO = "glusterfs.pathinfo";
  private static final String GFID = "glusterfs.gfid.string";
  private static final Pattern IDENTIFIER =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final HostNames hosts;
  private final Healing healing;
  private final Volumes volumes;

  Copies(HostNames hosts, HealSource heal, Volumes volumes) {
    this.hosts = hosts;
    this.healing = new Healing(heal);
    this.volumes = volumes;
  }

  /**
   * Where to ask for a file.
   *
   * @param prefix what precedes the store's paths in the volume
   */
  record Place(MountedStore store, StorePath path, StorePath prefix) {

    StorePath inVolume() {
      return path.under(prefix);
    }

    /** The file's identifier in the volume. */
    String gfid() throws StoreException {
      return text(store.xattr(path, GFID));
    }
  }

  /** A copy and the brick it is on, where that is certain. */
  private record Found(PathInfo.Copy copy, Optional<Volume.Brick> brick) {}

  /**
   * The hosts that hold a good copy, in an order that differs from file to file but not from call
   * to call; empty if none is known.
   *
   * @param identity the file's identity as the store has it
   * @throws StoreException {@code PERMISSION_DENIED}
   */
  List<Replica> of(Volume volume, Place place, long identity) throws StoreException {
    try {
      String text = text(place.store().xattr(place.path(), PATHINFO));
      String expected = text(place.inVolume().toBytes());
      Optional<PathInfo> info = PathInfo.parse(text, volume, expected);
      if (info.isEmpty()) {
        volumes.warn(
            "who holds a file is told in words that this version does not know: " + text.strip());
        return List.of();
      }
      for (PathInfo.Copy copy : info.get().copies()) {
        if (!copy.path().equals(expected) && !isName(place, identity, copy.path())) {
          return List.of();
        }
      }
      return replicas(good(volume, info.get(), place), place);
    } catch (StoreException e) {
      if (e.kind() == Kind.PERMISSION_DENIED) {
        throw e;
      }
      return List.of();
    }
  }

  /** Whether it is known which copies wait for healing, or there is none that could. */
  boolean knowsHealing(Volume volume) {
    return volume.bricks().stream().allMatch(brick -> brick.set().isEmpty())
        || healing.state(volume.name()).isPresent();
  }

  /** Whether {@code path}, which a brick tells, is another name of the file. */
  private static boolean isName(Place place, long identity, String path) throws StoreException {
    if (path.startsWith("/.glusterfs/")) {
      String id = place.gfid();
      return path.equals("/.glusterfs/" + id.substring(0, 2) + "/" + id.substring(2, 4) + "/" + id);
    }
    StorePath name = StorePath.ofBytes(path.getBytes(StandardCharsets.ISO_8859_1));
    if (!name.startsWith(place.prefix())) {
      return false;
    }
    StoreObject other = place.store().stat(name.within(place.prefix()), false);
    return other.isFile() && other.version().identity() == identity;
  }

  private List<Found> good(Volume volume, PathInfo info, Place place) throws StoreException {
    List<Volume.Brick> set = volume.set(info.set());
    List<Found> found = new ArrayList<>();
    for (PathInfo.Copy copy : info.copies()) {
      Optional<Volume.Brick> brick = volume.brickOf(info.set(), copy, hosts);
      if (brick.isEmpty() && set.stream().anyMatch(Volume.Brick::arbiter)) {
        volumes.warn(
            "a brick's host calls itself "
                + copy.host()
                + ", which the volume does not: name both in hosts.file");
        return List.of();
      }
      if (!brick.map(Volume.Brick::arbiter).orElse(false)) {
        found.add(new Found(copy, brick));
      }
    }
    return info.set().isEmpty() ? found : healed(volume, set, found, place);
  }

  private List<Found> healed(Volume volume, List<Volume.Brick> set, List<Found> found, Place place)
      throws StoreException {
    List<String> names = set.stream().map(Volume.Brick::name).toList();
    Optional<HealState> heal = healing.state(volume.name());
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
      Optional<HostNames.Host> host = host(each);
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

  private Optional<HostNames.Host> host(Found found) {
    String own = found.copy().host();
    Optional<String> created = found.brick().map(Volume.Brick::host);
    Optional<HostNames.Host> named = hosts.find(own).or(() -> created.flatMap(hosts::find));
    Optional<String> plain = IDENTIFIER.matcher(own).matches() ? created : Optional.of(own);
    return named.or(() -> plain.map(name -> new HostNames.Host(name, Optional.empty())));
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

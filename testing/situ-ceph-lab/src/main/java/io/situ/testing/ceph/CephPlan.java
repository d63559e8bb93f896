// SPDX-License-Identifier: Apache-2.0
package io.situ.testing.ceph;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * What a small Ceph cluster shall be: an OSD on every node, the monitor, the manager and a metadata
 * server on the first, a standby of that on the second.
 *
 * @param dir where the configuration and the keys are, on all nodes under the same path
 * @param nodes at least one; CRUSH knows each by its name
 * @param replica copies of each object, on as many nodes
 * @param inMemory whether OSDs keep everything in memory, which is lost when one ends
 * @param gateways on how many nodes, the first ones, RGW serves S3; each in a network of its own
 */
public record CephPlan(Path dir, List<Node> nodes, int replica, boolean inMemory, int gateways) {

  /** The user that Situ works as: not more rights than its guide asks for. */
  public static final String USER = "situ";

  /** Where every gateway of RGW listens, on all addresses of its node. */
  public static final int S3_PORT = 7480;

  /** Where RGW keeps the bytes of objects. */
  public static final String S3_POOL = "default.rgw.buckets.data";

  static final String FILE_SYSTEM = "cephfs";
  static final String DATA_POOL = "cephfs_data";

  /**
   * One host.
   *
   * @param address its IPv4 address, which no other node has
   * @param disk a directory for the data of its daemons
   */
  public record Node(String name, String address, Path disk) {
    Path data(String daemon) {
      return disk.resolve("ceph-" + daemon);
    }
  }

  public CephPlan {
    nodes = List.copyOf(nodes);
    if (replica < 1 || replica > nodes.size()) {
      throw new IllegalArgumentException(
          "with " + nodes.size() + " nodes there are not " + replica + " copies");
    }
    if (gateways < 0 || gateways > nodes.size()) {
      throw new IllegalArgumentException(
          "with " + nodes.size() + " nodes there are not " + gateways + " gateways");
    }
  }

  /** The S3 keys of {@link #USER}, as Amazon's tools keep such. */
  public Path s3Credentials() {
    return dir.resolve("s3.credentials");
  }

  public Path conf() {
    return dir.resolve("ceph.conf");
  }

  public Path keyring() {
    return dir.resolve("keyring");
  }

  /** Where the metadata server of a node, if it has one, answers {@code ceph --admin-daemon}. */
  public static Path metadataSocket(Node node) {
    return node.data("mds").resolve("asok");
  }

  /** The text of {@link #conf}: nothing but what a small cluster needs to start soon. */
  String confText() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        [global]
        fsid = %s
        mon host = [v2:%s:3300]
        mon initial members = a
        keyring = %s
        admin socket =
        log file =
        pid file =
        crash dir = %s
        ms bind ipv6 = false
        osd pool default size = %d
        osd pool default min size = 1
        osd pool default pg autoscale mode = off
        osd crush update on start = true
        mon allow pool size one = true
        mon allow pool delete = true
        mon data avail warn = 1
        mon data avail crit = 1
        mon warn on pool no redundancy = false
        mon warn on insecure global id reclaim allowed = false
        mon osd min down reporters = 1
        osd heartbeat grace = 10
        osd recovery sleep hdd = 0
        mds beacon interval = 2
        mds beacon grace = 8
        osd objectstore = %s
        mon debug no require bluestore for ec overwrites = %s
        osd pool default pg num = 8
        rgw rados pool pg num min = 8
        rgw crypt require ssl = false
        memstore device bytes = 2147483648
        bluestore block size = 8589934592
        bluestore cache autotune = false
        bluestore cache size = 67108864
        [mon.a]
        mon data = %s
        """
            .formatted(
                UUID.randomUUID(),
                nodes.get(0).address(),
                keyring(),
                dir.resolve("crash"),
                replica,
                inMemory ? "memstore" : "bluestore",
                inMemory,
                nodes.get(0).data("mon")));
    for (int id = 0; id < nodes.size(); id++) {
      Node node = nodes.get(id);
      text.append("[osd.").append(id).append("]\nosd data = ").append(node.data("osd"));
      text.append("\npublic addr = ").append(node.address());
      text.append("\ncluster addr = ").append(node.address());
      text.append("\ncrush location = root=default host=").append(node.name()).append('\n');
    }
    if (inMemory) {
      // What a server writes each tick others may wait for.
      text.append("[mds]\nmds tick interval = 1\n");
    }
    for (Node node : nodes.subList(0, Math.min(2, nodes.size()))) {
      text.append("[mds.").append(node.name()).append("]\nmds data = ").append(node.data("mds"));
      text.append("\npublic addr = ").append(node.address());
      text.append("\nadmin socket = ").append(metadataSocket(node)).append('\n');
    }
    for (Node node : nodes.subList(0, gateways)) {
      text.append("[client.rgw.").append(node.name()).append("]\nrgw data = ");
      text.append(node.data("rgw")).append("\nrgw frontends = beast port=").append(S3_PORT);
      text.append("\nrgw dynamic resharding = false\n");
    }
    return text.toString();
  }

  /**
   * The text of {@link #keyring}: a key for every daemon and two users, admin and {@link #USER}.
   */
  String keyringText() {
    StringBuilder text = new StringBuilder();
    key(text, "mon.", "mon 'allow *'");
    key(text, "client.admin", "mon 'allow *'", "mgr 'allow *'", "osd 'allow *'", "mds 'allow *'");
    key(
        text,
        "client." + USER,
        "mon 'allow r'",
        "mgr 'allow r'",
        "osd 'allow rw tag cephfs data=" + FILE_SYSTEM + ", allow r pool=" + S3_POOL + "'",
        "mds 'allow rwps'");
    key(text, "mgr.a", "mon 'allow profile mgr'", "osd 'allow *'", "mds 'allow *'");
    for (int id = 0; id < nodes.size(); id++) {
      key(text, "osd." + id, "mon 'allow profile osd'", "osd 'allow *'", "mgr 'allow profile osd'");
      key(
          text,
          "mds." + nodes.get(id).name(),
          "mon 'allow profile mds'",
          "osd 'allow *'",
          "mds 'allow *'",
          "mgr 'allow profile mds'");
    }
    for (Node node : nodes.subList(0, gateways)) {
      key(text, "client.rgw." + node.name(), "mon 'allow rw'", "osd 'allow rwx'");
    }
    return text.toString();
  }

  private static void key(StringBuilder text, String entity, String... caps) {
    text.append('[').append(entity).append("]\n\tkey = ").append(newKey()).append('\n');
    for (String cap : caps) {
      int space = cap.indexOf(' ');
      text.append("\tcaps ").append(cap, 0, space).append(" = ");
      text.append(cap.substring(space + 1).replace('\'', '"')).append('\n');
    }
  }

  /** The text of {@link #s3Credentials}. */
  static String s3CredentialsText(String access, String secret) {
    return "[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n"
        .formatted(access, secret);
  }

  /** A text that cannot be guessed. */
  static String secret() {
    byte[] bytes = new byte[20];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  /** A key as Ceph writes it: type 1 (AES), time of making, length, bytes; little endian. */
  private static String newKey() {
    byte[] secret = new byte[16];
    new SecureRandom().nextBytes(secret);
    ByteBuffer key = ByteBuffer.allocate(28).order(ByteOrder.LITTLE_ENDIAN);
    key.putShort((short) 1).putInt((int) Instant.now().getEpochSecond()).putInt(0);
    key.putShort((short) secret.length).put(secret);
    return Base64.getEncoder().encodeToString(key.array());
  }
}

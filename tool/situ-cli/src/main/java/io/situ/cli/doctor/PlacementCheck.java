// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static io.situ.cli.certify.Finding.note;
import static io.situ.cli.certify.Finding.ok;
import static io.situ.cli.certify.Finding.wrong;

import io.situ.cli.certify.Finding;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.yarn.YarnHosts;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Looks which hosts hold some files of a store, and whether tasks can run there. */
final class PlacementCheck {

  private static final String TOPIC = "placement";

  private final Store store;
  private final Optional<YarnHosts> yarn;

  /**
   * @param yarn where tasks run, if that is known
   */
  PlacementCheck(Store store, Optional<YarnHosts> yarn) {
    this.store = store;
    this.yarn = yarn;
  }

  /**
   * Returns what is found.
   *
   * @param files at least one, of which none is empty
   */
  List<Finding> run(List<StoreObject> files) {
    TreeSet<String> hosts = new TreeSet<>();
    List<StoreObject> known = new ArrayList<>();
    List<StoreException> denied = new ArrayList<>();
    for (StoreObject file : files) {
      try {
        for (Extent extent : store.placement(file, 0, file.size())) {
          extent.replicas().stream().map(Replica::host).forEach(hosts::add);
        }
        known.add(file);
      } catch (StoreException e) {
        if (e.kind() != Kind.PERMISSION_DENIED) {
          return List.of(
              wrong(TOPIC, e.getMessage(), "fix that; until then jobs run, but anywhere"));
        }
        denied.add(e);
      }
    }
    List<Finding> findings = new ArrayList<>();
    if (!denied.isEmpty()) {
      findings.add(ofDenied(denied));
    }
    if (!known.isEmpty()) {
      int others = known.size() - 1;
      String more = others == 0 ? "" : " and " + HumanReadable.count(others, "other");
      String what = "'" + known.get(0).path() + "'" + more;
      findings.add(hosts.isEmpty() ? ofNone(what) : ofHosts(hosts, what));
    }
    return findings;
  }

  private static Finding ofDenied(List<StoreException> denied) {
    String others = denied.size() > 1 ? " (and " + (denied.size() - 1) + " more)" : "";
    return note(
        TOPIC,
        "this user may not know which hosts hold a file"
            + others
            + ": "
            + denied.get(0).getMessage(),
        "run this as a user who may read it; jobs of others run anywhere");
  }

  private static Finding ofNone(String what) {
    return note(
        TOPIC,
        "the store does not say which hosts hold " + what + ", so tasks run anywhere",
        "if hosts hold it on their own disks, say which in a host map; see 'situ config'");
  }

  private Finding ofHosts(Set<String> hosts, String what) {
    List<String> strangers = yarn.map(known -> known.unknown(hosts)).orElse(List.of());
    if (!strangers.isEmpty()) {
      return wrong(
          TOPIC,
          "these hosts hold data but YARN has no node of that name: "
              + String.join(", ", strangers)
              + " (its nodes: "
              + yarn.get()
              + ")",
          "if they are the same hosts, write YARN's names for them into the store's host map,"
              + " hosts.file or placement.file; if not, run NodeManagers there");
    }
    List<String> unknown = hosts.stream().filter(host -> !resolves(host)).toList();
    return unknown.isEmpty()
        ? ok(TOPIC, what + ": on " + String.join(", ", hosts))
        : wrong(
            TOPIC,
            "these hosts hold data but their names cannot be resolved: "
                + String.join(", ", unknown),
            "placement must use the names YARN and Spark use: fix the host map or DNS");
  }

  private static boolean resolves(String host) {
    try {
      InetAddress.getByName(host);
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }
}

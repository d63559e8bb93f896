// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.util.Optional;
import java.util.Set;

/** One change of attributes, checked as POSIX does. */
record MemoryAttributeChange(StorePath path, Attributes.Change change) {

  static final int STICKY = 01000;

  private static final Set<String> EVERYWHERE = Set.of("root", "nobody", "nogroup", "users");

  void checkSupported(Set<Capability> able) throws StoreException {
    need(able, Capability.OWNERSHIP, change.owner().isPresent() || change.group().isPresent());
    need(able, Capability.PERMISSIONS, change.mode().isPresent());
    boolean sticky = (change.mode().orElse(0) & STICKY) != 0;
    need(able, Capability.STICKY_BIT, sticky);
    boolean times = change.modified().isPresent() || change.accessed().isPresent();
    need(able, Capability.TIMES, times);
  }

  private void need(Set<Capability> able, Capability capability, boolean asked)
      throws StoreException {
    if (asked && !able.contains(capability)) {
      throw new StoreException(Kind.UNSUPPORTED, path, "the store has no " + capability);
    }
  }

  void checkAllowed(MemoryInode node, Caller access) throws StoreException {
    access.checkOwner(node, path);
    checkKnown(change.owner(), node.owner, access);
    checkKnown(change.group(), node.group, access);
    boolean gives = change.owner().filter(owner -> !owner.equals(node.owner)).isPresent();
    boolean moves =
        change
            .group()
            .filter(group -> !group.equals(node.group) && !group.equals(access.group()))
            .isPresent();
    if ((gives || moves) && !access.all()) {
      throw Caller.denied(path, "only root may give it to another owner or a foreign group");
    }
  }

  private void checkKnown(Optional<String> asked, String present, Caller access)
      throws StoreException {
    if (asked.isEmpty()) {
      return;
    }
    String name = asked.get();
    boolean known =
        EVERYWHERE.contains(name)
            || name.equals(present)
            || name.equals(access.user())
            || name.equals(access.group())
            || name.matches("\\d{1,9}");
    if (!known) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "no user is called '" + name + "'");
    }
  }

  void apply(MemoryInode node, MemoryFileTree tree) {
    change.owner().ifPresent(owner -> node.owner = owner);
    change.group().ifPresent(group -> node.group = group);
    change.mode().ifPresent(mode -> node.mode = mode);
    change.modified().ifPresent(time -> node.modified = time);
    change.accessed().ifPresent(time -> node.accessed = time);
    tree.restamp(node);
    tree.report(node);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.Extent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * On which targets a file's bytes lie, as the attribute {@code lustre.lov} reports. A stripe's
 * target is found from its place in the file, not in its component: {@code lov_stripe_number} in
 * Lustre's {@code lov_offset.c}. Of mirrors each copy that is not stale is reported, the preferred
 * ones first.
 */
public final class LustreLayout {

  /** So many stripes are looked at, also where several in a row lie on the same targets. */
  private static final int MAX_STRIPES = 1 << 20;

  private final List<LayoutComponent> components;

  LustreLayout(List<LayoutComponent> components) {
    List<LayoutComponent> sorted = new ArrayList<>(components);
    sorted.sort(Comparator.comparing(component -> !component.preferred()));
    this.components = List.copyOf(sorted);
  }

  /**
   * Reads the attribute's bytes, which are in this machine's own order.
   *
   * @throws LustreLayoutException if they are cut off, contradict themselves, or are of an unknown
   *     kind
   */
  public static LustreLayout decode(byte[] attribute) throws LustreLayoutException {
    return new LayoutDecoder(attribute).decode();
  }

  /** Whether the bytes are only in an archive: to read the file would fetch them back. */
  public boolean released() {
    return components.stream().anyMatch(LayoutComponent::released);
  }

  /**
   * The pieces of a range, without gaps, none longer than what lies on the same targets; of a range
   * of very many pieces the first.
   *
   * @param offset at least 0
   * @param length more than 0
   * @return at most {@link Extent#MAX_COUNT}
   */
  public List<StripeRange> pieces(long offset, long length) {
    List<StripeRange> pieces = new ArrayList<>();
    long end = Math.addExact(offset, length);
    long stripes = 0;
    for (long at = offset; at < end && stripes < MAX_STRIPES; stripes++) {
      Set<Integer> targets = new LinkedHashSet<>();
      long next = end;
      for (LayoutComponent component : components) {
        if (component.readable() && component.covers(at)) {
          targets.add(component.target(at));
          next = Math.min(next, component.border(at));
        } else if (component.readable() && component.start() > at) {
          next = Math.min(next, component.start());
        }
      }
      if (pieces.size() == Extent.MAX_COUNT) {
        return pieces;
      }
      add(pieces, new StripeRange(at, next - at, List.copyOf(targets)));
      at = next;
    }
    return pieces;
  }

  private static void add(List<StripeRange> pieces, StripeRange piece) {
    StripeRange last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
    if (last != null && last.targets().equals(piece.targets())) {
      pieces.set(
          pieces.size() - 1,
          new StripeRange(last.offset(), last.length() + piece.length(), last.targets()));
    } else {
      pieces.add(piece);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Edits what an application master asks for. Maps may run only where they were asked to; when none
 * has got a container for a while, the ones that wait are let go anywhere, until one has. Once one
 * of their hosts has no map left that waits for it, a container does not restart the delay: a slow
 * host that takes a map now and then would keep the others idle to the end.
 *
 * <p>The ResourceManager keeps the last ask for each resource name, so a change of mind is the same
 * ask sent again. Thread-safe.
 */
final class StrictResourceRequests implements LocalityRequests {

  private static final Logger LOG = LoggerFactory.getLogger(StrictResourceRequests.class);

  /** {@code RMContainerAllocator.PRIORITY_MAP}; failed maps ask at 5 and may run anywhere. */
  private static final int MAPS = 20;

  private final long waitNanos;
  private final Map<String, ResourceRequest> standing = new LinkedHashMap<>();
  private final Set<String> hosts = new HashSet<>();
  private long waitingSince;
  private boolean relaxed;

  StrictResourceRequests(long waitMillis) {
    this.waitNanos = waitMillis * 1_000_000;
  }

  @Override
  public synchronized void edit(AllocateRequest request, long now) {
    if (LocalityRequests.isFirst(request)) {
      standing.clear();
      hosts.clear();
      relaxed = false;
    }
    request.setAskList(tighten(request.getAskList(), now));
  }

  @Override
  public void answered(AllocateResponse response, long now) {
    allocated(response.getAllocatedContainers(), now);
  }

  /** The list to send in the place of {@code asks}, whose members stay as they are. */
  synchronized List<ResourceRequest> tighten(List<ResourceRequest> asks, long now) {
    List<ResourceRequest> edited = new ArrayList<>();
    boolean pendingBefore = pending();
    for (ResourceRequest ask : asks) {
      if (isMap(ask.getPriority())) {
        standing.put(ask.getResourceName(), ResourceRequest.clone(ask));
        if (!isWide(ask.getResourceName())) {
          hosts.add(ask.getResourceName());
        }
      } else {
        edited.add(ask);
      }
    }
    if (!pendingBefore) {
      waitingSince = now;
    }
    boolean relax = pending() && now - waitingSince > waitNanos;
    if (relax && !relaxed) {
      LOG.info(
          "maps have waited for their hosts for {} ms: those that wait may run anywhere",
          waitNanos / 1_000_000);
    }
    boolean changedMind = relax != relaxed;
    relaxed = relax;
    for (ResourceRequest ask : changedMind ? List.copyOf(standing.values()) : asks) {
      if (isMap(ask.getPriority())) {
        edited.add(withRelaxation(ask));
      }
    }
    standing.values().removeIf(ask -> ask.getNumContainers() == 0);
    return edited;
  }

  /** What the ResourceManager gave. */
  synchronized void allocated(List<Container> containers, long now) {
    boolean fed = containers.stream().anyMatch(c -> isMap(c.getPriority()));
    if (fed && standing.keySet().containsAll(hosts)) {
      waitingSince = now;
    }
  }

  private boolean pending() {
    return standing.values().stream().anyMatch(ask -> ask.getNumContainers() > 0);
  }

  private ResourceRequest withRelaxation(ResourceRequest ask) {
    ResourceRequest copy = ResourceRequest.clone(ask);
    if (isWide(ask.getResourceName())) {
      copy.setRelaxLocality(relaxed);
    }
    return copy;
  }

  /** Whether a request or a container of this priority is for a map that has not failed before. */
  static boolean isMap(Priority priority) {
    return priority.getPriority() == MAPS;
  }

  /** A rack, or anywhere. */
  static boolean isWide(String resourceName) {
    return resourceName.equals(ResourceRequest.ANY) || resourceName.startsWith("/");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.locality;

import io.situ.mapreduce.cost.TakeoverPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets map tasks run on their own hosts only, and asks for containers on hosts that have none of
 * their own left as soon as a task that waits elsewhere would end earlier there, with its bytes
 * over the network. How long tasks take and how long hosts let them wait is seen from those that
 * have run; before that the job's plan counts. Tasks that name no host, as where none that has
 * their bytes runs tasks, run anywhere as soon as no other waits.
 *
 * <p>The ResourceManager keeps the last request for each resource name. It gives a container on a
 * host only if the host's rack and "any" are asked for too, so the rack of a host that takes over
 * is asked for with it. The application master gives such a container to the first task that waits.
 * Thread-safe.
 */
final class TakeoverRequests implements LocalityRequests {

  private static final Logger LOG = LoggerFactory.getLogger(TakeoverRequests.class);

  /** Nanoseconds after which a host that gave no container is asked behind the others. */
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final UnaryOperator<String> rackOf;
  private final long waitNanos;
  private final Map<String, ResourceRequest> standing = new LinkedHashMap<>();
  private final Map<String, HostTasks> hosts = new LinkedHashMap<>();
  private final Map<ContainerId, HostTasks> places = new HashMap<>();
  private final TakeoverChoice choice;
  private final Map<String, String> racks = new HashMap<>();

  /** Containers asked for beyond the application master's own, by host and by rack. */
  private Map<String, Integer> extra = new HashMap<>();

  /** Names under which containers were given that were beyond the application master's own. */
  private final Set<String> used = new LinkedHashSet<>();

  private long grantedAt;
  private boolean relaxed;
  private long taken;

  /**
   * @param waitMillis after which, without any container, tasks that wait may run anywhere
   * @param rackOf the rack of a host
   */
  TakeoverRequests(TakeoverPlan plan, long waitMillis, UnaryOperator<String> rackOf) {
    this.rackOf = rackOf;
    this.waitNanos = waitMillis * 1_000_000;
    this.choice = new TakeoverChoice(plan, PATIENCE_NANOS);
    plan.lanes().forEach((host, lanes) -> hosts.put(host, new HostTasks(lanes)));
  }

  @Override
  public synchronized void edit(AllocateRequest request, long now) {
    if (LocalityRequests.isFirst(request)) {
      restart(now);
    }
    List<ResourceRequest> edited = new ArrayList<>();
    Set<String> changed = new LinkedHashSet<>();
    boolean waitedBefore = isWaiting();
    for (ResourceRequest ask : request.getAskList()) {
      if (StrictResourceRequests.isMap(ask.getPriority())) {
        note(ask, now);
        changed.add(ask.getResourceName());
      } else {
        edited.add(ask);
      }
    }
    if (!waitedBefore) {
      grantedAt = now;
    }
    boolean relax = isWaiting() ? now - grantedAt > waitNanos : areWaitingWithoutHosts();
    Map<String, Integer> takers = isWaiting() ? choice.takers(hosts, now) : Map.of();
    Map<String, Integer> wanted = withRacks(takers);
    for (String slow : choice.tooSlow(hosts, takers, now)) {
      wanted.put(slow, -hosts.get(slow).waiting());
    }
    if (relax != relaxed) {
      changed.addAll(standing.keySet());
      changed.addAll(extra.keySet());
    }
    changed.addAll(used);
    used.clear();
    changed.addAll(differing(extra, wanted));
    extra = new HashMap<>(wanted);
    relaxed = relax;
    changed.forEach(name -> edited.add(effective(name)));
    standing.values().removeIf(ask -> isHost(ask.getResourceName()) && ask.getNumContainers() == 0);
    request.setAskList(edited);
  }

  private void restart(long now) {
    standing.clear();
    extra.clear();
    used.clear();
    relaxed = false;
    hosts.values().forEach(host -> host.restart(now));
    places.entrySet().removeIf(place -> !place.getValue().isRunning(place.getKey()));
  }

  private void note(ResourceRequest ask, long now) {
    String name = ask.getResourceName();
    standing.put(name, ResourceRequest.clone(ask));
    if (isHost(name)) {
      hosts.computeIfAbsent(name, host -> new HostTasks(1)).setWaiting(ask.getNumContainers(), now);
    }
  }

  private boolean isWaiting() {
    return hosts.values().stream().anyMatch(host -> host.waiting() > 0);
  }

  /** Once no task waits for a host, those that are left have none, or lost theirs. */
  private boolean areWaitingWithoutHosts() {
    ResourceRequest any = standing.get(ResourceRequest.ANY);
    return any != null && any.getNumContainers() > 0;
  }

  private Map<String, Integer> withRacks(Map<String, Integer> takers) {
    Map<String, Integer> all = new LinkedHashMap<>(takers);
    takers.forEach((host, count) -> all.merge(rack(host), count, Integer::sum));
    return all;
  }

  private String rack(String host) {
    return racks.computeIfAbsent(host, rackOf);
  }

  private static Set<String> differing(Map<String, Integer> before, Map<String, Integer> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    names.removeIf(name -> before.getOrDefault(name, 0).equals(after.getOrDefault(name, 0)));
    return names;
  }

  /** What is asked for under a name: the application master's own and what is beyond that. */
  private ResourceRequest effective(String name) {
    ResourceRequest own = standing.get(name);
    ResourceRequest ask =
        ResourceRequest.clone(own != null ? own : standing.get(ResourceRequest.ANY));
    ask.setResourceName(name);
    if (!ResourceRequest.ANY.equals(name)) {
      // The ResourceManager refuses a label for a host or a rack.
      ask.setNodeLabelExpression(null);
    }
    ask.setNumContainers((own == null ? 0 : own.getNumContainers()) + extra.getOrDefault(name, 0));
    ask.setRelaxLocality(isHost(name) || relaxed);
    return ask;
  }

  @Override
  public synchronized void answered(AllocateResponse response, long now) {
    for (Container container : response.getAllocatedContainers()) {
      if (StrictResourceRequests.isMap(container.getPriority())) {
        granted(container, now);
      }
    }
    for (ContainerStatus status : response.getCompletedContainersStatuses()) {
      HostTasks host = places.remove(status.getContainerId());
      if (host != null) {
        host.ended(status.getContainerId(), status.getExitStatus() == 0, now);
      }
    }
    for (NodeReport node : response.getUpdatedNodes()) {
      HostTasks host = hosts.get(node.getNodeId().getHost());
      if (host != null) {
        host.setUsable(!node.getNodeState().isUnusable());
      }
    }
  }

  private void granted(Container container, long now) {
    String name = container.getNodeId().getHost();
    HostTasks host = hosts.computeIfAbsent(name, unknown -> new HostTasks(1));
    grantedAt = now;
    if (host.waiting() == 0) {
      taken++;
      LOG.info("{} takes over a map task of another host, the {}. of this job", name, taken);
      lessen(name);
      lessen(rack(name));
    }
    choice.granted(name);
    host.started(container.getId(), now);
    places.put(container.getId(), host);
  }

  /** The ResourceManager has taken it off its own count too. */
  private void lessen(String name) {
    used.add(name);
    extra.computeIfPresent(name, (key, count) -> count > 1 ? count - 1 : null);
  }

  /** Not a rack, nor anywhere. */
  private static boolean isHost(String resourceName) {
    return !StrictResourceRequests.isWide(resourceName);
  }
}

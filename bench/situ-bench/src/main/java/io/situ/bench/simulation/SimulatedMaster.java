// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.simulation;

import io.situ.bench.simulation.SimulatedJob.Task;
import io.situ.mapreduce.locality.LocalityRequests;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * The stock application master as far as maps go ({@code RMContainerAllocator}): asks for each
 * task's hosts, their rack and "any"; gives a container to the first task that waits for its host,
 * else to the first that waits. What it asks for is edited by the code of real jobs. Tasks that
 * were lost ask for any host at another priority. Not thread-safe.
 */
final class SimulatedMaster {

  static final int MAP = 20;
  static final int LOST = 5;
  private static final String RACK = "/default-rack";
  private static final Resource SIZE = Resource.newInstance(1024, 1);

  private final Optional<LocalityRequests> edits;
  private final Set<Task> waiting = new LinkedHashSet<>();
  private final Map<String, Deque<Task>> byHost = new HashMap<>();
  private final Deque<Task> lost = new ArrayDeque<>();
  private final Map<String, Integer> asks = new LinkedHashMap<>();
  private final Set<String> changed = new LinkedHashSet<>();
  private int heartbeats;
  private int unfinished;

  SimulatedMaster(SimulatedJob job, boolean edited) {
    this.edits = edited ? Optional.of(LocalityRequests.of(job.conf())) : Optional.empty();
    this.unfinished = job.tasks().size();
    for (Task task : job.tasks()) {
      waiting.add(task);
      task.hosts().forEach(host -> byHost.computeIfAbsent(host, h -> new ArrayDeque<>()).add(task));
      count(task, 1);
    }
  }

  private void count(Task task, int by) {
    Set<String> names = new LinkedHashSet<>(task.hosts());
    names.add(RACK);
    names.add(ResourceRequest.ANY);
    names.forEach(name -> asks.merge(name, by, Integer::sum));
    changed.addAll(names);
  }

  boolean isDone() {
    return unfinished == 0;
  }

  /** How many lost tasks wait for any host. */
  int lost() {
    return lost.size();
  }

  /** What it sends to the ResourceManager. */
  List<ResourceRequest> heartbeat(long now) {
    List<ResourceRequest> list = new ArrayList<>();
    for (String name : changed) {
      list.add(ResourceRequest.newInstance(Priority.newInstance(MAP), name, SIZE, asks.get(name)));
    }
    changed.clear();
    AllocateRequest request = AllocateRequest.newInstance(heartbeats++, 0, list, List.of(), null);
    edits.ifPresent(edit -> edit.edit(request, now));
    return request.getAskList();
  }

  void answered(AllocateResponse response, long now) {
    edits.ifPresent(edit -> edit.answered(response, now));
  }

  /** The task that a container is for; none if nothing waits any more. */
  Optional<Task> assign(Container container) {
    if (container.getPriority().getPriority() == LOST) {
      return Optional.ofNullable(lost.poll());
    }
    Deque<Task> own = byHost.getOrDefault(container.getNodeId().getHost(), new ArrayDeque<>());
    Task task = own.poll();
    while (task != null && !waiting.contains(task)) {
      task = own.poll();
    }
    if (task == null) {
      if (waiting.isEmpty()) {
        return Optional.empty();
      }
      task = waiting.iterator().next();
    }
    waiting.remove(task);
    count(task, -1);
    return Optional.of(task);
  }

  void ended() {
    unfinished--;
  }

  void lost(Task task) {
    lost.add(task);
  }
}

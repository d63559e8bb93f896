// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.simulation;

import io.situ.mapreduce.cost.CostModel;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;

/** A host whose processors are shared by its tasks and those of other jobs. Not thread-safe. */
final class SimulatedHost {

  private final String name;
  private final int slots;
  private final int others;
  private final double slowness;
  private final List<Running> running = new ArrayList<>();
  private int granted;
  private boolean dead;

  /** A task that runs. */
  static final class Running {
    private final SimulatedMaster master;
    private final ContainerId container;
    private final SimulatedJob.Task task;
    private double network;
    private double processor;

    Running(SimulatedMaster master, ContainerId container, SimulatedJob.Task task) {
      this.master = master;
      this.container = container;
      this.task = task;
    }

    SimulatedMaster master() {
      return master;
    }

    ContainerId container() {
      return container;
    }

    SimulatedJob.Task task() {
      return task;
    }
  }

  SimulatedHost(Scenario scenario, int index) {
    this.name = Scenario.host(index);
    this.slots = scenario.slots();
    this.others = scenario.others(index);
    this.slowness = scenario.slowness(index);
  }

  String name() {
    return name;
  }

  boolean isDead() {
    return dead;
  }

  /** Ends all that runs, without a result. */
  List<Running> die() {
    dead = true;
    List<Running> lost = List.copyOf(running);
    running.clear();
    return lost;
  }

  boolean hasRoom() {
    return !dead && granted < slots;
  }

  void grant() {
    granted++;
  }

  void start(Running task, CostModel costs) {
    boolean local = task.task.hosts().contains(name);
    task.processor = costs.taskSeconds(task.task.bytes()) * slowness;
    task.network = local ? 0 : costs.remoteSeconds(task.task.bytes());
    running.add(task);
  }

  /** Returns what has ended within so many seconds. */
  List<Running> run(double seconds) {
    double share = Math.min(1, (double) slots / Math.max(1, running.size() + others));
    List<Running> ended = new ArrayList<>();
    for (Running task : running) {
      if (task.network > 0) {
        task.network -= seconds;
      } else {
        task.processor -= seconds * share;
      }
      if (task.network <= 0 && task.processor <= 0) {
        ended.add(task);
      }
    }
    running.removeAll(ended);
    granted -= ended.size();
    return ended;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import org.apache.hadoop.mapred.Counters.Counter;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.Reporter;

/**
 * {@link SplitContext} for the {@code org.apache.hadoop.mapred} interface. As thread-safe as the
 * task's reporter.
 */
record SplitReporter(Reporter task, FileSplit split) implements Reporter {

  @Override
  public InputSplit getInputSplit() {
    return split;
  }

  @Override
  public void setStatus(String status) {
    task.setStatus(status);
  }

  @Override
  public Counter getCounter(Enum<?> name) {
    return task.getCounter(name);
  }

  @Override
  public Counter getCounter(String group, String name) {
    return task.getCounter(group, name);
  }

  @Override
  public void incrCounter(Enum<?> name, long amount) {
    task.incrCounter(name, amount);
  }

  @Override
  public void incrCounter(String group, String name, long amount) {
    task.incrCounter(group, name, amount);
  }

  @Override
  public float getProgress() {
    return task.getProgress();
  }

  @Override
  public void progress() {
    task.progress();
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus;

import java.util.List;
import java.util.Objects;

/**
 * A small job of one idiom.
 *
 * @param name of the idiom, in words joined by hyphens; unique
 * @param grouping what has to be decided about the first job that the program runs
 * @param ordered whether the records of each output file have to come in the stock order
 * @param statics classes whose static fields a new process would find empty
 * @param variant of an idiom that another job of the corpus has
 * @param program what runs the job
 */
public record CorpusJob(
    String name,
    Grouping grouping,
    boolean ordered,
    List<Class<?>> statics,
    boolean variant,
    Program program) {

  /** Builds and runs a job, or several. */
  @FunctionalInterface
  public interface Program {
    /** Runs by {@code run}'s configuration, inputs and output directory. */
    void run(Run run) throws Exception;
  }

  public CorpusJob {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(grouping, "grouping");
    statics = List.copyOf(statics);
    Objects.requireNonNull(program, "program");
  }

  /** Returns a job whose splits have to be grouped. */
  public static CorpusJob grouped(String name, Program program) {
    return new CorpusJob(name, Grouping.GROUPED, false, List.of(), false, program);
  }

  /** Returns a job whose splits must not be grouped. */
  public static CorpusJob separate(String name, Program program) {
    return new CorpusJob(name, Grouping.SEPARATE, false, List.of(), false, program);
  }

  /** Returns a job whose splits may be grouped. */
  public static CorpusJob either(String name, Program program) {
    return new CorpusJob(name, Grouping.EITHER, false, List.of(), false, program);
  }

  /** Returns this job, with the order of records compared too. */
  public CorpusJob inOrder() {
    return new CorpusJob(name, grouping, true, statics, variant, program);
  }

  /**
   * Returns this job with classes that keep static state. The local runner runs all tasks in one
   * process; these classes are emptied where a cluster would start another one.
   */
  public CorpusJob withStatics(Class<?>... classes) {
    return new CorpusJob(name, grouping, ordered, List.of(classes), variant, program);
  }

  /** Returns this job as a variant of another one. */
  public CorpusJob asVariant() {
    return new CorpusJob(name, grouping, ordered, statics, true, program);
  }

  @Override
  public String toString() {
    return name;
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Shows, from byte code, that the classes of a map task give each split the result that it has in a
 * task of its own, if they run for several splits one after the other in one task. Everything that
 * they reach is looked into, down to the calls into Java and Hadoop, which must be on a list. What
 * is not shown is refused: it keeps state in static fields, asks for its task, loads classes by
 * reflection, starts threads or processes, writes files, changes the configuration, or cannot be
 * followed. Not thread-safe.
 */
public final class SplitIndependence {

  /** Code that is larger cannot be a simple mapper, and takes long to look into. */
  private static final int MAX_METHODS = 4000;

  private static final CallRules ALLOWED = CallRules.read("allowed-calls.txt");
  private static final Set<String> READING =
      Set.of("createRecordReader", "getRecordReader", "setConf", "configure");

  private final ReachableCode code;
  private final Questions questions;

  private SplitIndependence(ClassLoader loader, boolean strict, Questions questions) {
    this.code = new ReachableCode(new ClassFiles(loader), ALLOWED, strict);
    this.questions = questions;
  }

  /** Creates one that has nothing to look at yet, for class files as {@code loader} finds them. */
  public static SplitIndependence of(ClassLoader loader) {
    return new SplitIndependence(loader, true, Questions.OF_TASK);
  }

  /**
   * Creates one that refuses nothing but what asks for that of the job which differs with several
   * splits in a task, such as the number of maps.
   */
  public static SplitIndependence ofReduces(ClassLoader loader) {
    return new SplitIndependence(loader, false, Questions.OF_JOB);
  }

  /**
   * Creates one that refuses nothing but what asks for the split: for classes whose instances serve
   * all splits of a task, and for combiners, which are given records of several.
   */
  public static SplitIndependence ofShared(ClassLoader loader) {
    return new SplitIndependence(loader, false, Questions.OF_SPLIT);
  }

  /** Adds a class of which each split gets an instance; {@code role} names it in a sentence. */
  public void perSplit(String className, String role) {
    String name = MethodId.internal(className);
    if (construct(name, role + " " + className)) {
      code.instantiate(name, role + " " + className);
    }
  }

  /**
   * Creates one that refuses also what could notice that a split was cut: a mapper must give the
   * same for each record, whichever came before it.
   */
  public static SplitIndependence ofRecords(ClassLoader loader) {
    SplitIndependence records = new SplitIndependence(loader, true, Questions.OF_RECORD);
    records.code.records.apply();
    return records;
  }

  /** Adds a mapper. */
  public void mapper(String className, String role) {
    perSplit(className, role);
    if (code.records.areApplied()) {
      code.shareWithRecords(MethodId.internal(className), role + " " + className);
    }
  }

  /** Adds a class of which a task has one instance for all splits. */
  public void perTask(String className, String role) {
    perSplit(className, role);
    code.shareInstance(MethodId.internal(className));
  }

  /** Adds an input format, of which each split gets an instance that makes a record reader. */
  public void reader(String className, String role) {
    String name = MethodId.internal(className);
    if (construct(name, role + " " + className)) {
      code.instantiate(name, READING, role + " " + className);
    }
  }

  /** Returns false for a class that is on the list of those that need no look. */
  private boolean construct(String name, String role) {
    MethodId constructor = new MethodId(name, MethodId.CONSTRUCTOR, "()V");
    if (code.allowed.allows(constructor)) {
      return false;
    }
    if (!code.isCode(name)) {
      code.refuse(role + " is not known to be the same for every split");
      return false;
    }
    if (code.files.code(constructor).isPresent()) {
      code.reach(constructor, role);
    }
    return true;
  }

  /**
   * Returns what speaks against the classes that were added, as a clause; empty if nothing does.
   */
  public Optional<String> objection() {
    Set<MethodId> seen = new HashSet<>();
    boolean stale = true;
    while (code.objection().isEmpty()) {
      Map<MethodId, String> methods = code.reached();
      if (methods.size() > MAX_METHODS) {
        return Optional.of("its code reaches more than " + MAX_METHODS + " methods");
      }
      methods.keySet().removeAll(seen);
      if (!methods.isEmpty()) {
        seen.addAll(methods.keySet());
        methods.forEach(this::checkMethod);
        stale = true;
      } else if (stale) {
        code.takePending();
        code.hasGrown();
        code.reached().forEach(this::checkMethod);
        stale = code.hasGrown();
      } else {
        break;
      }
    }
    return code.objection().or(code::takePending);
  }

  private Analyzer<AbstractValue> analyzer(ReasonText says, MethodInterpreter interpreter) {
    return new Analyzer<>(interpreter) {
      @Override
      protected Frame<AbstractValue> newFrame(int locals, int stack) {
        return new RecordFrame(locals, stack, code, says);
      }

      @Override
      protected Frame<AbstractValue> newFrame(Frame<? extends AbstractValue> frame) {
        return new RecordFrame(frame, code, says);
      }
    };
  }

  private void checkMethod(MethodId method, String role) {
    if (code.objection().isPresent()) {
      return;
    }
    MethodNode body = code.files.code(method).orElseThrow();
    ReasonText says = new ReasonText(code, method, role, questions);
    CallCheck calls = new CallCheck(code, CallCheck.Lists.SHIPPED, says);
    try {
      analyzer(says, new MethodInterpreter(code, method, says, calls))
          .analyze(method.owner(), body);
    } catch (AnalyzerException | RuntimeException e) {
      says.does("has code in " + method.text() + " that cannot be followed");
    }
  }
}

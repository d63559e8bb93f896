// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** What a method calls. */
final class CallCheck {

  private static final Set<String> ASKED_OF_ELEMENTS =
      Set.of("equals", "hashCode", "compareTo", "compare", "toString");

  /** Tasks may be distinguished by these, if each has a process. */
  private static final Set<String> RANDOM =
      Set.of(
          "UUID.randomUUID",
          "Math.random",
          "Random.<init>",
          "ThreadLocalRandom.current",
          "SplittableRandom.<init>");

  private static final Set<String> CLOSING =
      Set.of("close", "closeStream", "closeStreams", "cleanup", "cleanupWithLogger");

  private final ReachableCode code;
  private final CallRules readOnly;
  private final CallRules taking;
  private final CallRules literals;
  private final ReasonText says;

  /** The lists that calls are looked up in. */
  record Lists(CallRules readOnly, CallRules taking, CallRules literals) {

    static final Lists SHIPPED =
        new Lists(
            CallRules.read("read-only-calls.txt"),
            CallRules.read("reading-arguments.txt"),
            CallRules.read("reading-literals.txt"));
  }

  CallCheck(ReachableCode code, Lists lists, ReasonText says) {
    this.code = code;
    this.readOnly = lists.readOnly();
    this.taking = lists.taking();
    this.literals = lists.literals();
    this.says = says;
  }

  /** Returns the result; null if the call has none, or one that only its type is known of. */
  AbstractValue check(MethodInsnNode call, List<? extends AbstractValue> values) {
    if (call.owner.startsWith("[")) {
      return cloned(call, values.get(0));
    }
    MethodId method = new MethodId(call.owner, call.name, call.desc);
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    if (code.records.areApplied()) {
      code.records.objection(method, says.isStarting()).ifPresent(says::does);
    }
    if (!code.isCode(call.owner)) {
      return library(method, isStatic, values);
    }
    Optional<MethodId> resolved = code.files.resolve(method);
    if (resolved.isEmpty()) {
      says.does("calls " + method.text() + ", which is not found");
      return null;
    }
    boolean isVirtual =
        call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
    AbstractValue result = null;
    if (!code.isCode(resolved.get().owner())) {
      result = library(resolved.get(), isStatic, values);
    } else if (isStatic) {
      code.initialize(resolved.get().owner(), says.role());
    }
    return code(isVirtual ? code.targets(method) : target(resolved.get()), method, values, result);
  }

  private Set<MethodId> target(MethodId resolved) {
    return code.isCode(resolved.owner()) ? Set.of(resolved) : Set.of();
  }

  private AbstractValue code(
      Set<MethodId> targets,
      MethodId called,
      List<? extends AbstractValue> values,
      AbstractValue ofLibrary) {
    boolean shared = ofLibrary != null && ofLibrary.shared();
    for (MethodId target : targets) {
      code.reach(target, says.role());
      if (says.isInitializing()) {
        code.addInitializing(target);
      }
      starts(target);
      for (int i = 0; i < values.size(); i++) {
        if (values.get(i).shared()) {
          code.shared.addParameter(target, i);
        }
      }
      shared |= code.shared.hasResult(target);
    }
    if (targets.isEmpty() && ofLibrary == null && code.isCode(called.owner())) {
      says.noTarget(called);
    }
    values.forEach(this::keeps);
    return result(called, shared);
  }

  /** What is called before the first record comes runs then too. */
  void starts(MethodId target) {
    if (code.records.areApplied() && says.isStarting()) {
      code.addStarting(target);
    }
  }

  private void keeps(AbstractValue value) {
    value.literals().forEach(name -> code.instantiate(name, says.role()));
  }

  AbstractValue result(MethodId method, boolean shared) {
    Type type = Type.getReturnType(method.desc());
    if (type == Type.VOID_TYPE) {
      return null;
    }
    return AbstractValue.of(type, shared && !code.immutable.test(type));
  }

  private AbstractValue cloned(MethodInsnNode call, AbstractValue array) {
    Type type = Type.getObjectType(call.owner);
    Type element = Type.getType(type.getDescriptor().substring(1));
    boolean shared = array.shared() && !code.immutable.test(element);
    return call.name.equals("clone") ? AbstractValue.of(type, shared) : null;
  }

  /** A call into Java or Hadoop. */
  AbstractValue library(MethodId method, boolean isStatic, List<? extends AbstractValue> values) {
    if (!code.allowed.allows(method) && !isThrowable(method) && !isDefinition(method)) {
      says.does("calls " + method.text());
    }
    says.asks(method);
    int first = isStatic ? 0 : 1;
    boolean shared = false;
    if (code.records.areApplied()) {
      code.records.objection(method, values).ifPresent(says::does);
    }
    if (says.isInitializing() && RANDOM.contains(method.text())) {
      says.does("makes a static value by " + method.text() + ", which differs by process");
    }
    if (CLOSING.contains(method.name()) && values.stream().anyMatch(this::isFileSystem)) {
      says.does("closes a file system that others use");
    }
    if (!isStatic && values.get(0).shared()) {
      onShared(method, values.get(0));
      shared = true;
    }
    Type[] types = Type.getArgumentTypes(method.desc());
    for (int i = first; i < values.size(); i++) {
      AbstractValue value = values.get(i);
      if (value.shared()) {
        taken(method, types[i - first]);
        shared |= isStatic;
      }
      if (!literals.allows(method)) {
        keeps(value);
      }
    }
    if (!isStatic && isConfiguration(method) && values.size() > 1 && values.get(1).computed()) {
      says.does("asks for a configuration key whose name it computes");
    }
    AbstractValue result = result(method, shared);
    return result == null ? null : result.asComputed();
  }

  private static boolean isConfiguration(MethodId method) {
    return method.name().startsWith("get")
        && (method.owner().equals("org/apache/hadoop/conf/Configuration")
            || method.owner().equals("org/apache/hadoop/mapred/JobConf"));
  }

  /** File systems are kept for a process, and the next split is read from the same. */
  boolean isFileSystem(AbstractValue value) {
    return value.type() != null
        && value.type().getSort() == Type.OBJECT
        && !ClassFiles.isJdk(value.type().getInternalName())
        && code.files.isSubtype(value.type().getInternalName(), "org/apache/hadoop/fs/FileSystem");
  }

  private void onShared(MethodId method, AbstractValue receiver) {
    boolean fills = code.records.fills(method, receiver);
    if (!fills && !readOnly.allows(method) && !isThrowable(method)) {
      says.does("calls " + method.text() + " on an object that outlives a split");
    }
    code.shareImplementors(method);
    code.shareElements(ASKED_OF_ELEMENTS);
  }

  private void taken(MethodId method, Type type) {
    boolean functional =
        type.getSort() == Type.OBJECT
            && (type.getInternalName().startsWith("java/util/function/")
                || type.getInternalName().equals("java/util/Comparator"));
    if (functional) {
      code.shareAll(type.getInternalName());
    } else if (!taking.allows(method)) {
      says.does("hands an object that outlives a split to " + method.text());
    }
  }

  private boolean isThrowable(MethodId method) {
    return code.files.isSubtype(method.owner(), "java/lang/Throwable");
  }

  /** Comparators and factories are registered once for a process, by static initializers. */
  private boolean isDefinition(MethodId method) {
    return says.isInitializer()
        && (method.text().equals("WritableComparator.define")
            || method.text().equals("WritableFactories.setFactory"));
  }

  boolean isReadOnly(MethodId method) {
    return readOnly.allows(method);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What is known so far of the code that a map task runs: which methods are reached, which classes
 * have instances, and through which parameters, fields and results several splits may reach the
 * same object. It only grows. Not thread-safe.
 */
final class ReachableCode {

  private static final String RAW_COMPARATOR = "org/apache/hadoop/io/RawComparator";
  static final Set<String> PREPARING = Set.of("setConf", "configure", "setup");

  final ClassFiles files;
  final CallRules allowed;
  final ImmutableTypes immutable;

  private final Map<MethodId, String> reached = new LinkedHashMap<>();
  private final Set<String> instantiated = new LinkedHashSet<>();
  final SharedReferences shared = new SharedReferences();
  private final Set<MethodId> initializing = new HashSet<>();
  private final Set<MethodId> starting = new HashSet<>();
  final RecordRules records = new RecordRules(this);
  private final Set<Lambda> lambdas = new LinkedHashSet<>();
  private final boolean strict;
  private boolean grown;
  private Optional<String> objection = Optional.empty();
  private Optional<String> pending = Optional.empty();

  /**
   * A place where an object for a functional interface is made.
   *
   * @param type internal name of the interface
   * @param body the method that the object calls
   * @param captured how many values the object keeps, which are the body's first parameters
   */
  record Lambda(String type, MethodId body, int captured) {}

  /**
   * @param strict whether anything counts but what {@link #object} is called with
   */
  ReachableCode(ClassFiles files, CallRules allowed, boolean strict) {
    this.files = files;
    this.allowed = allowed;
    this.strict = strict;
    this.immutable = new ImmutableTypes(files);
  }

  /**
   * Whether a class is to be looked into; what Java and Hadoop bring is on a list instead. Where
   * only what is asked of the job counts, Hadoop's own classes need no look.
   */
  boolean isCode(String internalName) {
    boolean known =
        internalName.startsWith("org/apache/hadoop/")
            && !internalName.startsWith("org/apache/hadoop/examples/");
    return !ClassFiles.isJdk(internalName) && !allowed.names(internalName) && (strict || !known);
  }

  Optional<String> objection() {
    return objection;
  }

  /** Keeps the first one. */
  void object(String clause) {
    if (objection.isEmpty()) {
      objection = Optional.of(clause);
    }
  }

  /** Objects because something is not shown. */
  void refuse(String clause) {
    if (strict) {
      object(clause);
    }
  }

  /** An objection if nothing more is learnt. */
  void pending(String clause) {
    if (strict && pending.isEmpty()) {
      pending = Optional.of(clause);
    }
  }

  /** Returns the first one since the last call, and forgets it. */
  Optional<String> takePending() {
    Optional<String> taken = pending;
    pending = Optional.empty();
    return taken;
  }

  /** Whether anything was learnt since the last call. */
  boolean hasGrown() {
    boolean was = grown | shared.hasGrown();
    grown = false;
    return was;
  }

  Map<MethodId, String> reached() {
    return new LinkedHashMap<>(reached);
  }

  /** Adds a method of a class that is looked into, for {@code role}. */
  void reach(MethodId method, String role) {
    Optional<MethodNode> code = files.code(method);
    if (code.isEmpty()) {
      refuse(role + " needs " + method.text() + ", which is not found");
    } else if ((code.get().access & Opcodes.ACC_NATIVE) != 0) {
      refuse(role + " reaches the native method " + method.text());
    } else if ((code.get().access & Opcodes.ACC_ABSTRACT) == 0
        && reached.putIfAbsent(method, role) == null) {
      grown = true;
    }
  }

  /** The class's static initializer runs, and those of what it extends. */
  void initialize(String internalName, String role) {
    for (String name : files.lineage(internalName)) {
      if (isCode(name)) {
        MethodId initializer = new MethodId(name, MethodId.INITIALIZER, "()V");
        if (files.code(initializer).isPresent()) {
          reach(initializer, role);
        }
      }
    }
  }

  /** An instance is made: anything may call its methods. */
  void instantiate(String internalName, String role) {
    if (!isCode(internalName) || instantiated.contains(internalName)) {
      return;
    }
    if (addInstance(internalName, role)) {
      methods(internalName).forEach(method -> reach(method, role));
      if (files.isSubtype(internalName, RAW_COMPARATOR)) {
        shareInstance(internalName);
      }
    }
  }

  /** The same where the task calls {@code entries} only, and code what it says. */
  void instantiate(String internalName, Set<String> entries, String role) {
    if (addInstance(internalName, role)) {
      methods(internalName).stream()
          .filter(method -> entries.contains(method.name()))
          .forEach(method -> reach(method, role));
    }
  }

  private boolean addInstance(String internalName, String role) {
    if (files.find(internalName).isEmpty()) {
      refuse(role + " needs the class " + internalName.replace('/', '.') + ", which is not found");
      return false;
    }
    grown |= instantiated.add(internalName);
    initialize(internalName, role);
    return true;
  }

  /** Instance methods with code that calls on an object of the class end in. */
  private List<MethodId> methods(String internalName) {
    List<MethodId> methods = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String name : files.lineage(internalName)) {
      Optional<ClassNode> node = isCode(name) ? files.find(name) : Optional.empty();
      node.ifPresent(
          found ->
              found.methods.stream()
                  .filter(ReachableCode::isInstanceMethod)
                  .filter(method -> seen.add(method.name + method.desc))
                  .forEach(m -> methods.add(new MethodId(name, m.name, m.desc))));
    }
    return methods;
  }

  /** The entry point of a program is none of a task. */
  private static boolean isInstanceMethod(MethodNode method) {
    return (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) == 0
        && !method.name.equals(MethodId.CONSTRUCTOR)
        && !(method.name.equals("run") && method.desc.equals("([Ljava/lang/String;)I"));
  }

  /** One instance lives through the whole task; what it does to get ready does not count. */
  void shareInstance(String internalName) {
    for (MethodId method : methods(internalName)) {
      int access = files.code(method).map(code -> code.access).orElse(0);
      if ((access & Opcodes.ACC_PRIVATE) == 0 && !PREPARING.contains(method.name())) {
        shared.addParameter(method, 0);
      }
    }
  }

  /**
   * Returns the methods with code that a call of {@code method} may end in, of classes known so
   * far.
   */
  Set<MethodId> targets(MethodId method) {
    Set<MethodId> targets = new LinkedHashSet<>();
    addTarget(method, targets);
    for (String name : instantiated) {
      if (files.isSubtype(name, method.owner())) {
        addTarget(new MethodId(name, method.name(), method.desc()), targets);
      }
    }
    return targets;
  }

  private void addTarget(MethodId method, Set<MethodId> targets) {
    files
        .resolve(method)
        .filter(found -> isCode(found.owner()))
        .filter(
            found ->
                files.code(found).filter(c -> (c.access & Opcodes.ACC_ABSTRACT) == 0).isPresent())
        .ifPresent(targets::add);
  }

  /** A mapper must keep nothing from one record to the next, and do nothing at the end. */
  void shareWithRecords(String internalName, String role) {
    records.addMapper(internalName).ifPresent(what -> refuse(role + " " + what));
    shareInstance(internalName);
  }

  /** The method runs when a class is initialized, once for a process. */
  void addInitializing(MethodId method) {
    grown |= initializing.add(method);
  }

  boolean isInitializing(MethodId method) {
    return method.name().equals(MethodId.INITIALIZER) || initializing.contains(method);
  }

  /** The method may run before the first record comes. */
  void addStarting(MethodId method) {
    grown |= starting.add(method);
  }

  boolean isStarting(MethodId method) {
    return records.isAtStart(method)
        || PREPARING.contains(method.name())
        || starting.contains(method);
  }

  void addLambda(Lambda lambda) {
    grown |= lambdas.add(lambda);
  }

  /** Objects of a functional interface or of its implementors outlive a split. */
  void shareImplementors(MethodId called) {
    for (MethodId target : targets(called)) {
      shared.addParameter(target, 0);
    }
    for (Lambda lambda : List.copyOf(lambdas)) {
      if (files.isSubtype(lambda.type(), called.owner())) {
        shareCaptured(lambda);
      }
    }
  }

  /** All objects of a functional interface outlive a split, whichever of its methods is called. */
  void shareAll(String type) {
    for (String name : instantiated) {
      if (files.isSubtype(name, type)) {
        shareInstance(name);
      }
    }
    for (Lambda lambda : List.copyOf(lambdas)) {
      if (files.isSubtype(lambda.type(), type)) {
        shareCaptured(lambda);
      }
    }
  }

  private void shareCaptured(Lambda lambda) {
    if (!isCode(lambda.body().owner()) && lambda.captured() > 0) {
      refuse("a static object keeps " + lambda.body().text() + " with what it works on");
    }
    for (int i = 0; i < lambda.captured(); i++) {
      shared.addParameter(lambda.body(), i);
    }
  }

  /** What a collection asks of its elements, asked of elements that outlive a split. */
  void shareElements(Set<String> questions) {
    for (String name : List.copyOf(instantiated)) {
      methods(name).stream()
          .filter(method -> questions.contains(method.name()))
          .forEach(method -> shared.addParameter(method, 0));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;

/** What a method reads from fields and writes to them. */
final class FieldCheck {

  private static final Set<String> ITERATORS =
      Set.of("java.util.Iterator", "java.util.ListIterator", "java.util.Enumeration");

  private final ReachableCode code;
  private final MethodId method;
  private final ReasonText says;

  FieldCheck(ReachableCode code, MethodId method, ReasonText says) {
    this.code = code;
    this.method = method;
    this.says = says;
  }

  AbstractValue getStatic(FieldInsnNode field) {
    Type type = Type.getType(field.desc);
    if (ClassFiles.isJdk(field.owner) || code.immutable.test(type)) {
      declaring(field).ifPresent(owner -> code.initialize(owner, says.role()));
      return AbstractValue.of(type);
    }
    Optional<String> declaring = declaring(field);
    if (declaring.isEmpty()) {
      says.does("reads the field " + text(field) + ", which is not found");
      return AbstractValue.of(type);
    }
    code.initialize(declaring.get(), says.role());
    return outlives(AbstractValue.of(type, !isOwnInitializer(declaring.get())));
  }

  /** An iterator changes when it is read, unless it is made for that. */
  AbstractValue outlives(AbstractValue value) {
    if (value.shared() && value.type() != null && ITERATORS.contains(value.type().getClassName())) {
      says.does("keeps an iterator that outlives a split");
    }
    return value;
  }

  private Optional<String> declaring(FieldInsnNode field) {
    return code.files.declaring(field.owner, field.name);
  }

  private boolean isOwnInitializer(String declaring) {
    return method.name().equals(MethodId.INITIALIZER) && method.owner().equals(declaring);
  }

  void putStatic(FieldInsnNode field, AbstractValue value) {
    if (declaring(field).filter(this::isOwnInitializer).isEmpty()) {
      says.does("writes the static field " + text(field));
    }
    keeps(value);
  }

  AbstractValue get(FieldInsnNode field, AbstractValue object) {
    Type type = Type.getType(field.desc);
    String owner = declaring(field).orElse(field.owner);
    boolean shared =
        object.shared() || code.shared.hasField(owner, field.name) || code.files.isEnum(owner);
    AbstractValue value = outlives(AbstractValue.of(type, shared && !code.immutable.test(type)));
    return code.records.keeps(owner, type) ? value.keptIn(owner + "." + field.name) : value;
  }

  void put(FieldInsnNode field, AbstractValue object, AbstractValue value) {
    String owner = declaring(field).orElse(field.owner);
    boolean constructor =
        method.name().equals(MethodId.CONSTRUCTOR) && method.owner().equals(owner);
    boolean late = code.records.isMapper(owner) && !code.records.isAtStart(method);
    if (object.shared() || late || (code.files.isEnum(owner) && !constructor)) {
      says.does("changes the field " + text(field) + " of an object that outlives a split");
    }
    if (value.shared()) {
      code.shared.addField(owner, field.name);
    }
    keeps(value);
  }

  /** The value is returned. */
  void escapes(AbstractValue value) {
    if (value.shared()) {
      code.shared.addResult(method);
    }
    keeps(value);
  }

  /** Who has a class's literal may make instances of it. */
  void keeps(AbstractValue value) {
    value.literals().forEach(name -> code.instantiate(name, says.role()));
  }

  private static String text(FieldInsnNode field) {
    return MethodId.readable(field.owner) + "." + field.name;
  }
}

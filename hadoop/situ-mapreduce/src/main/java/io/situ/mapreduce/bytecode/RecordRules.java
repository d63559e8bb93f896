// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a mapper must not do if its output is to be the same wherever splits end: keep anything from
 * one record to the next, do anything once for a split, or ask where its split lies. Rules nothing
 * out before {@link #apply}. Not thread-safe.
 */
final class RecordRules {

  /** Writables that a call of {@code set} fills. */
  private static final Set<String> FILLED_BY_SET =
      Set.of(
          "org/apache/hadoop/io/BooleanWritable",
          "org/apache/hadoop/io/BytesWritable",
          "org/apache/hadoop/io/DoubleWritable",
          "org/apache/hadoop/io/FloatWritable",
          "org/apache/hadoop/io/IntWritable",
          "org/apache/hadoop/io/LongWritable",
          "org/apache/hadoop/io/Text");

  /** Superclasses of mappers that do nothing of their own. */
  private static final Set<String> BASES =
      Set.of(
          "org/apache/hadoop/mapreduce/Mapper",
          "org/apache/hadoop/mapred/MapReduceBase",
          "java/lang/Object");

  private static final Set<String> AT_ENDS = Set.of("run", "cleanup", "close");
  private static final Set<String> AT_START =
      Set.of(MethodId.CONSTRUCTOR, MethodId.INITIALIZER, "setup", "configure");
  private static final Set<String> OUTPUTS =
      Set.of("write", "collect", "getCounter", "incrCounter", "incrAllCounters");

  /** Types of fields that are set once, before the first record. */
  private static final Set<String> VALUES =
      Set.of(
          "java/lang/String",
          "java/lang/Boolean",
          "java/lang/Character",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/Integer",
          "java/lang/Long",
          "java/util/regex/Pattern",
          "org/apache/hadoop/conf/Configuration",
          "org/apache/hadoop/mapred/JobConf");

  private static final List<String> COLLECTIONS =
      List.of(
          "org/apache/hadoop/io/AbstractMapWritable",
          "org/apache/hadoop/io/ArrayWritable",
          "org/apache/hadoop/io/ArrayPrimitiveWritable",
          "java/util/Collection",
          "java/util/Map");

  private static final List<String> SPLITS =
      List.of("org/apache/hadoop/mapreduce/InputSplit", "org/apache/hadoop/mapred/InputSplit");

  private static final Set<String> OF_ANY_SPLIT = Set.of("getStart", "getLength", "toString");

  private final ReachableCode code;
  private final Set<String> mappers = new HashSet<>();
  private boolean applied;

  RecordRules(ReachableCode code) {
    this.code = code;
  }

  /** From now on they count. */
  void apply() {
    applied = true;
  }

  boolean areApplied() {
    return applied;
  }

  /**
   * Adds a mapper and its superclasses. Returns what its fields and the names of its methods say
   * against it, as a clause without its subject; empty if nothing.
   */
  Optional<String> addMapper(String internalName) {
    String name = internalName;
    while (!BASES.contains(name)) {
      Optional<ClassNode> node = code.files.find(name);
      if (node.isEmpty()) {
        return Optional.of("is not found");
      }
      if (!code.isCode(name)) {
        return Optional.of("is not known to treat each record alone");
      }
      mappers.add(name);
      Optional<String> objection = declared(node.get());
      if (objection.isPresent()) {
        return objection;
      }
      name = node.get().superName;
    }
    return Optional.empty();
  }

  private Optional<String> declared(ClassNode node) {
    for (MethodNode method : node.methods) {
      boolean isCode = (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) == 0;
      if (isCode && AT_ENDS.contains(method.name)) {
        return Optional.of("has a method " + method.name + " of its own");
      }
    }
    return node.fields.stream()
        .filter(field -> (field.access & Opcodes.ACC_STATIC) == 0)
        .filter(field -> !isValue(field) && !isWritable(Type.getType(field.desc)))
        .findFirst()
        .map(field -> "has the field " + field.name + ", which may know earlier records");
  }

  private static boolean isValue(FieldNode field) {
    Type type = Type.getType(field.desc);
    return type.getSort() < Type.ARRAY
        || (type.getSort() == Type.OBJECT && VALUES.contains(type.getInternalName()));
  }

  /** Whether it may be filled for each record and handed on. */
  private boolean isWritable(Type type) {
    return type.getSort() == Type.OBJECT
        && code.files.isSubtype(type.getInternalName(), "org/apache/hadoop/io/Writable")
        && COLLECTIONS.stream()
            .noneMatch(many -> code.files.isSubtype(type.getInternalName(), many));
  }

  boolean isMapper(String internalName) {
    return mappers.contains(internalName);
  }

  /** Whether a mapper has its field's object for all records. */
  boolean keeps(String owner, Type type) {
    return isMapper(owner) && isWritable(type);
  }

  /** Whether a call leaves nothing of what {@code receiver} had before. */
  boolean fills(MethodId method, AbstractValue receiver) {
    return !receiver.kept().isEmpty()
        && method.name().equals("set")
        && FILLED_BY_SET.contains(method.owner());
  }

  /** Whether methods of this name run before the first record comes. */
  boolean isAtStart(MethodId method) {
    return AT_START.contains(method.name());
  }

  /** What a call does that a cut changes, as a clause without its subject. */
  Optional<String> objection(MethodId called, boolean isStarting) {
    if (isStarting && OUTPUTS.contains(called.name())) {
      return Optional.of("puts something out before it has read a record");
    }
    boolean isConstructor = called.name().equals(MethodId.CONSTRUCTOR);
    if (isStarting && isMapper(called.owner()) && !isConstructor) {
      return Optional.of("calls its method " + called.name() + " when a split begins");
    }
    if (called.name().equals("nextKeyValue")) {
      return Optional.of("reads the next record itself");
    }
    return called.owner().endsWith("Split") && OF_ANY_SPLIT.contains(called.name())
        ? Optional.of("asks for the range of its split by " + called.text())
        : Optional.empty();
  }

  /** What a call into Java or Hadoop learns of the split, as a clause without its subject. */
  Optional<String> objection(MethodId called, List<? extends AbstractValue> values) {
    for (int i = 0; i < values.size(); i++) {
      if (isSplit(values.get(i)) && !(i == 0 && called.name().equals("getPath"))) {
        return Optional.of("asks for the range of its split by " + called.text());
      }
    }
    return Optional.empty();
  }

  boolean isSplit(AbstractValue value) {
    return value.type() != null
        && value.type().getSort() == Type.OBJECT
        && SPLITS.stream()
            .anyMatch(split -> code.files.isSubtype(value.type().getInternalName(), split));
  }
}

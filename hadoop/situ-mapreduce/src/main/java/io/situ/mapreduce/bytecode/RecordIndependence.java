package io.situ.mapreduce.bytecode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Shows, from byte code, that a mapper treats each record alone, so that its output is the same
 * wherever splits end. It writes nothing when a split begins or ends, asks for no split's range,
 * and has no fields but such as it sets before it reads them: values that {@code setup} reads from
 * the configuration, and objects that it fills for each record and hands on. Anything else is
 * refused. It is for mappers that {@link SplitIndependence} has passed. Not thread-safe.
 */
public final class RecordIndependence {

  private static final Set<String> KNOWN =
      Set.of(
          "org/apache/hadoop/mapreduce/Mapper",
          "org/apache/hadoop/mapreduce/lib/map/InverseMapper",
          "org/apache/hadoop/mapreduce/lib/map/RegexMapper",
          "org/apache/hadoop/mapreduce/lib/map/TokenCounterMapper",
          "org/apache/hadoop/mapred/MapReduceBase",
          "org/apache/hadoop/mapred/lib/IdentityMapper",
          "org/apache/hadoop/mapred/lib/InverseMapper",
          "org/apache/hadoop/mapred/lib/RegexMapper",
          "org/apache/hadoop/mapred/lib/TokenCountMapper",
          "java/lang/Object");

  private static final Set<String> AT_ENDS = Set.of("run", "cleanup", "close");

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

  private static final Set<String> COLLECTIONS =
      Set.of(
          "org/apache/hadoop/io/AbstractMapWritable",
          "org/apache/hadoop/io/ArrayWritable",
          "org/apache/hadoop/io/ArrayPrimitiveWritable",
          "java/util/Collection",
          "java/util/Map");

  private static final String WRITABLE = "org/apache/hadoop/io/Writable";

  private final ClassFiles files;

  private RecordIndependence(ClassFiles files) {
    this.files = files;
  }

  /** Returns what speaks against cutting what a mapper reads, as a clause; empty if nothing. */
  public static Optional<String> objection(ClassLoader loader, String mapper) {
    try {
      return new RecordIndependence(new ClassFiles(loader))
          .look(mapper)
          .map(what -> "its mapper " + mapper + " " + what);
    } catch (RuntimeException | LinkageError e) {
      return Optional.of("its mapper " + mapper + " cannot be looked into: " + e);
    }
  }

  private Optional<String> look(String mapper) {
    List<ClassNode> own = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    String name = MethodId.internal(mapper);
    while (!KNOWN.contains(name)) {
      Optional<ClassNode> node = files.find(name);
      if (node.isEmpty()) {
        return Optional.of("is not found");
      }
      own.add(node.get());
      names.add(name);
      name = node.get().superName;
    }
    for (ClassNode node : own) {
      Optional<String> objection = fields(node).or(() -> methods(node, names));
      if (objection.isPresent()) {
        return objection;
      }
    }
    return Optional.empty();
  }

  private Optional<String> fields(ClassNode node) {
    return node.fields.stream()
        .filter(field -> (field.access & Opcodes.ACC_STATIC) == 0)
        .filter(field -> !isValue(field) && !isFilled(field.desc))
        .map(field -> "has the field " + field.name + ", which may know earlier records")
        .findFirst();
  }

  private static boolean isValue(FieldNode field) {
    Type type = Type.getType(field.desc);
    return type.getSort() < Type.ARRAY
        || (type.getSort() == Type.OBJECT && VALUES.contains(type.getInternalName()));
  }

  /** An object that is filled for each record. */
  boolean isFilled(String desc) {
    Type type = Type.getType(desc);
    return type.getSort() == Type.OBJECT
        && files.isSubtype(type.getInternalName(), WRITABLE)
        && COLLECTIONS.stream().noneMatch(many -> files.isSubtype(type.getInternalName(), many));
  }

  private Optional<String> methods(ClassNode node, Set<String> own) {
    for (MethodNode method : node.methods) {
      boolean isCode = (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) == 0;
      if (isCode && AT_ENDS.contains(method.name)) {
        return Optional.of("has a method " + method.name + ", which a split's end may change");
      }
      if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
        Optional<String> objection = new RecordMethod(this, node, method, own).objection();
        if (objection.isPresent()) {
          return objection;
        }
      }
    }
    return Optional.empty();
  }
}

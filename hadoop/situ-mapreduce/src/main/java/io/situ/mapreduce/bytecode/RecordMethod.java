package io.situ.mapreduce.bytecode;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/** What one method of a mapper may carry from one record to the next. */
final class RecordMethod {

  private static final Set<String> AT_START = Set.of("<init>", "<clinit>", "setup", "configure");
  private static final Set<String> OUTPUTS =
      Set.of("write", "collect", "getCounter", "incrCounter", "incrAllCounters");
  private static final Set<String> FILLING = Set.of("set", "clear", "readFields", "<init>");
  private static final Set<String> TAKING = Set.of("write", "collect", "set");
  private static final Set<String> RANGE = Set.of("getStart", "getLength");
  private static final List<String> RANGE_KEYS =
      List.of("mapreduce.map.input.", "map.input.start", "map.input.length");

  private final RecordIndependence mapper;
  private final ClassNode node;
  private final MethodNode method;
  private final Set<String> own;

  /**
   * @param own the mapper's class and its superclasses that are not Hadoop's
   */
  RecordMethod(RecordIndependence mapper, ClassNode node, MethodNode method, Set<String> own) {
    this.mapper = mapper;
    this.node = node;
    this.method = method;
    this.own = own;
  }

  /** Returns what it does with more than one record, as a clause; empty if nothing. */
  Optional<String> objection() {
    Frame<SourceValue>[] frames;
    try {
      frames = new Analyzer<>(new SourceInterpreter()).analyze(node.name, method);
    } catch (AnalyzerException e) {
      return Optional.of("has code in " + method.name + " that cannot be followed");
    }
    for (int i = 0; i < frames.length; i++) {
      Optional<String> objection =
          frames[i] == null ? Optional.empty() : look(method.instructions.get(i), frames[i]);
      if (objection.isPresent()) {
        return objection;
      }
    }
    return Optional.empty();
  }

  private boolean isAtStart() {
    return AT_START.contains(method.name);
  }

  private Optional<String> look(AbstractInsnNode insn, Frame<SourceValue> frame) {
    if (insn instanceof LdcInsnNode constant && constant.cst instanceof String text) {
      return RANGE_KEYS.stream()
          .filter(text::startsWith)
          .findFirst()
          .map(key -> "asks for " + text);
    }
    if (insn instanceof FieldInsnNode field
        && insn.getOpcode() == Opcodes.PUTFIELD
        && own.contains(field.owner)
        && !isAtStart()) {
      return Optional.of("changes its field " + field.name + " while it reads");
    }
    if (insn instanceof FieldInsnNode field
        && insn.getOpcode() == Opcodes.GETFIELD
        && !own.contains(field.owner)
        && isKept(frame.getStack(frame.getStackSize() - 1))) {
      return Optional.of("reads " + field.name + " of an object that it keeps");
    }
    return insn instanceof MethodInsnNode call ? call(call, frame) : Optional.empty();
  }

  private Optional<String> call(MethodInsnNode call, Frame<SourceValue> frame) {
    boolean isSplit = call.owner.endsWith("Split");
    if (isSplit && RANGE.contains(call.name)) {
      return Optional.of("asks for the range of its split");
    }
    if (isAtStart() && OUTPUTS.contains(call.name)) {
      return Optional.of("puts something out when a split begins");
    }
    boolean isConstructor = call.name.equals("<init>");
    if (isAtStart() && own.contains(call.owner) && !isConstructor) {
      return Optional.of("calls its method " + call.name + " when a split begins");
    }
    return kept(call, frame);
  }

  /** An object that is filled for each record may be filled and handed on, and nothing else. */
  private Optional<String> kept(MethodInsnNode call, Frame<SourceValue> frame) {
    int arguments = org.objectweb.asm.Type.getArgumentTypes(call.desc).length;
    int first = frame.getStackSize() - arguments;
    for (int i = first; i < frame.getStackSize(); i++) {
      if (isKept(frame.getStack(i)) && !TAKING.contains(call.name)) {
        return Optional.of("hands an object that it keeps to " + call.name);
      }
    }
    boolean isKept = call.getOpcode() != Opcodes.INVOKESTATIC && isKept(frame.getStack(first - 1));
    return isKept && !FILLING.contains(call.name)
        ? Optional.of("calls " + call.name + " of an object that it keeps")
        : Optional.empty();
  }

  private boolean isKept(SourceValue value) {
    return value.insns.stream()
        .anyMatch(
            source ->
                source instanceof FieldInsnNode field
                    && source.getOpcode() == Opcodes.GETFIELD
                    && own.contains(field.owner)
                    && mapper.isFilled(field.desc));
  }
}

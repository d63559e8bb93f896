// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.acl.AccessList;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.ForwardingFeed;
import io.situ.storage.forward.ForwardingReadHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.forward.InterceptingStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every decorator passes every member on, defaults and those of handles included. */
class ForwardingTest {

  private static final StorePath PATH = StorePath.of("/some/path");
  private static final Attributes ATTRIBUTES = new Attributes("owner", "group", 0644, 1, 2);
  private static final StoreObject OBJECT =
      new StoreObject(PATH, StoreObject.Kind.FILE, 7, ATTRIBUTES, new StoreObject.Version(3, 4));

  private static final Set<Class<?>> HANDLES =
      Set.of(
          ReadHandle.class,
          WriteHandle.class,
          Listing.class,
          ChangeFeed.class,
          Store.Snapshot.class);

  private static Map<String, UnaryOperator<Store>> decorators() {
    return Map.of(
        "ForwardingStore",
        ForwardingStore::new,
        "InterceptingStore",
        InterceptingStore::new,
        "RecordingStore",
        RecordingStore::new,
        "FaultInjectingStore",
        store -> new FaultInjectingStore(store, 1),
        "ThrottledStore",
        store -> new ThrottledStore(store, 1L << 60, 1L << 60));
  }

  private record Seen(Method method, List<Object> arguments) {}

  private final List<Seen> calls = new ArrayList<>();

  /** Notes each call and answers with something fit. */
  private <T> T noting(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("toString")) {
                return "noting " + type.getSimpleName();
              }
              calls.add(new Seen(method, arguments == null ? List.of() : Arrays.asList(arguments)));
              return example(method.getReturnType());
            }));
  }

  private Object example(Class<?> type) {
    if (type.isInterface() && type.getName().startsWith("io.situ.storage.")) {
      return noting(type);
    }
    Map<Class<?>, Object> examples =
        Map.ofEntries(
            Map.entry(StorePath.class, PATH),
            Map.entry(StoreObject.class, OBJECT),
            Map.entry(boolean.class, true),
            Map.entry(int.class, 5),
            Map.entry(long.class, 6L),
            Map.entry(String.class, "text"),
            Map.entry(List.class, List.of()),
            Map.entry(Set.class, Set.of(Capability.APPEND)),
            Map.entry(Capability.class, Capability.APPEND),
            Map.entry(Map.class, Map.of()),
            Map.entry(Optional.class, Optional.of("system")),
            Map.entry(ByteBuffer.class, ByteBuffer.allocate(5)),
            Map.entry(AccessList.class, AccessList.UNKNOWN),
            Map.entry(Attributes.Change.class, Attributes.Change.NONE),
            Map.entry(Listing.Options.class, Listing.Options.RECURSIVE),
            Map.entry(ReadHandle.Options.class, ReadHandle.Options.DEFAULT),
            Map.entry(WriteHandle.Options.class, WriteHandle.Options.REPLACE),
            Map.entry(Store.RenameMode.class, Store.RenameMode.NO_REPLACE),
            Map.entry(Store.XattrMode.class, Store.XattrMode.REPLACE),
            Map.entry(StorageUsage.class, new StorageUsage(1, 2, 3, OptionalLong.of(4))),
            Map.entry(ChangeFeed.Change.class, new ChangeFeed.Change(PATH, ChangeFeed.Scope.TREE)),
            Map.entry(Store.Info.class, Store.Info.remote("n", "d", "i", "r")),
            Map.entry(StoreConfig.class, new StoreConfig("n", Map.of())));
    return type == void.class ? null : examples.get(type);
  }

  @TestFactory
  Stream<DynamicTest> everyMemberIsPassedOn() {
    return decorators().entrySet().stream()
        .flatMap(
            decorator ->
                targets(decorator.getValue().apply(noting(Store.class)))
                    .flatMap(target -> tests(decorator.getKey(), target)));
  }

  @TestFactory
  Stream<DynamicTest> everyMemberOfAHandleIsPassedOn() {
    return Stream.of(
            new Target(ReadHandle.class, new ForwardingReadHandle(noting(ReadHandle.class))),
            new Target(ChangeFeed.class, new ForwardingFeed(noting(ChangeFeed.class))))
        .flatMap(target -> tests("Forwarding", target));
  }

  private record Target(Class<?> type, Object object) {}

  /** The decorated store and each handle it gives out. */
  private Stream<Target> targets(Store store) {
    List<Target> targets = new ArrayList<>();
    targets.add(new Target(Store.class, store));
    for (Method method : Store.class.getMethods()) {
      Class<?> type = method.getReturnType();
      if (type.isInterface() && type.getName().startsWith("io.situ.storage.")) {
        targets.add(new Target(type, call(store, method)));
      }
    }
    assertThat(targets.stream().map(Target::type)).containsAll(HANDLES);
    return targets.stream();
  }

  private Stream<DynamicTest> tests(String decorator, Target target) {
    return Arrays.stream(target.type.getMethods())
        .filter(method -> !method.getName().equals("can"))
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .map(
            method ->
                dynamicTest(
                    decorator + " " + target.type.getSimpleName() + "." + method.getName(),
                    () -> passesOn(target, method)));
  }

  private void passesOn(Target target, Method method) {
    calls.clear();
    Object answer = call(target.object, method);
    Class<?> type = method.getReturnType();
    if (!type.isInterface() || !type.getName().startsWith("io.situ.storage.")) {
      assertThat(answer).isEqualTo(example(type));
    }
    assertThat(calls.stream().filter(seen -> seen.method.equals(method)))
        .as("%s is passed on once, with its arguments", method)
        .singleElement()
        .satisfies(seen -> assertThat(seen.arguments).isEqualTo(arguments(method)));
  }

  private List<Object> arguments(Method method) {
    return Arrays.stream(method.getParameterTypes()).map(this::example).toList();
  }

  private Object call(Object target, Method method) {
    try {
      return method.invoke(target, arguments(method).toArray());
    } catch (InvocationTargetException | IllegalAccessException e) {
      throw new AssertionError(method + " failed", e);
    }
  }

  @TestFactory
  Stream<DynamicTest> everyDecoratorFailsAsTheStoreDoes() {
    return decorators().entrySet().stream()
        .map(
            decorator ->
                dynamicTest(
                    decorator.getKey(),
                    () -> {
                      Store failing =
                          decorator
                              .getValue()
                              .apply(
                                  new FaultInjectingStore(
                                      noting(Store.class),
                                      1,
                                      Fault.on(operation -> true)
                                          .fails(StoreException.Kind.NO_SPACE)));
                      assertThatThrownBy(() -> failing.stat(PATH, true))
                          .isInstanceOf(StoreException.class)
                          .hasMessageContaining("'/some/path'");
                    }));
  }
}

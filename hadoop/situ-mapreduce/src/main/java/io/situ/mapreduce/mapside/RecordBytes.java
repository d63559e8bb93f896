// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.io.IOException;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;

/** One record at a time as bytes, the key and then the value. Not thread-safe. */
final class RecordBytes<K, V> {

  private final DataOutputBuffer buffer = new DataOutputBuffer();
  private final Serializer<K> keys;
  private final Serializer<V> values;
  private int keyLength;

  RecordBytes(SerializationFactory serializations, Class<K> keyClass, Class<V> valueClass)
      throws IOException {
    keys = serializations.getSerializer(keyClass);
    keys.open(buffer);
    values = serializations.getSerializer(valueClass);
    values.open(buffer);
  }

  void set(K key, V value) throws IOException {
    buffer.reset();
    keys.serialize(key);
    keyLength = buffer.getLength();
    values.serialize(value);
  }

  int length() {
    return buffer.getLength();
  }

  boolean addTo(CombineHashTable table, int partition) {
    return table.add(partition, buffer.getData(), keyLength, buffer.getLength());
  }
}

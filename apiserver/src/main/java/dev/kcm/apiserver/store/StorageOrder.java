package dev.kcm.apiserver.store;

import dev.kcm.model.ObjectKey;
import java.util.Comparator;

/// The order of keys in etcd, where a key is the text `namespace/name`: namespace `a-b` comes
/// before namespace `a`, since a dash sorts before a slash. Lists and continue tokens show it.
enum StorageOrder implements Comparator<ObjectKey> {
    INSTANCE;

    @Override
    public int compare(ObjectKey left, ObjectKey right) {
        if (left.namespace().equals(right.namespace())) {
            return left.name().compareTo(right.name());
        }
        int length = Math.max(left.namespace().length(), right.namespace().length());
        for (int i = 0; i <= length; i++) {
            int order = Integer.compare(at(left.namespace(), i), at(right.namespace(), i));
            if (order != 0) {
                return order;
            }
        }
        return left.name().compareTo(right.name());
    }

    private static int at(String namespace, int index) {
        return index < namespace.length() ? namespace.charAt(index) : '/';
    }
}

package dev.kcm.model.wire;

import dev.kcm.model.json.JsonReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The lists objects hold: immutable and compact. Go's nil slice and its empty one are both empty
/// here and equal, but stay apart by identity, because JSON writes one as `null` and the other as
/// `[]`.
public final class Lists {
    private Lists() {}

    /// Go's nil slice.
    @SuppressWarnings("MixedMutabilityReturnType")
    public static <T> List<T> nil() {
        return Collections.emptyList();
    }

    @SuppressWarnings("ReferenceEquality")
    public static boolean isNil(List<?> list) {
        return list == Collections.emptyList();
    }

    /// A list that can be added to, with one element more.
    public static <T> List<T> add(List<T> list, T element) {
        List<T> draft = list instanceof ArrayList<T> ? list : new ArrayList<>(list);
        draft.add(element);
        return draft;
    }

    /// Steps into a JSON array: a list to add its elements to, nil for `null`. Go on with [#next].
    public static <T> List<T> begin(JsonReader in) {
        if (in.isNull()) {
            return nil();
        }
        in.beginArray();
        return new ArrayList<>();
    }

    /// True with the reader on an element to be added to the list [#begin] gave.
    public static boolean next(JsonReader in, List<?> list) {
        return !isNil(list) && in.nextElement();
    }

    /// An array of texts as a value of its own.
    public static List<String> decodeTexts(JsonReader in) {
        List<String> texts = begin(in);
        while (next(in, texts)) {
            texts.add(in.string());
        }
        return frozen(texts);
    }

    /// Both lists' elements; mostly the first is nil. A list that can be added to is.
    public static <T> List<T> joined(List<T> first, List<T> second) {
        if (isNil(first)) {
            return second;
        }
        List<T> all = first instanceof ArrayList<T> ? first : new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /// True if both hold the very same objects in the same order.
    static boolean haveSameElements(List<?> first, List<?> second) {
        if (first.size() != second.size()) {
            return false;
        }
        for (int at = 0; at < first.size(); at++) {
            if (!isSame(first.get(at), second.get(at))) {
                return false;
            }
        }
        return true;
    }

    /// True if one list can stand for the other: the same objects, and nil only for nil.
    @SuppressWarnings("ReferenceEquality")
    public static boolean areSame(List<?> first, List<?> second) {
        return first == second || (isNil(first) == isNil(second) && haveSameElements(first, second));
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Object first, Object second) {
        return first == second || (first instanceof String && first.equals(second));
    }

    /// An immutable list of the same elements.
    public static <T> List<T> frozen(List<T> list) {
        return isNil(list) ? list : List.copyOf(list);
    }
}

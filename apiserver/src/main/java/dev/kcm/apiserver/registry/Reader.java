package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.store.CompactedException;
import dev.kcm.apiserver.store.ObjectMap;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Get and list.
final class Reader {
    static final String EXACT = "Exact";
    static final String NOT_OLDER_THAN = "NotOlderThan";

    private static final String TOKEN_EXPIRED =
            "The provided continue parameter is too old to display a consistent list result. You"
                    + " can start a new list without the continue parameter, or use the continue token"
                    + " in this response to retrieve the remainder of the results. Continuing with the"
                    + " provided token results in an inconsistent list - objects that were created,"
                    + " modified, or deleted between the time the first chunk was returned and now may"
                    + " show up in the list.";

    private final VersionedStore store;
    private final boolean showsManagedFields;

    Reader(VersionedStore store, boolean showsManagedFields) {
        this.store = store;
        this.showsManagedFields = showsManagedFields;
    }

    /// An object as answers have it, out of the objects it is one of.
    private KubeObject shown(KubeObject object, ObjectMap objects) {
        return showsManagedFields ? objects.owners(object.key()).shownIn(object) : object;
    }

    /// A stored object as answers have it.
    KubeObject shown(KubeObject object) {
        return shown(object, store.contents(object.resource()).objects());
    }

    /// The stored object, in the version it is stored in and without managed fields.
    KubeObject stored(Target target) {
        return store.get(VersionConversion.stored(target.resource()), target.key())
                .orElseThrow(() -> ApiErrors.notFound(target.resource(), target.name()));
    }

    ApiResponse get(Operation.Get call) {
        var target = call.target();
        var objects =
                store.contents(VersionConversion.stored(target.resource())).objects();
        var found = objects.get(target.key()).orElseThrow(() -> ApiErrors.notFound(target.resource(), target.name()));
        return new ApiResponse.One(VersionConversion.converted(shown(found, objects), target.resource()), false);
    }

    ApiResponse.Many list(Operation.ListObjects call) {
        validate(call);
        var matching = SelectionPredicate.of(call.target(), call.selection());
        var token = call.continueToken().isEmpty() ? null : ContinueToken.parse(call.continueToken());
        var contents = contents(call, token);
        var page = new ArrayList<KubeObject>();
        ObjectKey last = null;
        long beyond = 0;
        for (var object : remaining(call, contents, token)) {
            if (isPast(object, call.target().namespace())) {
                break;
            }
            if (!matching.test(object)) {
                continue;
            }
            if (call.limit() > 0 && page.size() == call.limit()) {
                beyond++;
                if (!call.selection().isEverything()) {
                    break;
                }
            } else {
                page.add(VersionConversion.converted(
                        shown(object, contents.objects()), call.target().resource()));
                last = object.key();
            }
        }
        return new ApiResponse.Many(call.target().resource(), metadata(call, contents.revision(), last, beyond), page);
    }

    private static Iterable<KubeObject> remaining(
            Operation.ListObjects call, VersionedStore.Contents contents, @Nullable ContinueToken token) {
        if (token != null) {
            return contents.objects().after(token.after());
        }
        var namespace = call.target().namespace();
        return namespace.isEmpty() ? contents.objects() : contents.objects().after(ObjectKey.of(namespace, ""));
    }

    private static boolean isPast(KubeObject object, String namespace) {
        return !namespace.isEmpty() && !namespace.equals(object.metadata().namespace());
    }

    private static ListMeta metadata(Operation.ListObjects call, long revision, @Nullable ObjectKey last, long beyond) {
        var metadata = ListMeta.builder().resourceVersion(Long.toString(revision));
        if (beyond > 0 && last != null) {
            metadata.continue_(new ContinueToken(revision, last).text());
            if (call.selection().isEverything()) {
                metadata.remainingItemCount(beyond);
            }
        }
        return metadata.build();
    }

    private VersionedStore.Contents contents(Operation.ListObjects call, @Nullable ContinueToken token) {
        var resource = VersionConversion.stored(call.target().resource());
        if (token != null) {
            if (token.revision() == ContinueToken.NEWEST) {
                return store.contents(resource);
            }
            try {
                Revisions.requireReached(resource, Long.toString(token.revision()), token.revision(), store.revision());
                return store.contentsAt(resource, token.revision());
            } catch (CompactedException _) {
                throw ApiErrors.expired(TOKEN_EXPIRED, new ContinueToken(ContinueToken.NEWEST, token.after()).text());
            }
        }
        long requested = Revisions.parseOfList(call.resourceVersion());
        var isExact = call.match().equals(EXACT) || (call.match().isEmpty() && call.limit() > 0 && requested > 0);
        Revisions.requireReached(resource, call.resourceVersion(), requested, store.revision());
        if (!isExact) {
            return store.contents(resource);
        }
        try {
            return store.contentsAt(resource, requested);
        } catch (CompactedException _) {
            throw ApiErrors.expired("The resourceVersion for the provided list is too old.", "");
        }
    }

    private static void validate(Operation.ListObjects call) {
        var problems = new ArrayList<String>();
        if (!call.match().isEmpty()) {
            if (call.resourceVersion().isEmpty()) {
                problems.add("resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless"
                        + " resourceVersion is provided");
            }
            if (!call.continueToken().isEmpty()) {
                problems.add("resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when"
                        + " continue is provided");
            }
            if (!List.of(EXACT, NOT_OLDER_THAN).contains(call.match())) {
                problems.add(
                        "resourceVersionMatch: Unsupported value: \"%s\": supported values: \"\", \"Exact\", \"NotOlderThan\""
                                .formatted(call.match()));
            }
            if (call.match().equals(EXACT) && call.resourceVersion().equals("0")) {
                problems.add("resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is"
                        + " forbidden for resourceVersion \"0\"");
            }
        }
        if (!call.continueToken().isEmpty()
                && !call.resourceVersion().isEmpty()
                && !call.resourceVersion().equals("0")) {
            problems.add("specifying resource version is not allowed when using continue");
        }
        OptionsValidation.require(problems, "ListOptions");
    }
}

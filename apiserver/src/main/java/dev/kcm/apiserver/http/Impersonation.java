package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.Access;
import dev.kcm.apiserver.request.Identity;
import dev.kcm.apiserver.request.Refusals;
import dev.kcm.serving.Exchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Lets a caller act as somebody else (`kubectl --as`), if it may impersonate each of the user and
/// groups it names.
final class Impersonation {
    private static final String USER = "Impersonate-User";
    private static final String GROUP = "Impersonate-Group";
    private static final String UID = "Impersonate-Uid";
    private static final String EXTRA = "impersonate-extra-";
    private static final String ACCOUNT = "system:serviceaccount:";

    private final Frontend server;

    Impersonation(Frontend server) {
        this.server = server;
    }

    /// Who the request is to count as.
    Identity effective(Exchange exchange, Identity caller) {
        var user = exchange.header(USER).orElse("");
        var groups = exchange.headers(GROUP);
        var uid = exchange.header(UID).orElse("");
        if (user.isEmpty()) {
            if (!groups.isEmpty() || !uid.isEmpty() || hasExtra(exchange)) {
                throw Refusals.badRequest("impersonating a group, uid or extra field needs a user to impersonate");
            }
            return caller;
        }
        if (hasExtra(exchange)) {
            throw Refusals.badRequest("this server cannot impersonate extra fields of a user");
        }
        requireUser(caller, user);
        groups.forEach(group -> require(caller, access("", "groups", "", group)));
        if (!uid.isEmpty()) {
            require(caller, access("authentication.k8s.io", "uids", "", uid));
        }
        return new Identity(user, uid, allGroups(user, groups), Map.of());
    }

    private static boolean hasExtra(Exchange exchange) {
        return exchange.headerNames().stream().anyMatch(name -> name.regionMatches(true, 0, EXTRA, 0, EXTRA.length()));
    }

    private void requireUser(Identity caller, String user) {
        var parts = user.split(":", -1);
        require(
                caller,
                user.startsWith(ACCOUNT) && parts.length == 4
                        ? access("", "serviceaccounts", parts[2], parts[3])
                        : access("", "users", "", user));
    }

    private static List<String> allGroups(String user, List<String> named) {
        var groups = new ArrayList<>(named);
        var parts = user.split(":", -1);
        if (named.isEmpty() && user.startsWith(ACCOUNT) && parts.length == 4) {
            groups.addAll(Identity.serviceAccount(parts[2], parts[3], "").groups());
        }
        var needed = user.equals(Identity.ANONYMOUS.name()) ? Identity.UNAUTHENTICATED : Identity.AUTHENTICATED;
        if (!groups.contains(needed)) {
            groups.add(needed);
        }
        return groups;
    }

    private void require(Identity caller, Access access) {
        if (!server.allows(caller, access)) {
            throw Refusals.forbidden("%s \"%s\" is forbidden: %s"
                    .formatted(access.resource(), access.name(), access.refusal(caller.name())));
        }
    }

    private static Access access(String group, String resource, String namespace, String name) {
        return new Access("impersonate", group, resource, namespace, name, "");
    }
}

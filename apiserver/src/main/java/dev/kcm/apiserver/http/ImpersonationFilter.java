package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.GoText;
import dev.kcm.serving.Exchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Lets a caller act as somebody else (`kubectl --as`), if it may impersonate each of the user and
/// groups it names.
final class ImpersonationFilter {
    private static final String USER = "Impersonate-User";
    private static final String GROUP = "Impersonate-Group";
    private static final String UID = "Impersonate-Uid";
    private static final String EXTRA = "impersonate-extra-";
    private static final String ACCOUNT = "system:serviceaccount:";

    private final OperationHandler server;

    ImpersonationFilter(OperationHandler server) {
        this.server = server;
    }

    /// Who the request is to count as.
    RequestUser effective(Exchange exchange, RequestUser caller) {
        var user = exchange.header(USER).orElse("");
        var groups = exchange.headers(GROUP);
        var uid = exchange.header(UID).orElse("");
        if (user.isEmpty()) {
            var extra = extra(exchange);
            if (!groups.isEmpty() || !uid.isEmpty() || !extra.isEmpty()) {
                throw ApiErrors.badRequest(
                        "requested &user.DefaultInfo{Name:\"\", UID:%s, Groups:%s, Extra:%s} without impersonating a user name"
                                .formatted(GoText.quote(uid), texts(groups), texts(extra)));
            }
            return caller;
        }
        if (!extra(exchange).isEmpty()) {
            throw ApiErrors.badRequest("this server cannot impersonate extra fields of a user");
        }
        requireUser(caller, user);
        groups.forEach(group -> require(caller, access("", "groups", "", group)));
        if (!uid.isEmpty()) {
            require(caller, access("authentication.k8s.io", "uids", "", uid));
        }
        return new RequestUser(user, uid, allGroups(user, groups), Map.of());
    }

    /// By the names after the prefix, in small letters.
    private static SortedMap<String, List<String>> extra(Exchange exchange) {
        var extra = new TreeMap<String, List<String>>();
        for (var header : exchange.headerNames()) {
            if (header.regionMatches(true, 0, EXTRA, 0, EXTRA.length())) {
                extra.put(header.substring(EXTRA.length()).toLowerCase(Locale.ROOT), exchange.headers(header));
            }
        }
        return extra;
    }

    /// As Go prints a slice of strings with its type.
    private static String texts(List<String> values) {
        return values.isEmpty()
                ? "[]string(nil)"
                : values.stream().map(GoText::quote).collect(Collectors.joining(", ", "[]string{", "}"));
    }

    private static String texts(SortedMap<String, List<String>> values) {
        return values.isEmpty()
                ? "map[string][]string(nil)"
                : values.entrySet().stream()
                        .map(value -> GoText.quote(value.getKey()) + ":" + texts(value.getValue()))
                        .collect(Collectors.joining(", ", "map[string][]string{", "}"));
    }

    private void requireUser(RequestUser caller, String user) {
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
            groups.addAll(RequestUser.serviceAccount(parts[2], parts[3], "").groups());
        }
        var needed =
                user.equals(RequestUser.ANONYMOUS.name()) ? RequestUser.UNAUTHENTICATED : RequestUser.AUTHENTICATED;
        if (!groups.contains(needed)) {
            groups.add(needed);
        }
        return groups;
    }

    private void require(RequestUser caller, AccessAttributes access) {
        if (!server.allows(caller, access)) {
            var qualified = access.group().isEmpty() ? access.resource() : access.resource() + "." + access.group();
            throw ApiErrors.forbidden(
                    "%s \"%s\" is forbidden: %s".formatted(qualified, access.name(), access.denial(caller.name())));
        }
    }

    private static AccessAttributes access(String group, String resource, String namespace, String name) {
        return new AccessAttributes("impersonate", group, resource, namespace, name, "");
    }
}

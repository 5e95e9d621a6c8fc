package dev.kcm.apiserver.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The caller of a request: the result of authentication, and what authorization and admission go by.
public record RequestUser(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String AUTHENTICATED = "system:authenticated";
    public static final String UNAUTHENTICATED = "system:unauthenticated";
    public static final String MASTERS = "system:masters";

    /// The key under which the extra fields of a user name the credential that was shown.
    public static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

    /// A caller without credentials.
    public static final RequestUser ANONYMOUS =
            new RequestUser("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

    /// The server itself and whoever runs it: may do everything.
    public static final RequestUser ADMINISTRATOR = of("kubernetes-admin", MASTERS);

    public RequestUser {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// An authenticated user in these groups.
    public static RequestUser of(String name, String... groups) {
        var all = new ArrayList<>(List.of(groups));
        all.add(AUTHENTICATED);
        return new RequestUser(name, "", all, Map.of());
    }

    /// A service account, as its token names it.
    public static RequestUser serviceAccount(String namespace, String name, String uid) {
        return new RequestUser(
                "system:serviceaccount:" + namespace + ":" + name,
                uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, AUTHENTICATED),
                Map.of());
    }

    /// The same, with what credential showed it.
    public RequestUser shownBy(String credential) {
        return withExtra(Map.of(CREDENTIAL, List.of(credential)));
    }

    public RequestUser withExtra(Map<String, List<String>> fields) {
        return new RequestUser(name, uid, groups, fields);
    }

    public boolean isIn(String group) {
        return groups.contains(group);
    }
}

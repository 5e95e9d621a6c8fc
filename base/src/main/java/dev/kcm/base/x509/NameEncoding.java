package dev.kcm.base.x509;

import org.bouncycastle.asn1.ASN1IA5String;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.DERIA5String;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Alternative names to and from their encoding.
final class NameEncoding {
    private NameEncoding() {}

    /// In Go's order: DNS names, e-mail addresses, addresses, URIs.
    static GeneralNames encode(AlternativeNames names) {
        var dns = texts(GeneralName.dNSName, names.dns());
        var emails = texts(GeneralName.rfc822Name, names.emails());
        var addresses =
                names.addresses().stream()
                        .map(address -> new DEROctetString(address.getAddress()))
                        .map(bytes -> new GeneralName(GeneralName.iPAddress, bytes));
        var uris = texts(GeneralName.uniformResourceIdentifier, names.uris());
        return new GeneralNames(
                Stream.of(dns, emails, addresses, uris)
                        .flatMap(Function.identity())
                        .toArray(GeneralName[]::new));
    }

    /// Other kinds of names are left out, as Go leaves them.
    static AlternativeNames decode(GeneralNames names) throws UnknownHostException {
        var dns = new ArrayList<String>();
        var addresses = new ArrayList<InetAddress>();
        var emails = new ArrayList<String>();
        var uris = new ArrayList<String>();
        for (var name : names.getNames()) {
            switch (name.getTagNo()) {
                case GeneralName.dNSName -> dns.add(text(name));
                case GeneralName.rfc822Name -> emails.add(text(name));
                case GeneralName.uniformResourceIdentifier -> uris.add(text(name));
                case GeneralName.iPAddress ->
                        addresses.add(
                                InetAddress.getByAddress(
                                        ASN1OctetString.getInstance(name.getName()).getOctets()));
                default -> {}
            }
        }
        return new AlternativeNames(dns, addresses, emails, uris);
    }

    private static Stream<GeneralName> texts(int tag, List<String> values) {
        return values.stream().map(value -> new GeneralName(tag, new DERIA5String(value, true)));
    }

    private static String text(GeneralName name) {
        return ASN1IA5String.getInstance(name.getName()).getString();
    }
}

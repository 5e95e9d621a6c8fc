package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"strings"
	"time"

	"k8s.io/client-go/rest"
)

// fill puts keys and the uids of live objects into the manifests.
func fill(client *rest.RESTClient, manifests string) string {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	check(err)
	request, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{Subject: pkix.Name{CommonName: "live"}}, key)
	check(err)
	stub, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{}, key)
	check(err)
	authority := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "live"}, NotBefore: time.Now(),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	certificate, err := x509.CreateCertificate(rand.Reader, authority, authority, key.Public(), key)
	check(err)
	quoted, err := json.Marshal(string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})))
	check(err)
	node := name(client, "/api/v1/nodes")
	return strings.NewReplacer(
		"$CSR", base64.StdEncoding.EncodeToString(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: request})),
		"$PKCS10", base64.StdEncoding.EncodeToString(stub),
		"$CERTIFICATE", string(quoted),
		"$POD_UID", "11111111-2222-3333-4444-555555555555",
		"$ACCOUNT_UID", uid(client, "/api/v1/namespaces/default/serviceaccounts/default"),
		"$NODE_UID", uid(client, "/api/v1/nodes/"+node),
		"$NODE", node,
	).Replace(manifests)
}

func name(client *rest.RESTClient, list string) string {
	var found struct {
		Items []struct{ Metadata struct{ Name string } }
	}
	read(client, list, &found)
	return found.Items[0].Metadata.Name
}

func uid(client *rest.RESTClient, path string) string {
	var found struct{ Metadata struct{ UID string } }
	read(client, path, &found)
	return found.Metadata.UID
}

func read(client *rest.RESTClient, path string, into any) {
	data, err := client.Get().AbsPath(path).SetHeader("Accept", "application/json").DoRaw(context.Background())
	check(err)
	check(json.Unmarshal(data, into))
}

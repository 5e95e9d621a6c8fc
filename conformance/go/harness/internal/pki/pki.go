// Package pki makes the certificates and keys of one cluster, with the names and file layout kubeadm gives them.
package pki

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

const validity = 10 * 365 * 24 * time.Hour

// Pair is a certificate and its key, both as PEM.
type Pair struct {
	Certificate []byte
	Key         []byte
}

// Save writes NAME.crt and NAME.key.
func (p Pair) Save(directory, name string) error {
	if err := os.WriteFile(filepath.Join(directory, name+".crt"), p.Certificate, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(directory, name+".key"), p.Key, 0o600)
}

// Authority signs certificates.
type Authority struct {
	Pair
	certificate *x509.Certificate
	key         crypto.Signer
}

// NewAuthority makes a self-signed authority.
func NewAuthority(commonName string) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := newTemplate(pkix.Name{CommonName: commonName})
	template.IsCA = true
	template.BasicConstraintsValid = true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment
	template.DNSNames = []string{commonName}
	encoded, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(encoded)
	if err != nil {
		return nil, err
	}
	pair, err := encode(encoded, key)
	return &Authority{Pair: pair, certificate: certificate, key: key}, err
}

// Client signs a client certificate for a user in groups.
func (a *Authority) Client(user string, groups ...string) (Pair, error) {
	template := newTemplate(pkix.Name{CommonName: user, Organization: groups})
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	return a.sign(template)
}

// Server signs a serving certificate for names and addresses.
func (a *Authority) Server(commonName string, names []string, addresses []net.IP) (Pair, error) {
	template := newTemplate(pkix.Name{CommonName: commonName})
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	template.DNSNames, template.IPAddresses = names, addresses
	return a.sign(template)
}

func (a *Authority) sign(template *x509.Certificate) (Pair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Pair{}, err
	}
	encoded, err := x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key)
	if err != nil {
		return Pair{}, err
	}
	return encode(encoded, key)
}

// NewServiceAccountKeys makes the key that signs service account tokens and the public key that checks them.
func NewServiceAccountKeys() (private, public []byte, err error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, nil, err
	}
	encodedPublic, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return nil, nil, err
	}
	private = pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	return private, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: encodedPublic}), nil
}

func newTemplate(subject pkix.Name) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	return &x509.Certificate{
		Subject: subject, SerialNumber: serial, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(validity),
	}
}

func encode(certificate []byte, key *ecdsa.PrivateKey) (Pair, error) {
	encodedKey, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return Pair{}, err
	}
	return Pair{
		Certificate: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		Key:         pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: encodedKey}),
	}, nil
}

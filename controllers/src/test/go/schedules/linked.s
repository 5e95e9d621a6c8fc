// Makes the compiler accept functions without bodies: they are upstream's, see main.go.

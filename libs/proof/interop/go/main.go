// Checks of the log with Go's golang.org/x/mod/sumdb and filippo.io/torchwood.
//
//	interop vectors                              prints trees, proofs and notes
//	interop client URL KEY [WITNESS-KEY]...      checks a log that is served
//	interop agent SOCKET SEED                    an ssh-agent with the key of a witness
//	interop webhook SECRET HEADERS BODY          verifies a webhook and prints its payload
package main

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"

	"filippo.io/torchwood"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "vectors":
		return vectors()
	case len(args) >= 3 && args[0] == "client":
		return client(args[1], args[2], args[3:])
	case len(args) == 3 && args[0] == "agent":
		return serveAgent(args[1], args[2])
	case len(args) == 4 && args[0] == "webhook":
		return verifyWebhook(args[1], args[2], args[3])
	}
	return errors.New("usage: interop vectors | client URL KEY [WITNESS-KEY]... | agent SOCKET SEED | " +
		"webhook SECRET HEADERS BODY")
}

// verifyWebhook takes the headers as a JSON object.
func verifyWebhook(secret, headers, body string) error {
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return err
	}
	named := map[string]string{}
	if err := json.Unmarshal([]byte(headers), &named); err != nil {
		return err
	}
	received := http.Header{}
	for name, value := range named {
		received.Set(name, value)
	}
	if err := webhook.Verify([]byte(body), received); err != nil {
		return err
	}
	_, err = fmt.Println(body)
	return err
}

// client reads the checkpoint and the tiles of a log and proves each record of LEAVES
// (index:hash in hexadecimal, separated by commas), and the checkpoint of OLD_CHECKPOINT
// to be an earlier head. It sends TOKEN.
func client(url, key string, witnessKeys []string) error {
	fetcher, err := torchwood.NewTileFetcher(url, torchwood.WithHTTPClient(
		&http.Client{Transport: bearer(os.Getenv("TOKEN"))}))
	if err != nil {
		return err
	}
	log, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	policies := []torchwood.Policy{torchwood.SingleVerifierPolicy(log), torchwood.OriginPolicy(log.Name())}
	for _, witnessKey := range witnessKeys {
		witness, err := torchwood.NewCosignatureVerifier(witnessKey)
		if err != nil {
			return err
		}
		policies = append(policies, torchwood.SingleVerifierPolicy(witness))
	}
	policy := torchwood.ThresholdPolicy(len(policies), policies...)

	ctx := context.Background()
	signed, err := fetcher.ReadEndpoint(ctx, "checkpoint")
	if err != nil {
		return err
	}
	head, _, err := torchwood.VerifyCheckpoint(signed, policy)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	reader := torchwood.TileHashReaderWithContext(ctx, head.Tree, fetcher)
	for _, leaf := range strings.FieldsFunc(os.Getenv("LEAVES"), func(c rune) bool { return c == ',' }) {
		if err := checkLeaf(head.Tree, reader, leaf); err != nil {
			return fmt.Errorf("leaf %s: %w", leaf, err)
		}
	}
	if old := os.Getenv("OLD_CHECKPOINT"); old != "" {
		if err := checkOld(head.Tree, reader, log, old); err != nil {
			return fmt.Errorf("earlier checkpoint: %w", err)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"origin": head.Origin, "size": head.N})
}

func checkLeaf(tree tlog.Tree, reader tlog.HashReader, leaf string) error {
	index, hash, _ := strings.Cut(leaf, ":")
	at, err := strconv.ParseInt(index, 10, 64)
	if err != nil {
		return err
	}
	var record tlog.Hash
	if _, err := hex.Decode(record[:], []byte(hash)); err != nil {
		return err
	}
	proof, err := tlog.ProveRecord(tree.N, at, reader)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, at, record)
}

func checkOld(tree tlog.Tree, reader tlog.HashReader, log note.Verifier, signed string) error {
	opened, err := note.Open([]byte(signed), note.VerifierList(log))
	if err != nil {
		return err
	}
	old, err := torchwood.ParseCheckpoint(opened.Text)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveTree(tree.N, old.N, reader)
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash)
}

type bearer string

func (token bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	sent := request.Clone(request.Context())
	if token != "" {
		sent.Header.Set("Authorization", "Bearer "+string(token))
	}
	return http.DefaultTransport.RoundTrip(sent)
}

// serveAgent holds the key of a witness, which litewitness expects in an ssh-agent; it prints the
// fingerprint of the key.
func serveAgent(socket, seed string) error {
	bytes, err := hex.DecodeString(seed)
	if err != nil || len(bytes) != ed25519.SeedSize {
		return errors.New("a seed has 32 bytes in hexadecimal")
	}
	key := ed25519.NewKeyFromSeed(bytes)
	keyring := agent.NewKeyring()
	if err := keyring.Add(agent.AddedKey{PrivateKey: &key}); err != nil {
		return err
	}
	public, err := ssh.NewPublicKey(key.Public())
	if err != nil {
		return err
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	fmt.Println(ssh.FingerprintSHA256(public))
	for {
		connection, err := listener.Accept()
		if err != nil {
			return err
		}
		go agent.ServeAgent(keyring, connection)
	}
}

const records = 300

// vectors prints what golang.org/x/mod/sumdb computes for a tree of records.
func vectors() error {
	stored := make([]tlog.Hash, 0, tlog.StoredHashCount(records))
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		hashes := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			hashes[i] = stored[index]
		}
		return hashes, nil
	})
	for n := range int64(records) {
		hashes, err := tlog.StoredHashes(n, fmt.Appendf(nil, "record %d", n), reader)
		if err != nil {
			return err
		}
		stored = append(stored, hashes...)
	}

	type proof struct {
		Size  int64    `json:"size"`
		Of    int64    `json:"of"`
		Proof []string `json:"proof"`
	}
	inclusion, consistency, roots := []proof{}, []proof{}, map[int64]tlog.Hash{}
	for _, size := range []int64{1, 7, 200, 256, records} {
		root, err := tlog.TreeHash(size, reader)
		if err != nil {
			return err
		}
		roots[size] = root
		for _, of := range []int64{1, 2, 7, 64, 255, 256, 299, records} {
			if of > size {
				continue
			}
			record, err := tlog.ProveRecord(size, of-1, reader)
			if err != nil {
				return err
			}
			tree, err := tlog.ProveTree(size, of, reader)
			if err != nil {
				return err
			}
			inclusion = append(inclusion, proof{size, of - 1, encode(record)})
			consistency = append(consistency, proof{size, of, encode(tree)})
		}
	}
	tiles := map[string]string{}
	for _, t := range tlog.NewTiles(8, 0, records) {
		data, err := tlog.ReadTileData(t, reader)
		if err != nil {
			return err
		}
		tiles[torchwood.TilePath(t)] = base64.StdEncoding.EncodeToString(data)
	}

	name, seed := "example.com/log", make([]byte, ed25519.SeedSize)
	key := ed25519.NewKeyFromSeed(seed)
	verifierKey, err := note.NewEd25519VerifierKey(name, key.Public().(ed25519.PublicKey))
	if err != nil {
		return err
	}
	id := strings.Split(verifierKey, "+")[1]
	signer, err := note.NewSigner("PRIVATE+KEY+" + name + "+" + id + "+" +
		base64.StdEncoding.EncodeToString(append([]byte{1}, seed...)))
	if err != nil {
		return err
	}
	head := torchwood.Checkpoint{Origin: name, Tree: tlog.Tree{N: records, Hash: roots[records]}}
	signed, err := note.Sign(&note.Note{Text: head.String()}, signer)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(map[string]any{
		"inclusion": inclusion, "consistency": consistency, "roots": roots, "tiles": tiles,
		"seed": hex.EncodeToString(seed), "verifier_key": verifierKey, "checkpoint": string(signed),
	})
}

func encode[Hashes ~[]tlog.Hash](hashes Hashes) []string {
	texts := make([]string, len(hashes))
	for i, hash := range hashes {
		texts[i] = hash.String()
	}
	return texts
}

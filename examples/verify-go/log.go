package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// The logs: entries about the query, in trees whose heads are signed notes. Returns the names of the
// witnesses that confirmed, and of those whose keys are not known.
func checkLogs(manifest object, members zipFile, witnesses []note.Verifier) object {
	keys := publicKeys(members.content["keys.json"], "checkpoints")
	confirmed, unchecked := []string{}, []string{}
	for _, path := range members.paths {
		if !strings.HasPrefix(path, "log/") {
			continue
		}
		entries := parseObject(members.content[path])["entries"]
		if _, isList := entries.([]any); !isList {
			reject("log_invalid", path)
		}
		for _, entry := range objectsIn(entries) {
			text, _ := entry["checkpoint"].(string)
			origin, _, _ := strings.Cut(text, "\n")
			checkpoint := openNote(text, origin, keys, witnesses)
			if checkpoint == nil || !isLogged(entry, checkpoint.Text, manifest, members) {
				reject("log_invalid", path)
			}
			for _, one := range checkpoint.Sigs {
				if one.Name != origin {
					confirmed = append(confirmed, one.Name)
				}
			}
			for _, one := range checkpoint.UnverifiedSigs {
				if one.Name != origin {
					unchecked = append(unchecked, one.Name)
				}
			}
		}
	}
	return object{"witnesses": confirmed, "unchecked_cosignatures": unchecked}
}

// A checkpoint that one of the keys signed in the name of its log; nil for any other.
func openNote(text, origin string, keys map[string][]byte, witnesses []note.Verifier) *note.Note {
	var named []note.Verifier
	for _, key := range keys {
		vkey, invalidName := note.NewEd25519VerifierKey(origin, key)
		verifier, err := note.NewVerifier(vkey)
		if invalidName != nil || err != nil {
			return nil
		}
		named = append(named, verifier)
	}
	if _, err := note.Open([]byte(text), note.VerifierList(named...)); err != nil {
		return nil
	}
	opened, err := note.Open([]byte(text), note.VerifierList(append(named, witnesses...)...))
	if err != nil {
		return nil // a known witness did not make its cosignature
	}
	return opened
}

// Whether the tree of a checkpoint includes the leaf of an entry, and it is about the query.
func isLogged(entry object, checkpoint string, manifest object, members zipFile) bool {
	lines := strings.SplitN(checkpoint, "\n", 4)
	leaf, _ := entry["leaf"].(string)
	index, isIndex := entry["index"].(json.Number)
	proof, isList := entry["proof"].([]any)
	if len(lines) < 4 || !isIndex || !isList || entry["size"] != json.Number(lines[1]) {
		return false
	}
	size, wrongSize := strconv.ParseInt(lines[1], 10, 64)
	at, wrongIndex := index.Int64()
	var path tlog.RecordProof
	for _, one := range proof {
		hash, _ := one.(string)
		path = append(path, hashOf(hash))
	}
	err := tlog.CheckRecord(path, size, hashOf(lines[2]), at, tlog.RecordHash([]byte(leaf)))
	if err != nil || wrongSize != nil || wrongIndex != nil {
		return false
	}
	stated := parseObject([]byte(leaf))
	return stated["subject"] == manifest["query_event_id"] && isOpened(entry, stated, members)
}

func hashOf(text string) (hash tlog.Hash) {
	content, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || len(content) != tlog.HashSize {
		return tlog.Hash{} // is in no tree
	}
	return tlog.Hash(content)
}

// Whether the content is the one of the leaf, and the event that the file has.
func isOpened(entry, leaf object, members zipFile) bool {
	_, hasSalt := entry["salt"]
	value, hasValue := entry["json"]
	if !hasSalt {
		return !hasValue
	}
	text, isText := value.(string)
	start := `{"data":` + string(members.content["event.json"]) + ","
	isEvent := leaf["type"] != "query.executed.v1" || strings.HasPrefix(text, start)
	one := object{"salt": entry["salt"], "sha256": leaf["content"]}
	return matches(saltForm, entry["salt"]) && isText && isEvent && isKept(one, []byte(text))
}

// A key of a witness (cosignature/v1 of C2SP tlog-cosignature).
type witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.hash }

// A cosignature is the time in 8 bytes and an Ed25519 signature.
func (w witness) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	cosigned := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)
	return ed25519.Verify(w.key, []byte(cosigned), signature[8:])
}

func parseWitness(verifierKey string) (note.Verifier, error) {
	name, rest, _ := strings.Cut(verifierKey, "+")
	id, encoded, _ := strings.Cut(rest, "+")
	key, err := base64.StdEncoding.DecodeString(encoded)
	sum := sha256.Sum256([]byte(name + "\n" + string(key)))
	if err != nil || len(key) != 33 || key[0] != 4 || hex.EncodeToString(sum[:4]) != id {
		return nil, errors.New("not the verifier key of a witness")
	}
	return witness{name, binary.BigEndian.Uint32(sum[:]), key[1:]}, nil
}

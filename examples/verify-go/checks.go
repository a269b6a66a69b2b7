package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// The signature: a detached JWS.
func checkSignature(members content, trusted []byte) {
	header, rest, _ := strings.Cut(string(members["manifest.jws"]), ".")
	kid, _ := parseObject(decode(header))["kid"].(string)
	exact := `{"alg":"EdDSA","kid":"` + kid + `","typ":"ndx-reliance-file"}`
	require(encode([]byte(exact)) == header, "signature_invalid", "manifest.jws")
	key := publicKeys(members["keys.json"], "answers")[kid]
	isTrusted := trusted == nil || bytes.Equal(publicKeys(trusted, "answers")[kid], key)
	require(key != nil && isTrusted, "key_unknown", "keys.json")
	signature, isDetached := strings.CutPrefix(rest, ".")
	signed := []byte(header + "." + encode(members["manifest.json"]))
	require(isDetached, "signature_invalid", "manifest.jws")
	require(ed25519.Verify(key, signed, decode(signature)), "signature_invalid", "manifest.jws")
}

// The keys of a purpose by their ids.
func publicKeys(keys []byte, purpose string) map[string][]byte {
	found := map[string][]byte{}
	for _, key := range objectsIn(parseObject(keys)["keys"]) {
		kid, isText := key["kid"].(string)
		x, _ := key["x"].(string)
		if public := decode(x); isText && key["purpose"] == purpose && len(public) == 32 {
			found[kid] = public
		}
	}
	return found
}

var encode = base64.RawURLEncoding.EncodeToString

// The bytes in the one spelling of base64url without padding; nil for any other text.
func decode(encoded string) []byte {
	decoded, _ := base64.RawURLEncoding.DecodeString(encoded)
	if encode(decoded) != encoded {
		return nil
	}
	return decoded
}

func checkDigests(manifest object, members content) {
	known := map[string]bool{"manifest.json": true, "manifest.jws": true}
	for _, listed := range objectsIn(manifest["members"]) {
		path := listed["path"].(string)
		size, _ := listed["size"].(json.Number).Float64()
		mustHave(members, path)
		require(float64(len(members[path])) == size, "digest_differs", path)
		require(digest(members[path]) == listed["sha256"], "digest_differs", path)
		known[path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(members)) {
		require(known[path], "member_unexpected", path)
	}
}

func checkContent(manifest object, members content) {
	mustHave(members, "event.json", "decision.json", "policy.json")
	objects, records := map[string]object{}, []string{}
	for _, path := range slices.Sorted(maps.Keys(members)) {
		if !strings.HasSuffix(path, ".json") || path == "answer.json" {
			continue
		}
		objects[path] = parseObject(members[path])
		require(objects[path] != nil, "content_invalid", path)
		if strings.HasPrefix(path, "records/") {
			records = append(records, path)
		}
	}
	event := objects["event.json"]
	require(event["query_event_id"] == manifest["query_event_id"], "content_invalid", "event.json")
	if manifest["reader"].(object)["kind"] == "querier" && event["outcome"] == "issued" {
		mustHave(members, "answer.json")
	} else {
		require(members["answer.json"] == nil, "content_invalid", "answer.json")
	}
	for _, path := range records {
		id, _ := objects[path]["record_id"].(string)
		fields, isList := objects[path]["fields"].([]any)
		require(isList && path == "records/"+id+".json", "content_invalid", path)
		for _, field := range objectsIn(fields) {
			isNamed := hasTexts(field, "model", "field", "sha256")
			require(isNamed && isOpenOrHidden(field), "content_invalid", path)
		}
	}
	for _, one := range objectsIn(manifest["commitments"]) {
		path := one["of"].(string) + ".json"
		require(isKept(one["sha256"], one["salt"], members[path]), "commitment_differs", path)
	}
	for _, path := range records {
		for _, field := range objectsIn(objects[path]["fields"]) {
			value, _ := field["json"].(string)
			require(isKept(field["sha256"], field["salt"], []byte(value)), "commitment_differs", path)
		}
	}
}

// Whether it has the salt and the text of a commitment, or neither.
func isOpenOrHidden(one object) bool {
	return hasTexts(one, "salt?", "json?") && (one["salt"] == nil) == (one["json"] == nil)
}

// Whether a hash is the commitment to the value; one without salt is hidden.
func isKept(hash, salt any, value []byte) bool {
	encoded, isOpen := salt.(string)
	start, _ := hex.DecodeString(encoded)
	return !isOpen || digest(append(start, value...)) == hash
}

func digest(value []byte) string { return fmt.Sprintf("%x", sha256.Sum256(value)) }

// The logs: entries about the query, in trees whose heads are signed notes. Returns the names of the
// witnesses that confirmed, and of those whose keys are not known.
func checkLogs(
	manifest object, members content, witnesses []note.Verifier,
) (confirmed, unchecked []string) {
	keys := publicKeys(members["keys.json"], "checkpoints")
	confirmed, unchecked = []string{}, []string{}
	for _, path := range slices.Sorted(maps.Keys(members)) {
		if !strings.HasPrefix(path, "log/") {
			continue
		}
		entries, isList := parseObject(members[path])["entries"].([]any)
		require(isList, "log_invalid", path)
		for _, entry := range objectsIn(entries) {
			text, _ := entry["checkpoint"].(string)
			head := strings.SplitN(text+"\n\n\n", "\n", 4) // origin, size, root
			checkpoint, err := openNote(text, head[0], keys, witnesses)
			isAbout := isLogged(entry, head[1], head[2]) && isOpened(entry, manifest, members)
			require(err == nil && isAbout, "log_invalid", path)
			confirmed = append(confirmed, witnessesIn(checkpoint.Sigs, head[0])...)
			unchecked = append(unchecked, witnessesIn(checkpoint.UnverifiedSigs, head[0])...)
		}
	}
	return confirmed, unchecked
}

func witnessesIn(signatures []note.Signature, origin string) (names []string) {
	for _, one := range signatures {
		if one.Name != origin {
			names = append(names, one.Name)
		}
	}
	return names
}

// A checkpoint that one of the keys signed in the name of its log, and each known witness that cosigned.
func openNote(text, origin string, keys content, witnesses []note.Verifier) (*note.Note, error) {
	var named []note.Verifier
	for _, key := range keys {
		text, _ := note.NewEd25519VerifierKey(origin, key)
		if known, err := note.NewVerifier(text); err == nil {
			named = append(named, known)
		}
	}
	_, notSigned := note.Open([]byte(text), note.VerifierList(named...))
	opened, wrong := note.Open([]byte(text), note.VerifierList(append(named, witnesses...)...))
	return opened, errors.Join(notSigned, wrong)
}

// Whether the tree of this size and root includes the leaf of an entry.
func isLogged(entry object, size, root string) bool {
	leaf, _ := entry["leaf"].(string)
	index, _ := entry["index"].(json.Number)
	proof, isList := entry["proof"].([]any)
	var path tlog.RecordProof
	for _, hash := range proof {
		path = append(path, hashOf(hash))
	}
	leaves, wrongSize := strconv.ParseInt(size, 10, 64)
	at, wrongIndex := index.Int64()
	wrong := tlog.CheckRecord(path, leaves, hashOf(root), at, tlog.RecordHash([]byte(leaf)))
	return isList && entry["size"] == json.Number(size) && errors.Join(wrongSize, wrongIndex, wrong) == nil
}

func hashOf(value any) tlog.Hash {
	text, _ := value.(string)
	if hash, _ := tlog.ParseHash(text); hash.String() == text {
		return hash
	}
	return tlog.Hash{} // is in no tree
}

// Whether the leaf is about the query, and its content is the one of the entry and of event.json.
func isOpened(entry, manifest object, members content) bool {
	stated, _ := entry["leaf"].(string)
	leaf := parseObject([]byte(stated))
	text, isOpen := entry["json"].(string)
	start := `{"data":` + string(members["event.json"]) + ","
	isEvent := leaf["type"] != "query.executed.v1" || strings.HasPrefix(text, start)
	isSame := isEvent && isKept(leaf["content"], entry["salt"], []byte(text))
	isAbout := leaf["subject"] == manifest["query_event_id"]
	return isAbout && isOpenOrHidden(entry) && (!isOpen || isSame)
}

// Verifies reliance files (docs/reliance-file.md) offline: form, signature, digests, commitments, logs.
//
// It prints one line of JSON for each file; the exit status is 1 if one is rejected. It does not execute
// assembly.mjs, and says so: ndx verify assembles the answer again.
package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const maxBytes, maxMembers, localBytes, centralBytes = 64 << 20, 10_000, 30, 46

var (
	local, directory = []byte("PK\x03\x04"), []byte("PK\x01\x02")
	// The members that come before the others, and how they sort.
	first    = map[string]string{"manifest.json": " manifest.json", "manifest.jws": " manifest.jws"}
	pathForm = regexp.MustCompile(`\A[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)?\z`)
	// The forms of texts in JSON by their names; other names have any text.
	forms = map[string]*regexp.Regexp{
		"kind":   regexp.MustCompile(`\A(querier|governor|furnisher)\z`),
		"salt":   regexp.MustCompile(`\A[0-9a-f]{32}\z`),
		"sha256": regexp.MustCompile(`\A[0-9a-f]{64}\z`),
	}
)

type (
	object  = map[string]any
	content = map[string][]byte // the members of a file by their paths
)

// Rejects the file unless the rule is met. The member has the fault; nil for the file as a whole.
func require(isMet bool, code string, member any) {
	if !isMet {
		panic(object{"code": code, "member": member})
	}
}

func mustHave(members content, paths ...string) {
	for _, path := range paths {
		require(members[path] != nil, "member_missing", path)
	}
}

// Returns the verdict on a file. saved: a copy of /.well-known/ndx-keys, in place of keys.json, or nil.
func verify(file, saved []byte, witnesses []note.Verifier) (verdict object) {
	defer func() {
		if fault := recover(); fault != nil {
			verdict = fault.(object) // any other panic continues
		}
	}()
	members := readZip(file)
	mustHave(members, "manifest.json", "manifest.jws", "keys.json")
	manifest := parseManifest(members["manifest.json"])
	keys := members["keys.json"]
	if saved != nil {
		keys = saved
	}
	checkSignature(members, publicKeys(keys, "answers"))
	checkDigests(manifest, members)
	checkContent(manifest, members)
	id, logKeys := manifest["query_event_id"], publicKeys(keys, "checkpoints")
	confirmed, unchecked := checkLogs(id, members, logKeys, witnesses)
	verdict = object{"code": "verified", "member": nil, "query_event_id": id}
	verdict["witnesses"], verdict["unchecked_cosignatures"] = confirmed, unchecked
	if members["assembly.mjs"] != nil {
		verdict["assembly"] = "not executed"
	}
	return verdict
}

// The ZIP: stored, and exactly as Python's zipfile writes it, with the manifest and its signature first.
func readZip(file []byte) content {
	require(len(file) <= maxBytes, "too_large", nil)
	require(bytes.HasPrefix(file, local), "not_a_zip", nil)
	var exact bytes.Buffer // its writers never fail
	archive := zip.NewWriter(&exact)
	members, paths, at, before := content{}, []string{}, 0, ""
	for !bytes.HasPrefix(file[at:], directory) {
		path, data := memberAt(bytes.NewBuffer(file[at:]))
		require(members[path] == nil, "duplicate_member", path)
		require(len(members) < maxMembers, "too_large", nil)
		members[path], paths = data, append(paths, path)
		entry, _ := archive.CreateRaw(&zip.FileHeader{
			Name: path, CRC32: crc32.ChecksumIEEE(data),
			CompressedSize64: uint64(len(data)), UncompressedSize64: uint64(len(data)),
			CreatorVersion: 3<<8 | 20, ReaderVersion: 20, ModifiedDate: 0x21, ExternalAttrs: 0o600 << 16,
		})
		_, _ = entry.Write(data)
		_ = archive.Flush()
		order := cmp.Or(first[path], path)
		require(bytes.HasPrefix(file[at:], exact.Bytes()[at:]) && before <= order, "zip_form", path)
		at, before = exact.Len(), order
	}
	_ = archive.Close()
	for _, path := range paths {
		end := at + centralBytes + len(path)
		require(bytes.HasPrefix(file[at:], exact.Bytes()[at:end]), "zip_form", path)
		at = end
	}
	require(bytes.Equal(file[at:], exact.Bytes()[at:]), "zip_form", nil)
	return members
}

func memberAt(rest *bytes.Buffer) (path string, data []byte) {
	require(rest.Len() >= localBytes && bytes.HasPrefix(rest.Bytes(), local), "zip_form", nil)
	short, long := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
	header := rest.Next(localBytes)
	for _, letter := range rest.Next(int(short(header[26:]))) {
		path += string(rune(letter)) // the bytes of any name are text in Latin-1
	}
	require(short(header[8:]) == 0 && long(header[18:]) == long(header[22:]), "compressed", path)
	require(pathForm.MatchString(path), "unsafe_path", path)
	return path, rest.Next(int(long(header[22:])))
}

// The list of everything in a file.
func parseManifest(text []byte) object {
	manifest := parseObject(text)
	reader, _ := manifest["reader"].(object)
	_, isList := manifest["members"].([]any)
	isWhole := manifest["format"] == "ndx-reliance-file/1" && isList &&
		hasTexts(manifest, "query_event_id", "assembly_version?") && hasTexts(reader, "kind", "entity_id")
	for _, listed := range objectsIn(manifest["members"]) {
		_, hasSize := listed["size"].(json.Number)
		isWhole = isWhole && hasSize && hasTexts(listed, "path", "sha256")
	}
	of := []any{}
	for _, one := range objectsIn(manifest["commitments"]) {
		isWhole = isWhole && hasTexts(one, "sha256", "salt?")
		of = append(of, one["of"])
	}
	isWhole = isWhole && slices.Equal(of, []any{"answer", "decision", "event"})
	require(isWhole, "manifest_invalid", "manifest.json")
	return manifest
}

// Whether an object has texts of their forms by these names; a name with ? may be absent.
func hasTexts(one object, names ...string) bool {
	for _, name := range names {
		name, isOptional := strings.CutSuffix(name, "?")
		value, has := one[name]
		text, isText := value.(string)
		isOfForm := isText && (forms[name] == nil || forms[name].MatchString(text))
		if !isOfForm && (has || !isOptional) {
			return false
		}
	}
	return true
}

// The elements of a list; an empty object, which has no form, for any other than an object.
func objectsIn(list any) []object {
	elements, _ := list.([]any)
	objects := make([]object, len(elements))
	for at, element := range elements {
		objects[at], _ = element.(object)
	}
	return objects
}

// The JSON object in UTF-8 bytes; nil for anything else.
func parseObject(text []byte) (parsed object) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if !utf8.Valid(text) || !json.Valid(text) || decoder.Decode(&parsed) != nil {
		return nil
	}
	return parsed
}

// The signature: a detached JWS.
func checkSignature(members, keys content) {
	header, signature, _ := strings.Cut(string(members["manifest.jws"]), "..")
	kid, _ := parseObject(decode(header))["kid"].(string)
	exact := `{"alg":"EdDSA","kid":"` + kid + `","typ":"ndx-reliance-file"}`
	require(encode([]byte(exact)) == header, "signature_invalid", "manifest.jws")
	require(keys[kid] != nil, "key_unknown", "keys.json")
	signed := []byte(header + "." + encode(members["manifest.json"]))
	require(ed25519.Verify(keys[kid], signed, decode(signature)), "signature_invalid", "manifest.jws")
}

// The keys of a purpose by their ids.
func publicKeys(document []byte, purpose string) content {
	found := content{}
	for _, key := range objectsIn(parseObject(document)["keys"]) {
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
		mustHave(members, path)
		require(listed["size"] == json.Number(fmt.Sprint(len(members[path]))), "digest_differs", path)
		require(digest(members[path]) == listed["sha256"], "digest_differs", path)
		known[path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(members)) {
		require(known[path], "member_unexpected", path)
	}
}

func checkContent(manifest object, members content) {
	mustHave(members, "event.json", "decision.json", "policy.json")
	for _, path := range slices.Sorted(maps.Keys(members)) {
		if strings.HasSuffix(path, ".json") && path != "answer.json" {
			parsed := parseObject(members[path])
			require(parsed != nil, "content_invalid", path)
			if strings.HasPrefix(path, "records/") {
				checkRecord(parsed, path)
			}
		}
	}
	event := parseObject(members["event.json"])
	require(event["query_event_id"] == manifest["query_event_id"], "content_invalid", "event.json")
	isAnswered := manifest["reader"].(object)["kind"] == "querier" && event["outcome"] == "issued"
	require(!isAnswered || members["answer.json"] != nil, "member_missing", "answer.json")
	require(isAnswered || members["answer.json"] == nil, "content_invalid", "answer.json")
	for _, one := range objectsIn(manifest["commitments"]) {
		path := one["of"].(string) + ".json"
		require(isKept(one["sha256"], one["salt"], members[path]), "commitment_differs", path)
	}
}

func checkRecord(record object, path string) {
	id, _ := record["record_id"].(string)
	_, isList := record["fields"].([]any)
	require(isList && path == "records/"+id+".json", "content_invalid", path)
	for _, field := range objectsIn(record["fields"]) {
		isField := hasTexts(field, "model", "field", "sha256") && isOpenOrHidden(field)
		require(isField, "content_invalid", path)
		value, _ := field["json"].(string)
		require(isKept(field["sha256"], field["salt"], []byte(value)), "commitment_differs", path)
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
func checkLogs(id any, members, keys content, known []note.Verifier) (confirmed, unchecked []string) {
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
			checkpoint, isSigned := openNote(text, head[0], keys, known)
			isProven := isLogged(entry, head[1], head[2]) && isOpened(entry, id, members["event.json"])
			require(isSigned && isProven, "log_invalid", path)
			confirmed = append(confirmed, witnessesIn(checkpoint.Sigs, head[0], path)...)
			unchecked = append(unchecked, witnessesIn(checkpoint.UnverifiedSigs, head[0], path)...)
		}
	}
	return confirmed, unchecked
}

func witnessesIn(signatures []note.Signature, origin, path string) (names []string) {
	for _, one := range signatures {
		_, respelled := base64.StdEncoding.Strict().DecodeString(one.Base64)
		require(respelled == nil, "log_invalid", path)
		if one.Name != origin {
			names = append(names, one.Name)
		}
	}
	return names
}

// Whether one of the keys signed a checkpoint in the name of its log, and each known witness cosigned.
func openNote(text, origin string, keys content, known []note.Verifier) (*note.Note, bool) {
	var named []note.Verifier
	for _, key := range keys {
		text, _ := note.NewEd25519VerifierKey(origin, key)
		if verifier, err := note.NewVerifier(text); err == nil {
			named = append(named, verifier)
		}
	}
	_, notSigned := note.Open([]byte(text), note.VerifierList(named...))
	opened, wrong := note.Open([]byte(text), note.VerifierList(append(named, known...)...))
	return opened, notSigned == nil && wrong == nil
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
	leaves, wrongSize := json.Number(size).Int64()
	at, wrongIndex := index.Int64()
	wrong := tlog.CheckRecord(path, leaves, hashOf(root), at, tlog.RecordHash([]byte(leaf)))
	isSized := isList && entry["size"] == json.Number(size)
	return isSized && wrongSize == nil && wrongIndex == nil && wrong == nil
}

func hashOf(value any) tlog.Hash {
	text, _ := value.(string)
	if hash, _ := tlog.ParseHash(text); hash.String() == text {
		return hash
	}
	return tlog.Hash{} // is in no tree
}

// Whether the leaf is about the query, and its content is the one of the entry and of event.json.
func isOpened(entry object, id any, event []byte) bool {
	stated, _ := entry["leaf"].(string)
	leaf := parseObject([]byte(stated))
	text, isOpen := entry["json"].(string)
	isEvent := strings.HasPrefix(text, `{"data":`+string(event)+",")
	isOfFile := !isOpen || isEvent || leaf["type"] != "query.executed.v1"
	isSame := isKept(leaf["content"], entry["salt"], []byte(text))
	return leaf["subject"] == id && isOpenOrHidden(entry) && isOfFile && isSame
}

func main() {
	var saved []byte
	flag.Func("keys", "a saved copy of /.well-known/ndx-keys", func(path string) (err error) {
		saved, err = os.ReadFile(path)
		return err
	})
	var witnesses []note.Verifier
	flag.Func("witness", "verifier key of a witness, name+id+key; repeatable", func(key string) error {
		known, err := torchwood.NewCosignatureVerifier(key)
		witnesses = append(witnesses, known)
		return err
	})
	flag.Parse()
	status := 0
	for _, path := range flag.Args() {
		file, err := os.ReadFile(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		verdict := verify(file, saved, witnesses)
		if verdict["file"] = path; verdict["code"] != "verified" {
			status = 1
		}
		_ = json.NewEncoder(os.Stdout).Encode(verdict)
	}
	os.Exit(status)
}

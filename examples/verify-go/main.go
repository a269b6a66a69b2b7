// Verifies reliance files (docs/reliance-file.md) offline: form, signature, digests, commitments, logs.
//
// It prints one line of JSON for each file; the exit status is 1 if one is rejected. It does not execute
// assembly.mjs, and says so: npx ndx verify assembles the answer again.
package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
)

const maxBytes, maxMembers, localBytes, centralBytes = 64 << 20, 10_000, 30, 46

var (
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

// Returns the verdict on a file. trusted: a saved copy of /.well-known/ndx-keys, or nil.
func verify(file, trusted []byte, witnesses []note.Verifier) (verdict object) {
	defer func() {
		if fault := recover(); fault != nil {
			verdict = fault.(object) // any other panic continues
		}
	}()
	members := readZip(file)
	mustHave(members, "manifest.json", "manifest.jws", "keys.json")
	manifest := parseManifest(members["manifest.json"])
	require(manifest != nil, "manifest_invalid", "manifest.json")
	checkSignature(members, trusted)
	checkDigests(manifest, members)
	checkContent(manifest, members)
	confirmed, unchecked := checkLogs(manifest, members, witnesses)
	verdict = object{"code": "verified", "member": nil, "query_event_id": manifest["query_event_id"]}
	verdict["witnesses"], verdict["unchecked_cosignatures"] = confirmed, unchecked
	if members["assembly.mjs"] != nil {
		verdict["assembly"] = "not executed"
	}
	return verdict
}

// The ZIP: stored, and exactly as Python's zipfile writes it.
func readZip(file []byte) content {
	require(len(file) <= maxBytes, "too_large", nil)
	paths, members := scan(file)
	require(len(paths) > 0, "not_a_zip", nil)
	rest, owners := file, ownersOf(paths, members)
	for at, part := range writeZip(paths, members) {
		require(bytes.HasPrefix(rest, part), "zip_form", owners[at])
		rest = rest[len(part):]
	}
	require(len(rest) == 0, "zip_form", owners[2*len(paths)])
	first := map[string]string{"manifest.json": " manifest.json", "manifest.jws": " manifest.jws"}
	before := ""
	for _, path := range paths {
		order := cmp.Or(first[path], path)
		require(before <= order, "zip_form", path)
		before = order
	}
	return members
}

func scan(file []byte) (paths []string, members content) {
	short, long := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
	members = content{}
	rest := bytes.NewBuffer(file)
	for rest.Len() >= localBytes && bytes.HasPrefix(rest.Bytes(), []byte("PK\x03\x04")) {
		header := rest.Next(localBytes)
		path := ""
		for _, letter := range rest.Next(int(short(header[26:]))) {
			path += string(rune(letter)) // the bytes of any name are text in Latin-1
		}
		method, stored, size := short(header[8:]), long(header[18:]), long(header[22:])
		require(method == 0 && stored == size, "compressed", path)
		require(pathForm.MatchString(path), "unsafe_path", path)
		require(members[path] == nil, "duplicate_member", path)
		require(len(paths) < maxMembers, "too_large", nil)
		rest.Next(int(short(header[28:]))) // the extra field
		paths, members[path] = append(paths, path), rest.Next(int(size))
	}
	return paths, members
}

// The parts of the ZIP that these members make: each with its local header, their entries, the end.
func writeZip(paths []string, members content) (parts [][]byte) {
	var out bytes.Buffer // its writers never fail
	archive := zip.NewWriter(&out)
	for _, path := range paths {
		size := uint64(len(members[path]))
		entry, _ := archive.CreateRaw(&zip.FileHeader{
			Name: path, CRC32: crc32.ChecksumIEEE(members[path]),
			CompressedSize64: size, UncompressedSize64: size,
			CreatorVersion: 3<<8 | 20, ReaderVersion: 20, ModifiedDate: 0x21, ExternalAttrs: 0o600 << 16,
		})
		_, _ = entry.Write(members[path])
	}
	_ = archive.Close()
	for _, path := range paths {
		parts = append(parts, out.Next(localBytes+len(path)+len(members[path])))
	}
	for _, path := range paths {
		parts = append(parts, out.Next(centralBytes+len(path)))
	}
	return append(parts, out.Bytes())
}

// The members to which these parts belong, as the manifest names them; nil for the end.
func ownersOf(paths []string, members content) (owners []any) {
	if manifest := parseManifest(members[paths[0]]); manifest != nil {
		owners = append(owners, "manifest.json", "manifest.jws")
		for _, listed := range objectsIn(manifest["members"]) {
			owners = append(owners, listed["path"])
		}
	}
	found, listed := len(paths), len(owners)
	if found < listed { // the header of a further member was not found
		return append(owners[:found], slices.Repeat(owners[found:found+1], found+1)...)
	}
	for _, path := range paths[listed:] {
		owners = append(owners, path)
	}
	return slices.Concat(owners, owners, []any{nil})
}

// The manifest; nil for anything else.
func parseManifest(text []byte) object {
	manifest := parseObject(text)
	reader, _ := manifest["reader"].(object)
	_, isList := manifest["members"].([]any)
	commitments := objectsIn(manifest["commitments"])
	isWhole := manifest["format"] == "ndx-reliance-file/1" && isList && len(commitments) == 3 &&
		hasTexts(manifest, "query_event_id", "assembly_version?") && hasTexts(reader, "kind", "entity_id")
	for _, listed := range objectsIn(manifest["members"]) {
		_, hasSize := listed["size"].(json.Number)
		isWhole = isWhole && hasSize && hasTexts(listed, "path", "sha256")
	}
	for at, one := range commitments {
		isOf := at < 3 && one["of"] == [3]string{"answer", "decision", "event"}[at]
		isWhole = isWhole && isOf && hasTexts(one, "sha256", "salt?")
	}
	if !isWhole {
		return nil
	}
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

func main() {
	var trusted []byte
	flag.Func("keys", "a saved copy of /.well-known/ndx-keys", func(path string) (err error) {
		trusted, err = os.ReadFile(path)
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
		verdict := verify(file, trusted, witnesses)
		if verdict["file"] = path; verdict["code"] != "verified" {
			status = 1
		}
		_ = json.NewEncoder(os.Stdout).Encode(verdict)
	}
	os.Exit(status)
}

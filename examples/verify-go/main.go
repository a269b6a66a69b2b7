// Verifies reliance files (docs/reliance-file.md) offline: form, signature, digests, commitments, logs.
//
// It prints one line of JSON for each file; the exit status is 1 if one is rejected. It does not run
// assembly.mjs, so it does not decide the last step.
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
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	manifestPath, signaturePath, keysPath, answerPath = "manifest.json", "manifest.jws", "keys.json", "answer.json"
	maxBytes, maxMembers, localBytes, centralBytes    = 64 << 20, 10_000, 30, 46
)

var (
	pathForm = regexp.MustCompile(`\A[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)?\z`)
	anyForm  = regexp.MustCompile(``)
	hashForm = regexp.MustCompile(`\A[0-9a-f]{64}\z`)
	saltForm = regexp.MustCompile(`\A[0-9a-f]{32}\z`)
	text     = base64.RawURLEncoding.Strict()
)

type object = map[string]any

// The first fault of a file, and the member that has it; none for the file as a whole.
type rejected struct{ code, member string }

func reject(code, member string) { panic(&rejected{code, member}) }

// The members of a file, in its order.
type zipFile struct {
	paths   []string
	content map[string][]byte
}

func (file zipFile) require(path string) {
	if file.content[path] == nil {
		reject("member_missing", path)
	}
}

// Returns the manifest. trusted: a saved copy of /.well-known/ndx-keys, or nil.
func verify(file, trusted []byte) (manifest object, fault *rejected) {
	defer func() {
		if value := recover(); value != nil {
			fault = value.(*rejected) // any other panic continues
		}
	}()
	members := readZip(file)
	for _, path := range []string{manifestPath, signaturePath, keysPath} {
		members.require(path)
	}
	if manifest = parseManifest(members.content[manifestPath]); manifest == nil {
		reject("manifest_invalid", manifestPath)
	}
	checkSignature(members, trusted)
	checkDigests(manifest, members)
	checkContent(manifest, members)
	checkLogs(manifest, members)
	return manifest, nil
}

// The ZIP: stored, and exactly as Python's zipfile writes it

func readZip(file []byte) zipFile {
	if len(file) > maxBytes {
		reject("too_large", "")
	}
	members := scan(file)
	if len(members.paths) == 0 {
		reject("not_a_zip", "")
	}
	if exact := writeZip(members); !bytes.Equal(exact, file) {
		reject("zip_form", damaged(exact, file, members))
	}
	first := map[string]string{manifestPath: " " + manifestPath, signaturePath: " " + signaturePath}
	order := func(path string) string { return cmp.Or(first[path], path) }
	for at, path := range members.paths[1:] {
		if order(path) < order(members.paths[at]) {
			reject("zip_form", path)
		}
	}
	return members
}

func scan(file []byte) zipFile {
	members := zipFile{content: map[string][]byte{}}
	for rest := file; len(rest) >= localBytes && string(rest[:4]) == "PK\x03\x04"; {
		short, long := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
		method, stored, size := short(rest[8:]), long(rest[18:]), long(rest[22:])
		nameSize, extra := int(short(rest[26:])), int(short(rest[28:]))
		path := ""
		for _, letter := range clip(rest, localBytes, nameSize) {
			path += string(rune(letter)) // the bytes of any name are text in Latin-1
		}
		if method != 0 || stored != size {
			reject("compressed", path)
		}
		if !pathForm.MatchString(path) {
			reject("unsafe_path", path)
		}
		if members.content[path] != nil {
			reject("duplicate_member", path)
		}
		if len(members.paths) == maxMembers {
			reject("too_large", "")
		}
		start := localBytes + nameSize + extra
		members.paths = append(members.paths, path)
		members.content[path] = clip(rest, start, int(size))
		rest = clip(rest, start+int(size), len(rest))
	}
	return members
}

// The part of the bytes that is there.
func clip(content []byte, start, size int) []byte {
	start = min(start, len(content))
	return content[start:min(start+size, len(content))]
}

func writeZip(members zipFile) []byte {
	var out bytes.Buffer // its writers never fail
	archive := zip.NewWriter(&out)
	for _, path := range members.paths {
		content := members.content[path]
		size := uint64(len(content))
		entry, _ := archive.CreateRaw(&zip.FileHeader{
			Name: path, CRC32: crc32.ChecksumIEEE(content),
			CompressedSize64: size, UncompressedSize64: size,
			CreatorVersion: 3<<8 | 20, ReaderVersion: 20, ModifiedDate: 0x21, ExternalAttrs: 0o600 << 16,
		})
		_, _ = entry.Write(content)
	}
	_ = archive.Close()
	return out.Bytes()
}

// The member to which the first other byte belongs, by its local part or its entry.
func damaged(exact, file []byte, members zipFile) string {
	position := 0
	for position < min(len(exact), len(file)) && exact[position] == file[position] {
		position++
	}
	names := []string{}
	if manifest := parseManifest(members.content[members.paths[0]]); manifest != nil {
		names = append(names, manifestPath, signaturePath)
		for _, one := range manifest["members"].([]any) {
			names = append(names, one.(object)["path"].(string))
		}
	}
	listed := len(names)
	names = append(names, members.paths[min(listed, len(members.paths)):]...)
	for at, path := range members.paths {
		if position -= localBytes + len(path) + len(members.content[path]); position < 0 {
			return names[at]
		}
	}
	if len(members.paths) < listed { // the header of a further member was not found
		return names[len(members.paths)]
	}
	for at, path := range members.paths {
		if position -= centralBytes + len(path); position < 0 {
			return names[at]
		}
	}
	return ""
}

// The signature: a detached JWS

func checkSignature(members zipFile, trusted []byte) {
	header, rest, _ := strings.Cut(string(members.content[signaturePath]), ".")
	kid, isText := parseObject(decode(header))["kid"].(string)
	exact := fmt.Sprintf(`{"alg":"EdDSA","kid":"%s","typ":"ndx-reliance-file"}`, kid)
	if !isText || text.EncodeToString([]byte(exact)) != header {
		reject("signature_invalid", signaturePath)
	}
	key := publicKeys(members.content[keysPath], "answers")[kid]
	if key == nil || trusted != nil && !bytes.Equal(publicKeys(trusted, "answers")[kid], key) {
		reject("key_unknown", keysPath)
	}
	signature, isDetached := strings.CutPrefix(rest, ".")
	signed := header + "." + text.EncodeToString(members.content[manifestPath])
	if !isDetached || !ed25519.Verify(key, []byte(signed), decode(signature)) {
		reject("signature_invalid", signaturePath)
	}
}

// The keys of a purpose by their ids.
func publicKeys(keys []byte, purpose string) map[string][]byte {
	listed, _ := parseObject(keys)["keys"].([]any)
	found := map[string][]byte{}
	for _, one := range listed {
		key, _ := one.(object)
		kid, isText := key["kid"].(string)
		x, _ := key["x"].(string)
		if public := decode(x); isText && key["purpose"] == purpose && len(public) == 32 {
			found[kid] = public
		}
	}
	return found
}

// The bytes in the one spelling of base64url without padding; nil for any other text.
func decode(encoded string) []byte {
	content, err := text.DecodeString(encoded)
	if err != nil || text.EncodeToString(content) != encoded {
		return nil
	}
	return content
}

// Digests, contents and commitments

func checkDigests(manifest object, members zipFile) {
	known := map[string]bool{manifestPath: true, signaturePath: true}
	for _, one := range manifest["members"].([]any) {
		path := one.(object)["path"].(string)
		size, _ := one.(object)["size"].(json.Number).Float64()
		members.require(path)
		content := members.content[path]
		if float64(len(content)) != size || digest(content) != one.(object)["sha256"] {
			reject("digest_differs", path)
		}
		known[path] = true
	}
	for _, path := range members.paths {
		if !known[path] {
			reject("member_unexpected", path)
		}
	}
}

func checkContent(manifest object, members zipFile) {
	for _, path := range []string{"event.json", "decision.json", "policy.json"} {
		members.require(path)
	}
	objects, records := map[string]object{}, []string{}
	for _, path := range members.paths {
		if !strings.HasSuffix(path, ".json") || path == answerPath {
			continue
		}
		if objects[path] = parseObject(members.content[path]); objects[path] == nil {
			reject("content_invalid", path)
		}
		if strings.HasPrefix(path, "records/") {
			records = append(records, path)
		}
	}
	event := objects["event.json"]
	if event["query_event_id"] != manifest["query_event_id"] {
		reject("content_invalid", "event.json")
	}
	if manifest["reader"].(object)["kind"] == "querier" && event["outcome"] == "issued" {
		members.require(answerPath)
	} else if members.content[answerPath] != nil {
		reject("content_invalid", answerPath)
	}
	for _, path := range records {
		if !isRecord(path, objects[path]) {
			reject("content_invalid", path)
		}
	}
	for _, one := range manifest["commitments"].([]any) {
		path := one.(object)["of"].(string) + ".json"
		if !isKept(one.(object), members.content[path]) {
			reject("commitment_differs", path)
		}
	}
	for _, path := range records {
		for _, field := range objects[path]["fields"].([]any) {
			value, _ := field.(object)["json"].(string)
			if !isKept(field.(object), []byte(value)) {
				reject("commitment_differs", path)
			}
		}
	}
}

func isRecord(path string, record object) bool {
	id, isText := record["record_id"].(string)
	fields, isList := record["fields"].([]any)
	if !isText || !isList || path != "records/"+id+".json" {
		return false
	}
	for _, one := range fields {
		field, _ := one.(object)
		_, hasSalt := field["salt"]
		_, hasValue := field["json"]
		isNamed := matches(anyForm, field["model"]) && matches(anyForm, field["field"])
		isVisible := matches(saltForm, field["salt"]) && matches(anyForm, field["json"])
		if !isNamed || !matches(hashForm, field["sha256"]) || !isVisible && (hasSalt || hasValue) {
			return false
		}
	}
	return true
}

// Whether a commitment that states its salt is to the content.
func isKept(one object, content []byte) bool {
	salt, isOpen := one["salt"].(string)
	bytes, _ := hex.DecodeString(salt)
	return !isOpen || digest(append(bytes, content...)) == one["sha256"]
}

func parseManifest(content []byte) object {
	manifest := parseObject(content)
	reader, _ := manifest["reader"].(object)
	members, isList := manifest["members"].([]any)
	commitments, _ := manifest["commitments"].([]any)
	isReader := slices.Contains([]any{"querier", "governor", "furnisher"}, reader["kind"])
	isNamed := matches(anyForm, manifest["query_event_id"]) && matches(anyForm, reader["entity_id"])
	isWhole := manifest["format"] == "ndx-reliance-file/1" && isReader && isNamed && isList
	if !isWhole || len(commitments) != 3 {
		return nil
	}
	for _, one := range members {
		listed, _ := one.(object)
		_, hasSize := listed["size"].(json.Number)
		if !matches(anyForm, listed["path"]) || !hasSize || !matches(hashForm, listed["sha256"]) {
			return nil
		}
	}
	for at, of := range []string{"answer", "decision", "event"} {
		one, _ := commitments[at].(object)
		salt, hasSalt := one["salt"]
		if one["of"] != of || !matches(hashForm, one["sha256"]) || hasSalt && !matches(saltForm, salt) {
			return nil
		}
	}
	return manifest
}

func matches(form *regexp.Regexp, value any) bool {
	content, isText := value.(string)
	return isText && form.MatchString(content)
}

// The JSON object in UTF-8 bytes; nil for anything else.
func parseObject(content []byte) object {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	var value any
	if !utf8.Valid(content) || !json.Valid(content) || decoder.Decode(&value) != nil {
		return nil
	}
	parsed, _ := value.(object)
	return parsed
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func main() {
	var trusted []byte
	flag.Func("keys", "a saved copy of /.well-known/ndx-keys", func(path string) (err error) {
		trusted, err = os.ReadFile(path)
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
		verdict := object{"file": path, "code": "verified", "member": nil}
		manifest, fault := verify(file, trusted)
		if fault == nil {
			verdict["query_event_id"] = manifest["query_event_id"]
		} else if status, verdict["code"] = 1, fault.code; fault.member != "" {
			verdict["member"] = fault.member
		}
		line, _ := json.Marshal(verdict)
		fmt.Println(string(line))
	}
	os.Exit(status)
}

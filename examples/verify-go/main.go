// Verifies reliance files (docs/reliance-file.md) offline: form, signature, digests, commitments, logs.
//
// It prints one line of JSON for each file; the exit status is 1 if one is rejected. It does not execute
// assembly.mjs, and says so: npx ndx verify assembles the answer again.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
)

var (
	anyText  = regexp.MustCompile(``)
	hashForm = regexp.MustCompile(`\A[0-9a-f]{64}\z`)
	saltForm = regexp.MustCompile(`\A[0-9a-f]{32}\z`)
	kindForm = regexp.MustCompile(`\A(querier|governor|furnisher)\z`)
	fileForm = regexp.MustCompile(`\Andx-reliance-file/1\z`)
)

type object = map[string]any

// The first fault of a file, and the member that has it; none for the file as a whole.
type rejected struct{ code, member string }

func reject(code, member string) { panic(rejected{code, member}) }

// Returns the verdict on a file. trusted: a saved copy of /.well-known/ndx-keys, or nil.
func verify(file, trusted []byte, witnesses []note.Verifier) (verdict object) {
	defer func() {
		if value := recover(); value != nil {
			fault := value.(rejected) // any other panic continues
			verdict = object{"code": fault.code, "member": fault.member}
			if fault.member == "" {
				verdict["member"] = nil
			}
		}
	}()
	members := readZip(file)
	members.require("manifest.json", "manifest.jws", "keys.json")
	manifest := parseManifest(members.content["manifest.json"])
	if manifest == nil {
		reject("manifest_invalid", "manifest.json")
	}
	checkSignature(members, trusted)
	checkDigests(manifest, members)
	checkContent(manifest, members)
	verdict = checkLogs(manifest, members, witnesses)
	verdict["code"], verdict["member"] = "verified", nil
	verdict["query_event_id"] = manifest["query_event_id"]
	if members.content["assembly.mjs"] != nil {
		verdict["assembly"] = "not executed"
	}
	return verdict
}

// The signature: a detached JWS

func checkSignature(members zipFile, trusted []byte) {
	header, rest, _ := strings.Cut(string(members.content["manifest.jws"]), ".")
	kid, isText := parseObject(decode(header))["kid"].(string)
	exact := fmt.Sprintf(`{"alg":"EdDSA","kid":"%s","typ":"ndx-reliance-file"}`, kid)
	if !isText || base64.RawURLEncoding.EncodeToString([]byte(exact)) != header {
		reject("signature_invalid", "manifest.jws")
	}
	key := publicKeys(members.content["keys.json"], "answers")[kid]
	if key == nil || trusted != nil && !bytes.Equal(publicKeys(trusted, "answers")[kid], key) {
		reject("key_unknown", "keys.json")
	}
	signature, isDetached := strings.CutPrefix(rest, ".")
	signed := header + "." + base64.RawURLEncoding.EncodeToString(members.content["manifest.json"])
	if !isDetached || !ed25519.Verify(key, []byte(signed), decode(signature)) {
		reject("signature_invalid", "manifest.jws")
	}
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

// The bytes in the one spelling of base64url without padding; nil for any other text.
func decode(encoded string) []byte {
	content, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	if err != nil || base64.RawURLEncoding.EncodeToString(content) != encoded {
		return nil
	}
	return content
}

// Digests, contents and commitments

func checkDigests(manifest object, members zipFile) {
	known := map[string]bool{"manifest.json": true, "manifest.jws": true}
	for _, listed := range objectsIn(manifest["members"]) {
		path := listed["path"].(string)
		size, _ := listed["size"].(json.Number).Float64()
		members.require(path)
		content := members.content[path]
		if float64(len(content)) != size || digest(content) != listed["sha256"] {
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
	members.require("event.json", "decision.json", "policy.json")
	objects, records := map[string]object{}, []string{}
	for _, path := range members.paths {
		if !strings.HasSuffix(path, ".json") || path == "answer.json" {
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
		members.require("answer.json")
	} else if members.content["answer.json"] != nil {
		reject("content_invalid", "answer.json")
	}
	for _, path := range records {
		if !isRecord(path, objects[path]) {
			reject("content_invalid", path)
		}
	}
	for _, one := range objectsIn(manifest["commitments"]) {
		path := one["of"].(string) + ".json"
		if !isKept(one, members.content[path]) {
			reject("commitment_differs", path)
		}
	}
	for _, path := range records {
		for _, field := range objectsIn(objects[path]["fields"]) {
			value, _ := field["json"].(string)
			if !isKept(field, []byte(value)) {
				reject("commitment_differs", path)
			}
		}
	}
}

func isRecord(path string, record object) bool {
	id, isText := record["record_id"].(string)
	_, isList := record["fields"].([]any)
	for _, field := range objectsIn(record["fields"]) {
		_, hasSalt := field["salt"]
		_, hasValue := field["json"]
		isVisible := matches(saltForm, field["salt"]) && matches(anyText, field["json"])
		isNamed := matches(anyText, field["model"]) && matches(anyText, field["field"])
		if !isNamed || !matches(hashForm, field["sha256"]) || !isVisible && (hasSalt || hasValue) {
			return false
		}
	}
	return isText && isList && path == "records/"+id+".json"
}

// Whether a commitment that states its salt is to the content.
func isKept(one object, content []byte) bool {
	salt, isOpen := one["salt"].(string)
	bytes, _ := hex.DecodeString(salt)
	return !isOpen || digest(append(bytes, content...)) == one["sha256"]
}

// The manifest; nil for anything else.
func parseManifest(content []byte) object {
	manifest := parseObject(content)
	reader, _ := manifest["reader"].(object)
	_, isList := manifest["members"].([]any)
	commitments := objectsIn(manifest["commitments"])
	version, hasVersion := manifest["assembly_version"]
	isWhole := matches(fileForm, manifest["format"]) && matches(anyText, manifest["query_event_id"]) &&
		matches(kindForm, reader["kind"]) && matches(anyText, reader["entity_id"]) && isList &&
		len(commitments) == 3 && (!hasVersion || matches(anyText, version))
	for _, listed := range objectsIn(manifest["members"]) {
		_, hasSize := listed["size"].(json.Number)
		isListed := matches(anyText, listed["path"]) && matches(hashForm, listed["sha256"])
		isWhole = isWhole && hasSize && isListed
	}
	for at, one := range commitments {
		salt, hasSalt := one["salt"]
		isSalted := !hasSalt || matches(saltForm, salt)
		isOf := at < 3 && one["of"] == [3]string{"answer", "decision", "event"}[at]
		isWhole = isWhole && isOf && matches(hashForm, one["sha256"]) && isSalted
	}
	if !isWhole {
		return nil
	}
	return manifest
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
	var witnesses []note.Verifier
	flag.Func("witness", "verifier key of a witness, name+id+key; repeatable", func(key string) error {
		known, err := parseWitness(key)
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
		line, _ := json.Marshal(verdict)
		fmt.Println(string(line))
	}
	os.Exit(status)
}

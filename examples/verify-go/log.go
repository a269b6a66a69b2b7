package main

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// The logs: entries about the query, in trees whose heads are signed notes.
func checkLogs(manifest object, members zipFile) {
	keys := publicKeys(members.content[keysPath], "checkpoints")
	for _, path := range members.paths {
		if !strings.HasPrefix(path, "log/") {
			continue
		}
		entries, isList := parseObject(members.content[path])["entries"].([]any)
		if !isList {
			reject("log_invalid", path)
		}
		for _, one := range entries {
			entry, _ := one.(object)
			leaf, _ := entry["leaf"].(string)
			stated := parseObject([]byte(leaf))
			isOfQuery := stated["subject"] == manifest["query_event_id"]
			if !isIncluded(entry, leaf, keys) || !isOfQuery || !isOpened(entry, stated, members) {
				reject("log_invalid", path)
			}
		}
	}
}

// Whether a checkpoint that one of the keys signed in the name of its log includes the leaf.
func isIncluded(entry object, leaf string, keys map[string][]byte) bool {
	checkpoint, _ := entry["checkpoint"].(string)
	origin, rest, _ := strings.Cut(checkpoint, "\n")
	var named []note.Verifier
	for _, key := range keys {
		text, err := note.NewEd25519VerifierKey(origin, key)
		if err != nil {
			return false
		}
		verifier, err := note.NewVerifier(text)
		if err != nil {
			return false
		}
		named = append(named, verifier)
	}
	if _, err := note.Open([]byte(checkpoint), note.VerifierList(named...)); err != nil {
		return false
	}
	size, rest, _ := strings.Cut(rest, "\n")
	root, _, _ := strings.Cut(rest, "\n")
	count, err := strconv.ParseInt(size, 10, 64)
	index, isIndex := entry["index"].(json.Number)
	at, wrong := index.Int64()
	proof, isList := entry["proof"].([]any)
	if err != nil || wrong != nil || !isIndex || !isList || entry["size"] != json.Number(size) {
		return false
	}
	var path tlog.RecordProof
	for _, one := range proof {
		hash, _ := one.(string)
		path = append(path, hashOf(hash))
	}
	return tlog.CheckRecord(path, count, hashOf(root), at, tlog.RecordHash([]byte(leaf))) == nil
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

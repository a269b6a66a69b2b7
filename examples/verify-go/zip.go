package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"regexp"
)

const maxBytes, maxMembers, localBytes, centralBytes = 64 << 20, 10_000, 30, 46

var pathForm = regexp.MustCompile(`\A[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)?\z`)

// The members of a file, in its order.
type zipFile struct {
	paths   []string
	content map[string][]byte
}

func (file zipFile) require(paths ...string) {
	for _, path := range paths {
		if file.content[path] == nil {
			reject("member_missing", path)
		}
	}
}

// The ZIP: stored, and exactly as Python's zipfile writes it.
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
	first := map[string]string{"manifest.json": " manifest.json", "manifest.jws": " manifest.jws"}
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
		names = append(names, "manifest.json", "manifest.jws")
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

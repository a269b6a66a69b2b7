"""Verifies reliance files (docs/reliance-file.md) offline: form, signature, digests, commitments,
logs.

Prints one line of JSON for each file; the exit status is 1 if one is rejected. It does not run
`assembly.mjs`, so it does not decide the last step.
"""

import argparse
import base64
import hashlib
import io
import json
import re
import struct
import sys
import zipfile
from pathlib import Path

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MANIFEST, SIGNATURE, KEYS, ANSWER = "manifest.json", "manifest.jws", "keys.json", "answer.json"
REQUIRED = ("event.json", "decision.json", "policy.json")
MAX_BYTES, MAX_MEMBERS = 64 * 1024 * 1024, 10_000
LOCAL_BYTES, CENTRAL_BYTES = 30, 46
PATH = re.compile(r"[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)?")
HASH = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"[0-9a-f]{32}")


class Rejected(Exception):
    """The first fault of a file, and the member that has it."""

    def __init__(self, code, member=None):
        super().__init__(code, member)
        self.code, self.member = code, member


def verify(file, trusted=None):
    """Returns the manifest. `trusted`: a saved copy of /.well-known/ndx-keys."""
    members = read_zip(file)
    for path in (MANIFEST, SIGNATURE, KEYS):
        if path not in members:
            raise Rejected("member_missing", path)
    manifest = parse_manifest(members[MANIFEST])
    if manifest is None:
        raise Rejected("manifest_invalid", MANIFEST)
    check_signature(members, trusted)
    check_digests(manifest, members)
    check_content(manifest, members)
    check_logs(manifest, members)
    return manifest


# The ZIP: stored, and exactly as `zipfile` writes it


def read_zip(file):
    if len(file) > MAX_BYTES:
        raise Rejected("too_large")
    members = scan(file)
    if not members:
        raise Rejected("not_a_zip")
    exact = write_zip(members)
    if exact != file:
        raise Rejected("zip_form", damaged(exact, file, members))
    order = [path if path not in (MANIFEST, SIGNATURE) else f" {path}" for path in members]
    for before, here, path in zip(order, order[1:], list(members)[1:]):
        if here < before:
            raise Rejected("zip_form", path)
    return members


def scan(file):
    members, at = {}, 0
    while file[at : at + 4] == b"PK\3\4" and len(file) >= at + LOCAL_BYTES:
        method, stored, size, name_size, extra = struct.unpack_from("<8xH8xIIHH", file, at)
        start = at + LOCAL_BYTES
        path = file[start : start + name_size].decode("latin-1")
        if method != 0 or stored != size:
            raise Rejected("compressed", path)
        if not PATH.fullmatch(path):
            raise Rejected("unsafe_path", path)
        if path in members:
            raise Rejected("duplicate_member", path)
        if len(members) == MAX_MEMBERS:
            raise Rejected("too_large")
        start += name_size + extra
        at = start + size
        members[path] = file[start:at]
    return members


def write_zip(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path, content in members.items():
            info = zipfile.ZipInfo(path)
            info.create_system = 3  # also where Python runs on Windows
            archive.writestr(info, content)
    return out.getvalue()


def damaged(exact, file, members):
    """The member to which the first other byte belongs, by its local part or its entry."""
    position = next((n for n, (a, b) in enumerate(zip(exact, file)) if a != b), None)
    position = min(len(exact), len(file)) if position is None else position
    paths = list(members)
    manifest = parse_manifest(members[paths[0]])
    listed = [MANIFEST, SIGNATURE, *(m["path"] for m in manifest["members"])] if manifest else []
    names = listed + paths[len(listed) :]
    for path, name in zip(paths, names):
        position -= LOCAL_BYTES + len(path) + len(members[path])
        if position < 0:
            return name
    if len(paths) < len(listed):
        return listed[len(paths)]  # the header of a further member was not found
    for path, name in zip(paths, names):
        position -= CENTRAL_BYTES + len(path)
        if position < 0:
            return name
    return None


# The signature: a detached JWS


def check_signature(members, trusted):
    jws = members[SIGNATURE].decode("utf-8", "replace")
    header, _, rest = jws.partition(".")
    head = json_object(from_base64url(header) or b"") or {}
    kid = head.get("kid")
    exact = {"alg": "EdDSA", "kid": kid, "typ": "ndx-reliance-file"}
    if not isinstance(kid, str) or to_base64url(rfc8785.dumps(exact)) != header:
        raise Rejected("signature_invalid", SIGNATURE)
    key = public_keys(members[KEYS], "answers").get(kid)
    if key is None or (trusted is not None and public_keys(trusted, "answers").get(kid) != key):
        raise Rejected("key_unknown", KEYS)
    signature = from_base64url(rest[1:]) if rest.startswith(".") else None
    try:
        signed = f"{header}.{to_base64url(members[MANIFEST])}".encode()
        Ed25519PublicKey.from_public_bytes(key).verify(signature or b"", signed)
    except InvalidSignature:
        raise Rejected("signature_invalid", SIGNATURE) from None


def public_keys(keys, purpose):
    """The keys of this purpose by their id."""
    listed, found = (json_object(keys) or {}).get("keys"), {}
    for key in listed if isinstance(listed, list) else []:
        if isinstance(key, dict) and key.get("purpose") == purpose:
            x = from_base64url(key["x"]) if isinstance(key.get("x"), str) else None
            if x is not None and len(x) == 32 and isinstance(key.get("kid"), str):
                found[key["kid"]] = x
    return found


def to_base64url(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text):
    """The bytes in the one spelling without padding; None for any other text."""
    try:
        content = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    return content if to_base64url(content) == text else None


# Digests, contents and commitments


def check_digests(manifest, members):
    listed = manifest["members"]
    for member in listed:
        content = members.get(member["path"])
        if content is None:
            raise Rejected("member_missing", member["path"])
        if len(content) != member["size"] or sha256(content) != member["sha256"]:
            raise Rejected("digest_differs", member["path"])
    known = {MANIFEST, SIGNATURE, *(member["path"] for member in listed)}
    for path in members:
        if path not in known:
            raise Rejected("member_unexpected", path)


def check_content(manifest, members):
    for path in REQUIRED:
        if path not in members:
            raise Rejected("member_missing", path)
    objects = {p: json_object(c) for p, c in members.items() if p.endswith(".json") and p != ANSWER}
    for path, value in objects.items():
        if value is None:
            raise Rejected("content_invalid", path)
    event = objects["event.json"]
    if event.get("query_event_id") != manifest["query_event_id"]:
        raise Rejected("content_invalid", "event.json")
    answered = manifest["reader"]["kind"] == "querier" and event.get("outcome") == "issued"
    if answered != (ANSWER in members):
        raise Rejected("member_missing" if answered else "content_invalid", ANSWER)
    records = {path: value for path, value in objects.items() if path.startswith("records/")}
    for path, record in records.items():
        fields, name = record.get("fields"), record.get("record_id")
        is_record = isinstance(name, str) and path == f"records/{name}.json"
        if not is_record or not isinstance(fields, list) or not all(map(is_field, fields)):
            raise Rejected("content_invalid", path)
    for one in manifest["commitments"]:
        path = f"{one['of']}.json"
        if "salt" in one and commitment(one["salt"], members.get(path, b"")) != one["sha256"]:
            raise Rejected("commitment_differs", path)
    for path, record in records.items():
        for field in record["fields"]:
            value = field.get("json", "").encode("utf-8", "replace")
            if "salt" in field and commitment(field["salt"], value) != field["sha256"]:
                raise Rejected("commitment_differs", path)


def is_field(field):
    if not isinstance(field, dict) or not matches(HASH, field.get("sha256")):
        return False
    if not isinstance(field.get("model"), str) or not isinstance(field.get("field"), str):
        return False
    if "salt" not in field:
        return "json" not in field
    return matches(SALT, field["salt"]) and isinstance(field.get("json"), str)


def parse_manifest(content):
    manifest = json_object(content) or {}
    reader, members, commitments = (manifest.get(n) for n in ("reader", "members", "commitments"))
    is_manifest = (
        manifest.get("format") == "ndx-reliance-file/1"
        and isinstance(manifest.get("query_event_id"), str)
        and isinstance(reader, dict)
        and reader.get("kind") in ("querier", "governor", "furnisher")
        and isinstance(reader.get("entity_id"), str)
        and isinstance(members, list)
        and all(map(is_listed, members))
        and isinstance(commitments, list)
        and all(map(is_commitment, commitments))
        and [one["of"] for one in commitments] == ["answer", "decision", "event"]
    )
    return manifest if is_manifest else None


def is_listed(member):
    return (
        isinstance(member, dict)
        and isinstance(member.get("path"), str)
        and type(member.get("size")) in (int, float)
        and matches(HASH, member.get("sha256"))
    )


def is_commitment(one):
    return (
        isinstance(one, dict)
        and "of" in one
        and matches(HASH, one.get("sha256"))
        and ("salt" not in one or matches(SALT, one["salt"]))
    )


def matches(pattern, value):
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def json_object(content):
    """The JSON object in UTF-8 bytes; None for anything else."""
    try:
        value = json.loads(content.decode("utf-8"), parse_constant=not_json)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def not_json(name):
    raise ValueError(name)


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def commitment(salt, content):
    return sha256(bytes.fromhex(salt) + content)


# The logs: entries about the query, in trees whose heads are signed notes


def check_logs(manifest, members):
    keys = public_keys(members[KEYS], "checkpoints").values()
    for path, content in members.items():
        if path.startswith("log/"):
            entries = (json_object(content) or {}).get("entries")
            if not isinstance(entries, list) or not all(
                isinstance(entry, dict) and is_logged(entry, keys, manifest, members)
                for entry in entries
            ):
                raise Rejected("log_invalid", path)


def is_logged(entry, keys, manifest, members):
    leaf, note, proof = (entry.get(name) for name in ("leaf", "checkpoint", "proof"))
    if not isinstance(leaf, str) or not isinstance(note, str) or not isinstance(proof, list):
        return False
    text, _, signatures = note.rpartition("\n\n")
    origin, size, root, *_ = (text + "\n\n\n").split("\n")
    stated = json_object(leaf.encode()) or {}
    try:
        hashes = [base64.b64decode(one, validate=True) for one in (root, *proof)]
        is_signed = signed_by_any(f"{text}\n".encode(), origin, signatures, keys)
    except (ValueError, TypeError, InvalidSignature):
        return False
    if not is_signed or size != str(entry.get("size")) or any(len(one) != 32 for one in hashes):
        return False
    leaf_hash = hashlib.sha256(b"\0" + leaf.encode()).digest()
    if root_of(leaf_hash, entry.get("index"), entry["size"], hashes[1:]) != hashes[0]:
        return False
    return stated.get("subject") == manifest["query_event_id"] and is_opened(entry, stated, members)


def signed_by_any(text, origin, signatures, keys):
    """Whether one of the keys signed the note in the name of its log (C2SP signed-note)."""
    named = {}
    for key in keys:
        named[hashlib.sha256(f"{origin}\n\1".encode() + key).digest()[:4]] = key
    found = False
    for line in signatures.removesuffix("\n").split("\n"):
        dash, name, encoded = line.split(" ")
        signature = base64.b64decode(encoded, validate=True)
        if dash == "—" and name == origin and signature[:4] in named:
            public = Ed25519PublicKey.from_public_bytes(named[signature[:4]])
            public.verify(signature[4:], text)
            found = True
    return found


def root_of(node, index, size, proof):
    """The root to which a proof leads (RFC 9162, 2.1.3.2); None if it does not fit."""
    if type(index) is not int or type(size) is not int or not 0 <= index < size:
        return None
    last = size - 1
    for sibling in proof:
        if last == 0:
            return None
        if index % 2 == 1 or index == last:
            node = hashlib.sha256(b"\1" + sibling + node).digest()
            while index % 2 == 0 and index != 0:
                index, last = index // 2, last // 2
        else:
            node = hashlib.sha256(b"\1" + node + sibling).digest()
        index, last = index // 2, last // 2
    return node if last == 0 else None


def is_opened(entry, leaf, members):
    """Whether the content is the one of the leaf, and the event that the file has."""
    if "salt" not in entry:
        return "json" not in entry
    if not matches(SALT, entry["salt"]) or not isinstance(entry.get("json"), str):
        return False
    content, event = entry["json"].encode("utf-8", "replace"), members["event.json"]
    is_event = content.startswith(b'{"data":' + event + b",")
    if leaf.get("type") == "query.executed.v1" and not is_event:
        return False
    return commitment(entry["salt"], content) == leaf.get("content")


def main():
    parser = argparse.ArgumentParser(description="Verifies reliance files.")
    parser.add_argument("--keys", type=Path, help="a saved copy of /.well-known/ndx-keys")
    parser.add_argument("files", nargs="+", type=Path)
    arguments = parser.parse_args()
    trusted = arguments.keys and arguments.keys.read_bytes()
    rejected = 0
    for path in arguments.files:
        try:
            manifest = verify(path.read_bytes(), trusted)
            query = manifest["query_event_id"]
            verdict = {"code": "verified", "member": None, "query_event_id": query}
        except Rejected as fault:
            rejected, verdict = 1, {"code": fault.code, "member": fault.member}
        print(json.dumps({"file": str(path), **verdict}))
    sys.exit(rejected)


if __name__ == "__main__":
    main()

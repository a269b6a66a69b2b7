"""Verifies reliance files (docs/reliance-file.md) offline: form, signature, digests, commitments,
logs.

Prints one line of JSON for each file; the exit status is 1 if one is rejected. It does not execute
`assembly.mjs`, and says so: `ndx verify` assembles the answer again.
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
MAX_BYTES, MAX_MEMBERS = 64 * 1024 * 1024, 10_000
LOCAL, LOCAL_BYTES, DIRECTORY, CENTRAL_BYTES = b"PK\3\4", 30, b"PK\1\2", 46
PATH = re.compile(r"[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)?")
HASH = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"[0-9a-f]{32}")
TEXT, NUMBER, LIST = (str,), (int, float), (list,)


class Rejected(Exception):
    """The first fault of a file, and the member that has it."""

    def __init__(self, code, member=None):
        super().__init__(code, member)
        self.code, self.member = code, member


def verify(file, saved=None, witnesses=()):
    """Returns the verdict on a file that is in order.

    `saved`: a copy of /.well-known/ndx-keys, in place of keys.json. `witnesses`: their keys by name
    and id.
    """
    members = read_zip(file)
    for path in (MANIFEST, SIGNATURE, KEYS):
        if path not in members:
            raise Rejected("member_missing", path)
    manifest = parse_manifest(members[MANIFEST])
    keys = members[KEYS] if saved is None else saved
    check_signature(members, public_keys(keys, "answers"))
    check_digests(manifest, members)
    check_content(manifest, members)
    log_keys = public_keys(keys, "checkpoints").values()
    confirmed, unchecked = check_logs(manifest, members, log_keys, dict(witnesses))
    verdict = {"code": "verified", "member": None, "query_event_id": manifest["query_event_id"]}
    verdict |= {"witnesses": confirmed, "unchecked_cosignatures": unchecked}
    return verdict | ({"assembly": "not executed"} if "assembly.mjs" in members else {})


# The ZIP: stored, and exactly as `zipfile` writes it


def read_zip(file):
    if len(file) > MAX_BYTES:
        raise Rejected("too_large")
    if not file.startswith(LOCAL):
        raise Rejected("not_a_zip")
    members, exact, at, before = {}, io.BytesIO(), 0, ""
    with zipfile.ZipFile(exact, "w", zipfile.ZIP_STORED) as archive:
        while not file.startswith(DIRECTORY, at):
            path, content = member_at(file, at)
            if path in members:
                raise Rejected("duplicate_member", path)
            if len(members) == MAX_MEMBERS:
                raise Rejected("too_large")
            members[path] = content
            info = zipfile.ZipInfo(path)
            info.create_system = 3  # also where Python runs on Windows
            archive.writestr(info, content)
            order = f" {path}" if path in (MANIFEST, SIGNATURE) else path
            if exact.getbuffer()[at:] != file[at : exact.tell()] or order < before:
                raise Rejected("zip_form", path)
            at, before = exact.tell(), order
    whole = exact.getvalue()
    for path in members:
        end = at + CENTRAL_BYTES + len(path)
        if whole[at:end] != file[at:end]:
            raise Rejected("zip_form", path)
        at = end
    if whole[at:] != file[at:]:
        raise Rejected("zip_form")
    return members


def member_at(file, at):
    if not file.startswith(LOCAL, at) or len(file) < at + LOCAL_BYTES:
        raise Rejected("zip_form")
    method, stored, size, name_size = struct.unpack_from("<8xH8xIIH", file, at)
    start = at + LOCAL_BYTES + name_size
    path = file[at + LOCAL_BYTES : start].decode("latin-1")
    if method != 0 or stored != size:
        raise Rejected("compressed", path)
    if not PATH.fullmatch(path):
        raise Rejected("unsafe_path", path)
    return path, file[start : start + size]


# The signature: a detached JWS


def check_signature(members, keys):
    jws = members[SIGNATURE].decode("utf-8", "replace")
    header, _, signature = jws.partition("..")
    head = json_object(from_base64url(header) or b"") or {}
    kid = head.get("kid")
    exact = {"alg": "EdDSA", "kid": kid, "typ": "ndx-reliance-file"}
    if not isinstance(kid, str) or to_base64url(rfc8785.dumps(exact)) != header:
        raise Rejected("signature_invalid", SIGNATURE)
    key = keys.get(kid)
    if key is None:
        raise Rejected("key_unknown", KEYS)
    try:
        signed = f"{header}.{to_base64url(members[MANIFEST])}".encode()
        Ed25519PublicKey.from_public_bytes(key).verify(from_base64url(signature) or b"", signed)
    except InvalidSignature:
        raise Rejected("signature_invalid", SIGNATURE) from None


def public_keys(document, purpose):
    """The keys of this purpose by their id."""
    listed, found = (json_object(document) or {}).get("keys"), {}
    for key in listed if isinstance(listed, list) else []:
        if isinstance(key, dict) and key.get("purpose") == purpose:
            x = from_base64url(key["x"]) if isinstance(key.get("x"), str) else None
            if x is not None and len(x) == 32 and isinstance(key.get("kid"), str):
                found[key["kid"]] = x
    return found


def from_base64(text):
    """The bytes in the one spelling of base64; ValueError for any other text."""
    content = base64.b64decode(text, validate=True)
    if base64.b64encode(content).decode() != text:
        raise ValueError(text)
    return content


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
        digest = hashlib.sha256(content).hexdigest()
        if len(content) != member["size"] or digest != member["sha256"]:
            raise Rejected("digest_differs", member["path"])
    known = {MANIFEST, SIGNATURE, *(member["path"] for member in listed)}
    for path in members:
        if path not in known:
            raise Rejected("member_unexpected", path)


def check_content(manifest, members):
    for path in ("event.json", "decision.json", "policy.json"):
        if path not in members:
            raise Rejected("member_missing", path)
    for path, content in members.items():
        if path.endswith(".json") and path != ANSWER:
            value = json_object(content)
            if value is None:
                raise Rejected("content_invalid", path)
            if path.startswith("records/"):
                check_record(path, value)
    event = json_object(members["event.json"])
    if event.get("query_event_id") != manifest["query_event_id"]:
        raise Rejected("content_invalid", "event.json")
    answered = manifest["reader"]["kind"] == "querier" and event.get("outcome") == "issued"
    if answered != (ANSWER in members):
        raise Rejected("member_missing" if answered else "content_invalid", ANSWER)
    for one in manifest["commitments"]:
        path = f"{one['of']}.json"
        if "salt" in one and commitment(one["salt"], members.get(path, b"")) != one["sha256"]:
            raise Rejected("commitment_differs", path)


def check_record(path, record):
    fields, name = record.get("fields"), record.get("record_id")
    if not isinstance(name, str) or path != f"records/{name}.json" or not isinstance(fields, list):
        raise Rejected("content_invalid", path)
    for field in fields:
        if not is_field(field):
            raise Rejected("content_invalid", path)
        value = field.get("json", "").encode("utf-8", "replace")
        if "salt" in field and commitment(field["salt"], value) != field["sha256"]:
            raise Rejected("commitment_differs", path)


def is_field(field):
    if not fits(field, model=TEXT, field=TEXT, sha256=HASH):
        return False
    return fits(field, salt=SALT, json=TEXT) if "salt" in field else "json" not in field


def parse_manifest(content):
    manifest = json_object(content) or {}
    reader, members, commitments = (manifest.get(n) for n in ("reader", "members", "commitments"))
    is_manifest = (
        manifest.get("format") == "ndx-reliance-file/1"
        and fits(manifest, query_event_id=TEXT, members=LIST, commitments=LIST)
        and fits(reader, entity_id=TEXT)
        and reader.get("kind") in ("querier", "governor", "furnisher")
        and all(fits(one, path=TEXT, size=NUMBER, sha256=HASH) for one in members)
        and all(fits(one, sha256=HASH) for one in commitments)
        and all(fits(one, salt=SALT) for one in commitments if "salt" in one)
        and [one.get("of") for one in commitments] == ["answer", "decision", "event"]
        and isinstance(manifest.get("assembly_version", ""), str)
    )
    if not is_manifest:
        raise Rejected("manifest_invalid", MANIFEST)
    return manifest


def fits(value, **forms):
    """Whether it is an object with members of these types, or texts of these patterns."""
    return isinstance(value, dict) and all(is_of(value.get(n), f) for n, f in forms.items())


def is_of(value, form):
    if isinstance(form, re.Pattern):
        return isinstance(value, str) and form.fullmatch(value) is not None
    return type(value) in form


def json_object(content):
    """The JSON object in UTF-8 bytes; None for anything else."""
    try:
        value = json.loads(content.decode("utf-8"), parse_constant=int)  # NaN is no JSON
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def commitment(salt, content):
    return hashlib.sha256(bytes.fromhex(salt) + content).hexdigest()


# The logs: entries about the query, in trees whose heads are signed notes


def check_logs(manifest, members, keys, witnesses):
    """Returns the names of the witnesses that confirmed, and of those whose keys are not known."""
    confirmed, unchecked = [], []
    for path, content in members.items():
        if path.startswith("log/"):
            entries = (json_object(content) or {}).get("entries")
            for entry in entries if isinstance(entries, list) else [None]:
                try:
                    note = check_note(entry["checkpoint"], keys, witnesses)
                    is_proven = is_logged(entry, note, manifest, members)
                except (InvalidSignature, KeyError, TypeError, ValueError, AttributeError):
                    is_proven = False
                if not is_proven:
                    raise Rejected("log_invalid", path)
                confirmed += note["confirmed"]
                unchecked += note["unchecked"]
    return confirmed, unchecked


def check_note(note, keys, witnesses):
    """A checkpoint that one of the keys signed in the name of its log (C2SP signed-note)."""
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    origin, size, root, *_ = text.split("\n")
    known = {(origin, key_id(origin, b"\1" + key)): key for key in keys}
    signed, confirmed, unchecked = False, [], []
    for line in signatures.removesuffix("\n").split("\n"):
        dash, name, encoded = line.split(" ")
        signature = from_base64(encoded)
        identity, signature = (name, signature[:4]), signature[4:]
        if dash != "—":
            raise ValueError(line)
        if identity in known:
            Ed25519PublicKey.from_public_bytes(known[identity]).verify(signature, text.encode())
            signed = True
        elif identity in witnesses:  # cosignature/v1: the time in 8 bytes, then the signature
            time = int.from_bytes(signature[:8], "big")
            cosigned = f"cosignature/v1\ntime {time}\n{text}".encode()
            public = Ed25519PublicKey.from_public_bytes(witnesses[identity])
            public.verify(signature[8:], cosigned)
            confirmed.append(name)
        elif name != origin:
            unchecked.append(name)
    if not signed:
        raise ValueError("no key of the log signed it")
    root = from_base64(root)
    return {"size": size, "root": root, "confirmed": confirmed, "unchecked": unchecked}


def key_id(name, typed_key):
    return hashlib.sha256(f"{name}\n".encode() + typed_key).digest()[:4]


def witness(text):
    """The key of a witness by its name and id, from its verifier key `name+id+key`."""
    name, identity, encoded = text.split("+", 2)
    typed_key = from_base64(encoded)
    if typed_key[:1] != b"\4" or len(typed_key) != 33 or key_id(name, typed_key).hex() != identity:
        raise ValueError(text)
    return (name, key_id(name, typed_key)), typed_key[1:]


def is_logged(entry, note, manifest, members):
    if not fits(entry, leaf=TEXT, proof=LIST) or note["size"] != str(entry.get("size")):
        return False
    leaf = entry["leaf"]
    hashes = [from_base64(one) for one in entry["proof"]]
    leaf_hash = hashlib.sha256(b"\0" + leaf.encode()).digest()
    if root_of(leaf_hash, entry.get("index"), entry["size"], hashes) != note["root"]:
        return False
    stated = json_object(leaf.encode()) or {}
    return stated.get("subject") == manifest["query_event_id"] and is_opened(entry, stated, members)


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
    if not fits(entry, salt=SALT, json=TEXT):
        return False
    content, event = entry["json"].encode("utf-8", "replace"), members["event.json"]
    is_event = content.startswith(b'{"data":' + event + b",")
    is_of_file = is_event or leaf.get("type") != "query.executed.v1"
    return is_of_file and commitment(entry["salt"], content) == leaf.get("content")


def main():
    parser = argparse.ArgumentParser(description="Verifies reliance files.")
    parser.add_argument("--keys", type=Path, help="a saved copy of /.well-known/ndx-keys")
    parser.add_argument("--witness", type=witness, action="append", default=[], help="name+id+key")
    parser.add_argument("files", nargs="+", type=Path)
    arguments = parser.parse_args()
    saved = arguments.keys and arguments.keys.read_bytes()
    rejected = 0
    for path in arguments.files:
        try:
            verdict = verify(path.read_bytes(), saved, arguments.witness)
        except Rejected as fault:
            rejected, verdict = 1, {"code": fault.code, "member": fault.member}
        print(json.dumps({"file": str(path), **verdict}))
    sys.exit(rejected)


if __name__ == "__main__":
    main()

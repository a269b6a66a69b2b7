export { answerSigner, type AnswerClaims, type AnswerSigner } from './answers/sign-answer.js';
export {
  ANSWER_FAULTS,
  InvalidAnswer,
  verifyAnswer,
  type AnswerFault,
  type PublicKey,
} from './answers/verify-answer.js';
export { canonicalDigest, canonicalJson } from './canonical-json.js';
export {
  signPage,
  type IndexedEvent,
  type IndexPage,
  type SignedPage,
} from './index-pages/index-page.js';
export {
  INDEX_FAULTS,
  InvalidIndex,
  verifiedPages,
  type IndexFault,
} from './index-pages/verify-pages.js';
export { formatCheckpoint, parseCheckpoint, type Checkpoint } from './log/checkpoint.js';
export { contentCommitment, encodeLeaf, SALT_BYTES, type LogLeaf } from './log/log-leaf.js';
export { parseTilePath, TILE_WIDTH, tilePath, type Tile } from './log/tile-path.js';
export { nodesFromTiles, nodesOfTile, type ReadTile } from './log/tiles.js';
export { fromBase64 } from './note/base64.js';
export {
  privateKeyOf,
  publicBytesOf,
  publicKeyOf,
  signEd25519,
  verifyEd25519,
} from './note/ed25519.js';
export {
  formatNote,
  formatSignature,
  InvalidNote,
  parseNote,
  parseSignature,
  type Note,
  type NoteSignature,
} from './note/note.js';
export { cosignedAt, noteSigner, verifiedSignatures, type NoteSigner } from './note/sign-note.js';
export {
  formatVerifierKey,
  parseVerifierKey,
  verifierKey,
  type VerifierKey,
} from './note/verifier-key.js';
export { CompactRange, type HashedNode } from './tree/compact-range.js';
export { EMPTY_ROOT, HASH_BYTES, leafHash, nodeHash } from './tree/hashing.js';
export { consistencyProof, inclusionProof, treeRoot } from './tree/proofs.js';
export { nodesOf, type LeafRange, type ReadNodes, type TreeNode } from './tree/tree-node.js';
export {
  verifyConsistency,
  verifyInclusion,
  type ConsistencyClaim,
  type InclusionClaim,
} from './tree/verify-proofs.js';
export type { FieldLeaf, Members } from './reliance/check-content.js';
export type { FileKey } from './reliance/detached-jws.js';
export { FILE_FAULTS, InvalidRelianceFile, type FileFault } from './reliance/invalid-file.js';
export {
  sha256Hex,
  textCommitment,
  type Commitment,
  type FileReader,
  type Manifest,
} from './reliance/manifest.js';
export type { WitnessedCheckpoint } from './reliance/check-log.js';
export { openRelianceFile, type KnownKeys, type OpenedFile } from './reliance/open-file.js';
export { sealFile, type UnsealedFile } from './reliance/seal-file.js';
export { assembleHere, CannotIsolate, isAssemblyProcess } from './reliance/run-assembly.js';
export { verifyRelianceFile, type VerifiedFile } from './reliance/verify-file.js';

/** Hashes that stand side by side in a log's tree. */
export interface Tile {
  /** the hashes are those of subtrees of 256^level leaves */
  readonly level: number;
  readonly index: number;
  /** 1 to 256 hashes */
  readonly width: number;
}

export const TILE_WIDTH = 256;
const MAX_LEVEL = 63;

/** `tile/<level>/<index>` and `.p/<width>` of a partial tile (C2SP tlog-tiles). */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Undefined for a path that `tilePath` does not write. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level, groups, width] =
    /^tile\/(\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  if (level === undefined || groups === undefined) return undefined;
  const tile = {
    level: Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: Number(width ?? TILE_WIDTH),
  };
  const isTile = tile.level <= MAX_LEVEL && isWidth(tile.width) && tilePath(tile) === path;
  return isTile ? tile : undefined;
}

const isWidth = (width: number): boolean => width > 0 && width <= TILE_WIDTH;

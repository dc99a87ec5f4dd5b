import type { SeedReason } from '@/lib/store/model/seed-reason'

/** Limit on one file of a source: the largest content that a store can be set to. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/**
 * Limit on a folder, an archive or JSON Lines, unpacked: enough for any store, too little for a
 * bomb.
 */
export const MAX_SOURCE_BYTES = 4 * 1024 * 1024 * 1024
export const MAX_SOURCE_ENTRIES = 1_000_000

/**
 * Packed bytes may expand by this factor, and to `EXPANSION_ALLOWED_BYTES` in any case. Text packs
 * to a tenth or so, and repetitive text to a sixtieth; a bomb to a thousandth.
 */
const MAX_EXPANSION = 100
const EXPANSION_ALLOWED_BYTES = 256 * 1024 * 1024

/**
 * Time limit for reading a source once, milliseconds; the time spent processing it is not counted.
 */
export const MAX_READING_MS = 10 * 60 * 1000

/** Time limit for what git says of a repository before it is read; milliseconds. */
export const MAX_ASKING_GIT_MS = 60 * 1000

/** A line of JSON Lines: a moment with all its contents, each of which may be escaped. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Lines of JSON Lines, empty ones included. */
export const MAX_LINES = 10_000_000

/** An upload, as sent. */
export const MAX_UPLOAD_BYTES = 1024 * 1024 * 1024

export const TOO_LARGE_TO_READ: SeedReason = {
  code: 'too_large_to_read',
  maximum: MAX_FILE_BYTES,
}

/** The most bytes that this many packed bytes may unpack to. */
export function maxUnpackedBytes(packedBytes: number): number {
  const byRatio = Math.max(EXPANSION_ALLOWED_BYTES, packedBytes * MAX_EXPANSION)
  return Math.min(MAX_SOURCE_BYTES, byRatio)
}

import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'

const exactUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The rules of a memory's content (API page, "Rules"). */
export type ContentRule = { rule: 'nul_characters' } | { rule: 'lone_surrogates' }

/**
 * The rule that `text` breaks as the content of a memory; null: none. The size limit is a setting
 * and is not checked here.
 */
export function contentProblem(text: string): ContentRule | null {
  if (text.includes('\0')) return { rule: 'nul_characters' }
  if (!text.isWellFormed()) return { rule: 'lone_surrogates' }
  return null
}

/** The bytes that are stored, hashed and counted. Exact for every text without a `contentProblem`. */
export function utf8Bytes(text: string): Buffer {
  if (text.length < SMALL || text.length > LARGE) return Buffer.from(text, 'utf8')
  const start = room.length - free
  const { read, written } = encoder.encodeInto(text, room.subarray(start))
  if (read < text.length) {
    if (start === 0) return Buffer.from(text, 'utf8')
    room = Buffer.allocUnsafeSlow(ROOM_BYTES)
    free = ROOM_BYTES
    return utf8Bytes(text)
  }
  free -= written
  return room.subarray(start, start + written)
}

/**
 * Contents of this many characters share their memory, as Node has it for smaller ones: memory of
 * its own costs each more time, with the pages that the system must provide, than all else that is
 * done with its bytes.
 */
const SMALL = 4_096
const LARGE = 131_072
const ROOM_BYTES = 1_048_576
const encoder = new TextEncoder()
let room = Buffer.alloc(0)
let free = 0

/** `content_sha256` of the API: SHA-256 in lower-case hex. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}

/** Returns whether `bytes` can be the content of a memory: valid UTF-8 without NUL. */
export function isUtf8Text(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0)
}

/**
 * The text whose `utf8Bytes` are `bytes`, a byte-order mark included.
 *
 * @throws TypeError when `bytes` are not valid UTF-8; ask `isUtf8Text` first about bytes from outside.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return exactUtf8.decode(bytes)
}

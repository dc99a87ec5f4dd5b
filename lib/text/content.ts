import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'

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

/** A broken rule in English, to follow the field's name: for the faces that are English only. */
export function contentRuleWords(problem: ContentRule): string {
  return problem.rule === 'nul_characters'
    ? 'must not contain NUL characters'
    : 'must not contain lone surrogates'
}

const exactUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The bytes that are stored, hashed and counted. Exact for every text without a `contentProblem`. */
export function utf8Bytes(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}

/** The size of a text in bytes of UTF-8. */
export function utf8Size(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** `content_sha256` of the API: SHA-256 in lower-case hex, of a text's bytes in UTF-8. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
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

/** What a text says as JSON; undefined: it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

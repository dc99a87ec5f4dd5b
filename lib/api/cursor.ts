import { createHash } from 'node:crypto'
import { invalidRequest } from './api-error'

/**
 * Cursors of pages: opaque, and only good for the list that they came from: the same endpoint, the
 * same store, the same filters. They say where the last page ended, not how many were before it, so
 * they go on working while others write.
 */

const PREFIX = 'page_'
const SCOPE_CHARACTERS = 8

/** What a list is of; two lists with equal scopes share cursors. */
export type Scope = readonly (string | number | undefined)[]

function hashOf(scope: Scope): string {
  return createHash('sha256').update(JSON.stringify(scope)).digest('hex').slice(0, SCOPE_CHARACTERS)
}

export function encodeCursor(scope: Scope, last: string | number): string {
  const body = JSON.stringify([hashOf(scope), last])
  return PREFIX + Buffer.from(body).toString('base64url')
}

/** Where the last page ended. Refuses what is no cursor of this list. */
export function decodeCursor(scope: Scope, cursor: string): string | number {
  try {
    const body = Buffer.from(cursor.slice(PREFIX.length), 'base64url').toString('utf8')
    const [hash, last] = JSON.parse(body) as [string, string | number]
    if (cursor.startsWith(PREFIX) && hash === hashOf(scope)) return last
  } catch {
    // No cursor of ours at all: answered as one of another list.
  }
  throw invalidRequest('page: is not a cursor of this list; ask for the first page without it')
}

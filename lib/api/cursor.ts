import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidRequest } from './api-error'
import { text } from './text-schema'

/**
 * Page cursors: opaque, and valid only for the list that they came from (same endpoint, store and
 * filters). They record where the last page ended, not an offset, so they stay valid while others
 * write.
 */

const PREFIX = 'page_'
const SCOPE_CHARACTERS = 8

/** What identifies a list; lists with equal scopes share cursors. */
export type Scope = readonly (string | number | undefined)[]

/** Where a page can end: at a path or id, or at a number. */
const POSITIONS = { text, number: z.int().nonnegative() } as const

type Position = { text: string; number: number }

function hashOf(scope: Scope): string {
  return createHash('sha256').update(JSON.stringify(scope)).digest('hex').slice(0, SCOPE_CHARACTERS)
}

export function encodeCursor(scope: Scope, last: string | number): string {
  const body = JSON.stringify([hashOf(scope), last])
  return PREFIX + Buffer.from(body).toString('base64url')
}

/**
 * Where the last page ended; undefined without a cursor. Refuses any cursor that is not from this
 * list, forged ones included.
 */
export function decodeCursor<Kind extends keyof Position>(
  scope: Scope,
  cursor: string | undefined,
  kind: Kind,
): Position[Kind] | undefined {
  if (cursor === undefined) return undefined
  const schema = z.tuple([z.literal(hashOf(scope)), POSITIONS[kind]])
  const parsed = schema.safeParse(bodyOf(cursor))
  if (parsed.success) return parsed.data[1] as Position[Kind]
  throw invalidRequest('page: is not a cursor of this list; ask for the first page without it')
}

function bodyOf(cursor: string): unknown {
  if (!cursor.startsWith(PREFIX)) return null
  try {
    return JSON.parse(Buffer.from(cursor.slice(PREFIX.length), 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

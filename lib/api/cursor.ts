import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { HunkPosition } from '@/lib/review/hunks/list-hunks'
import { LEVELS } from '@/lib/review/model/attention'
import { invalidRequest } from './api-error'
import { name } from './text-schema'

/**
 * Page cursors: opaque, and valid only for the list that they came from (same endpoint, store and
 * filters). They record where the last page ended, not an offset, so they stay valid while others
 * write.
 */

const PREFIX = 'page_'
const SCOPE_CHARACTERS = 8

/** Identifies a list; lists with equal scopes share cursors. */
export type Scope = readonly (string | number | undefined)[]

const number = z.int().nonnegative()

/**
 * The kinds of positions at which a page can end: a path or id, a number, or a place in a compound
 * order.
 */
const POSITIONS = {
  text: name,
  number,
  /** level, time of the last change, id */
  changeset: z.tuple([z.enum(LEVELS), number, name]),
  /** rank of the memory's level, its key, place of the hunk */
  hunk: z.tuple([number, number, number]),
  /** rank of the severity, key */
  finding: z.tuple([number, number]),
} as const

type Position = { [Kind in keyof typeof POSITIONS]: z.output<(typeof POSITIONS)[Kind]> }

function hashOf(scope: Scope): string {
  return createHash('sha256').update(JSON.stringify(scope)).digest('hex').slice(0, SCOPE_CHARACTERS)
}

export function encodeCursor(scope: Scope, last: Position[keyof Position] | HunkPosition): string {
  const body = JSON.stringify([hashOf(scope), last])
  return PREFIX + Buffer.from(body).toString('base64url')
}

/**
 * The position at which the last page ended; undefined without a cursor. Refuses any cursor that is
 * not from this list, forged ones included.
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

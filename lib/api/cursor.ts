import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidRequest } from './api-error'
import { text } from './text-schema'

/**
 * Cursors of pages: opaque, and only good for the list that they came from: the same endpoint, the
 * same store, the same filters. They say where the last page ended, not how many were before it, so
 * they go on working while others write.
 */

const PREFIX = 'page_'
const SCOPE_CHARACTERS = 8

/** What a list is of; two lists with equal scopes share cursors. */
export type Scope = readonly (string | number | undefined)[]

/** Where a page may have ended: at a path or an id, or at a number. */
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
 * Where the last page ended; undefined without a cursor. Refuses what is no cursor of this list,
 * one that somebody made up included.
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

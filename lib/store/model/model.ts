import { z } from 'zod'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { storedRules, type StoreRules } from '@/lib/review/rules'
import { DEFAULT_LIMITS, limitsSchema, type StoreLimits } from './limits'

/** The rows of the domain as they are handed out; the wire's names stand in lib/api alone. */

export type StoreRow = Prisma.StoreGetPayload<object>

/** A store as the domain knows it: its row with its JSON parsed. */
export interface Store extends Omit<StoreRow, 'metadata' | 'limits' | 'rules'> {
  metadata: Metadata
  limits: StoreLimits
  /** what becomes of what agents write; null: they cannot be read, and all waits */
  rules: StoreRules | null
}

/** A memory without its text. */
export type Memory = Omit<Prisma.MemoryGetPayload<object>, 'content'>

/** A live memory: path, hash and size are there. */
export type LiveMemory = Memory & { path: string; folder: string; sha256: string; size: number }

/** A live memory with its text. */
export type MemoryText = LiveMemory & { content: string }

/** A version without its text. */
export type Version = Omit<Prisma.VersionGetPayload<object>, 'content'>

/** A version with its text; null where it deleted its memory or was redacted. */
export type VersionText = Version & { content: string | null }

/** `basic`: without texts. */
export type View = 'basic' | 'full'

/** One page of a list; `next` is what to ask for after it, null at its end. */
export interface Page<T> {
  items: T[]
  next: string | null
}

/** A folder in a listing; `path` ends with `/`. */
export interface Folder {
  kind: 'folder'
  path: string
}

export type Metadata = Record<string, string>

export const metadataSchema = z.record(z.string(), z.string())

/** The row of a store with its JSON read. */
export function asStore(row: StoreRow): Store {
  return {
    ...row,
    rules: storedRules(row.rules),
    metadata: metadataSchema.parse(row.metadata),
    limits: { ...DEFAULT_LIMITS, ...limitsSchema.parse(row.limits) },
  }
}

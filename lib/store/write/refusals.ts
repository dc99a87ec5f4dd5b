import type { z } from 'zod'
import { chunked } from '@/lib/text/chunked'
import type { InputField } from '../model/invalid-input'
import { refuse } from '../model/problems'
import { invalidInputOf } from '../model/schema-rules'
import type { LiveMemoryRow } from './sql/heads'
import { changedByOthers } from './sql/versions'
import type { StoreTransaction } from './store-transaction'

/** A caller's belief about a memory that they change by its path. */
export interface Expectation {
  precondition?: Precondition | undefined
  /**
   * the last change that the caller saw; refuses `changed_since_seen` if someone else changed the
   * memory after it
   */
  seen?: number | undefined
}

/** Refuses if the memory at a path is not what the caller takes it to be; undefined: there is none. */
export async function checkExpectation(
  transaction: StoreTransaction,
  memory: LiveMemoryRow | undefined,
  path: string,
  { precondition, seen }: Expectation,
): Promise<void> {
  const { storeId } = transaction
  if (memory) {
    checkPrecondition(memory, storeId, precondition)
    await refuseUnseen(transaction, [memory], seen)
  } else if (precondition) refuse({ kind: 'memory_not_found', storeId, memoryId: null, path })
}

/** The content that a caller believes the memory holds: its lower-case hex SHA-256. */
export interface Precondition {
  contentSha256: string
}

/** Refuses if the memory holds something else than the caller believes. */
export function checkPrecondition(
  memory: LiveMemoryRow,
  storeId: string,
  precondition: Precondition | undefined,
): void {
  if (!precondition || precondition.contentSha256 === memory.sha256) return
  refuse({ kind: 'precondition_failed', storeId, memoryId: memory.id, path: memory.path })
}

const MEMORIES_PER_QUERY = 500

/**
 * Refuses `changed_since_seen` if someone other than the actor changed one of these memories after
 * a given change: the last one on screen when the action was chosen.
 */
export async function refuseUnseen(
  transaction: StoreTransaction,
  memories: readonly LiveMemoryRow[],
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return
  const newer = memories.filter(({ headSequence }) => headSequence > seen)
  for (const part of chunked(newer, MEMORIES_PER_QUERY)) {
    const changed = await changedByOthers(transaction.sql, {
      memoryKeys: part.map(({ key }) => key),
      after: seen,
      actor: transaction.cause.actor,
    })
    const memory = part.find(({ key }) => key === changed?.memoryKey)
    if (memory)
      refuse({ kind: 'changed_since_seen', storeId: transaction.storeId, path: memory.path })
  }
}

/** Parses one field of an input; refuses it with its first error. */
export function parseField<Schema extends z.ZodType>(
  field: InputField,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  return refuse({ kind: 'invalid_input', ...invalidInputOf(parsed.error, field) })
}

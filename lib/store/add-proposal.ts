import type { WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import { addChangesetUpdated, addReviewEvent } from './add-review-event'
import { groupingOf } from './core/join-changeset'
import { type Cause, sessionOf } from './model/actor'
import type { ChangeKind } from './model/memory-change'

export interface NewProposal {
  storeId: string
  /** who wants to write; of a call in a session: with its session and the call's event */
  cause: Cause
  kind: ChangeKind
  /** see `Proposal` */
  path: string
  /** what is run when it is allowed; null: its session holds the call */
  command: unknown
  /** the rule that holds it; null: its session asks for every write */
  rule?: { id: string; revision: number } | null | undefined
  /** whether it is held since it could not be scanned in full */
  isUnscanned?: boolean | undefined
  /** milliseconds since 1970; null: never */
  lapsesAt?: number | null | undefined
}

/**
 * Records a write that waits for a person, in the changeset that the write would join, which is open
 * from then on. Returns its id; null if the store is gone.
 */
export async function addProposal(tx: WriteSql, input: NewProposal): Promise<string | null> {
  const store = await tx.get<{ key: number; last_sequence: number }>(
    'SELECT key, last_sequence FROM memory_stores WHERE id = ? AND deleted_at IS NULL',
    [input.storeId],
  )
  if (!store) return null
  const now = Date.now()
  const { cause } = input
  const changesetKey = await openChangeset(tx, { store, cause, now })
  const id = newId('prop', now)
  const toolUseId = input.command === null ? (cause.toolUseId ?? null) : null
  await tx.run(
    `INSERT INTO proposals (id, store_key, changeset_key, session_id, tool_use_id, actor_type,
       actor_id, kind, path, command, created_at, lapses_at, rule, policy_revision, is_unscanned)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      id,
      store.key,
      changesetKey,
      sessionOf(cause),
      toolUseId,
      cause.actor.type,
      cause.actor.id,
      input.kind,
      input.path,
      input.command === null ? null : JSON.stringify(input.command),
      now,
      input.lapsesAt ?? null,
      input.rule?.id ?? null,
      input.rule?.revision ?? null,
      Number(input.isUnscanned ?? false),
    ],
  )
  await addReviewEvent(tx, { storeKey: store.key, type: 'proposal.created', subject: id })
  await addChangesetUpdated(tx, changesetKey)
  tx.touch(store.key)
  return id
}

interface Opening {
  store: { key: number; last_sequence: number }
  cause: Cause
  now: number
}

/** The changeset that a write would join now; a new one has no changes yet. */
async function openChangeset(tx: WriteSql, { store, cause, now }: Opening): Promise<number> {
  const { grouping, since } = groupingOf({ cause, batchKey: null, now })
  const open = await tx.get<{ key: number }>(
    `UPDATE changesets SET state = 'open', snoozed_until = NULL, revision = revision + 1
     WHERE key = (SELECT max(key) FROM changesets WHERE store_key = ? AND grouping = ?)
       AND last_changed_at >= ? RETURNING key`,
    [store.key, grouping, since],
  )
  if (open) return open.key
  const { last_sequence: sequence } = store
  const opened = await tx.get<{ key: number }>(
    `INSERT INTO changesets (id, store_key, grouping, session_id, actor_type, actor_id,
       first_sequence, last_sequence, first_changed_at, last_changed_at, change_count,
       examined_sequence, pending)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0) RETURNING key`,
    [
      newId('chgset', now),
      store.key,
      grouping,
      sessionOf(cause),
      cause.actor.type,
      cause.actor.id,
      sequence,
      sequence,
      now,
      now,
      sequence,
    ],
  )
  if (!opened) throw new Error('an inserted changeset has no key')
  return opened.key
}

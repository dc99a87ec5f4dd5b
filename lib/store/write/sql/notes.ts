import { columns, type RowOf } from '@/lib/db/columns'
import type { WriteSql } from '@/lib/db/sql'

/** Rows that a write leaves besides its version: it only adds them, and does not wait for that. */

const EVENT = columns('e', 'storeEvent', [
  'storeKey',
  'sequence',
  'type',
  'createdAt',
  'versionSequence',
  'actorType',
  'actorId',
])

/** In the log of its store's changes. */
export function insertEvent(tx: WriteSql, row: RowOf<typeof EVENT>): Promise<void> {
  return tx.later(
    `INSERT INTO store_events (store_key, sequence, type, created_at, version_sequence, actor_type, actor_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [
      row.storeKey,
      row.sequence,
      row.type,
      row.createdAt,
      row.versionSequence,
      row.actorType,
      row.actorId,
    ],
  )
}

const WAITING = columns('o', 'outboxEntry', [
  'connectionKey',
  'storeKey',
  'nodeKey',
  'sequence',
  'createdAt',
])

/** Queues a change to be carried out in the folder of its store. */
export function insertOutboxEntry(tx: WriteSql, row: RowOf<typeof WAITING>): Promise<void> {
  return tx.later(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, created_at)
     VALUES (?, ?, ?, ?, ?)`,
    [row.connectionKey, row.storeKey, row.nodeKey, row.sequence, row.createdAt],
  )
}

const OUTCOME = columns('o', 'policyOutcome', [
  'storeKey',
  'revision',
  'ruleId',
  'action',
  'isSampled',
  'versionSequence',
  'memoryKey',
  'path',
  'operation',
  'agent',
  'decidedAt',
])

/** Records the judgement of a store's policy. */
export function insertOutcome(tx: WriteSql, row: RowOf<typeof OUTCOME>): Promise<void> {
  return tx.later(
    `INSERT INTO policy_outcomes (store_key, revision, rule_id, action, is_sampled,
       version_sequence, memory_key, path, operation, agent, decided_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.storeKey,
      row.revision,
      row.ruleId,
      row.action,
      row.isSampled,
      row.versionSequence,
      row.memoryKey,
      row.path,
      row.operation,
      row.agent,
      row.decidedAt,
    ],
  )
}

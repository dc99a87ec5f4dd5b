import { sessionOf } from '../model/actor'
import type { Operation } from '../model/memory-version'
import { joinChangeset } from './join-changeset'
import { queueForFolder } from './queue-for-folder'
import { keepRecent } from '../contents/recent-contents'
import { type StoreTransaction, logEvent } from './store-transaction'
import { type EncodedContent, insertContent } from '../contents/sql/stored-content'
import { rawContent, supersedingContent } from '../contents/stored-content'
import type { MemoryState } from './memory-state'
import { insertVersionRow } from './sql/versions'

/** A version to be inserted, with its content. */
export interface NewVersion {
  sequence: number
  versionId: string
  memoryKey: number
  ordinal: number
  operation: Operation
  nodeKey: number | null
  state: MemoryState | null
  /** the sequence of the version that this one supersedes; null: it is the first */
  superseded: number | null
  /** the sequence of the version at the path that its memory leaves; null: it leaves none */
  left: number | null
  isReviewed: boolean
}

function contentOf(version: NewVersion, state: MemoryState): EncodedContent {
  if (version.superseded === null || !state.superseded) return rawContent(state.bytes)
  const superseded = { bytes: state.superseded, sequence: version.superseded }
  return supersedingContent(state.bytes, superseded, version.ordinal)
}

/** Inserts a version's row, its content and its event; the caller updates the head. */
export async function insertVersion(
  transaction: StoreTransaction,
  version: NewVersion,
): Promise<void> {
  const { cause, sql } = transaction
  const changesetKey = version.isReviewed
    ? await joinChangeset(transaction, version.sequence)
    : null
  await insertVersionRow(sql, {
    storeKey: transaction.storeKey,
    sequence: version.sequence,
    id: version.versionId,
    memoryKey: version.memoryKey,
    ordinal: version.ordinal,
    operation: version.operation,
    nodeKey: version.nodeKey,
    sha256: version.state?.sha256 ?? null,
    size: version.state?.bytes.length ?? null,
    createdAt: transaction.now,
    actorType: cause.actor.type,
    actorId: cause.actor.id,
    sessionId: sessionOf(cause),
    toolUseId: cause.toolUseId ?? null,
    client: cause.client ?? null,
    batchKey: transaction.batchKey,
    changesetKey,
  })
  if (version.state) {
    keepRecent(version.state.sha256, version.state.bytes, version.state.text ?? null)
    await insertContent(
      sql,
      transaction.storeKey,
      version.sequence,
      contentOf(version, version.state),
    )
  }
  await queueForFolder(transaction, version)
  await logEvent(transaction, version.sequence, {
    type: `memory.${version.operation}`,
    versionSequence: version.sequence,
    actor: null,
  })
  transaction.versionCount++
}

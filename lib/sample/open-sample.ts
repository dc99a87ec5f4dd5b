import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { createSession } from '@/lib/agent/create-session'
import { sendMessages } from '@/lib/agent/send-messages'
import { checkedSettings, PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { addComment } from '@/lib/review/comments/write-comments'
import { createMemory, editMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import type { Cause } from '@/lib/store/model/actor'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { recordRead } from '@/lib/store/reads/reads'
import { createStore, deleteStore } from '@/lib/store/stores/change-stores'
import { introduceActor } from '@/lib/store/stores/name-actor'
import { getStore } from '@/lib/store/stores/read-stores'
import { nameMoment } from '@/lib/store/time/named-moments'
import { newId } from '@/lib/text/prefixed-id'
import { openFile } from '@/lib/transfer/open-source'
import { runSeed } from '@/lib/transfer/seed-store'
import {
  AGREEMENTS,
  ASKED_LATER,
  MOMENT_BEFORE,
  QUESTION,
  READ_FIRST,
  RELEASE_AGENT,
  RELEASE_AGENT_NAME,
  releaseAgentWrites,
} from './release-agent'

/** A part of the working memory that coding agents kept in a public project; see samples/README.md. */
const SAMPLE = path.resolve('samples', 'memory-bank.jsonl.gz')

/** Its largest memories are larger than a store allows unless told. */
const MAX_CONTENT_BYTES = 262_144

export interface SampleInput {
  name: string
  description: string
  cause: Cause
}

/**
 * Makes a store with the sample in it: its history, what the person added, and what an agent changed
 * after that, which waits for a review; and a session with an answer that this made wrong. If that
 * fails there is no store.
 */
export async function openSample(db: Database, input: SampleInput): Promise<MemoryStore> {
  const { name, description, cause } = input
  const settings = { maxContentBytes: MAX_CONTENT_BYTES }
  const store = await createStore(db, { name, description, settings })
  try {
    await seedHistory(db, store.id, cause)
    await writeAsPerson(db, store.id, cause)
    await writeAsAgent(db, store.id)
    await askLater(db, store.id, cause)
    return await getStore(db, store.id)
  } catch (error) {
    await deleteStore(db, { storeId: store.id, shown: { name }, cause })
    throw error
  }
}

async function seedHistory(db: Database, storeId: string, cause: Cause): Promise<void> {
  const { signal } = new AbortController()
  const source = await openFile(SAMPLE, path.basename(SAMPLE), signal)
  const seed = { storeId, source, withHistory: true, cause }
  await runSeed(db, seed, { jobId: newId('job'), signal, report: () => undefined })
}

async function writeAsPerson(db: Database, storeId: string, cause: Cause): Promise<void> {
  await createMemory(db, { storeId, ...AGREEMENTS, cause })
  const { lastSequence } = await getStore(db, storeId)
  await nameMoment(db, { storeId, sequence: lastSequence, name: MOMENT_BEFORE, cause })
  const rules = await getMemory(db, { storeId, path: QUESTION.path })
  const line = rules.content.split('\n').indexOf(QUESTION.line) + 1
  await addComment(db, {
    storeId,
    versionId: rules.versionId,
    lines: { from: line, to: line },
    text: QUESTION.text,
    disposition: 'question',
    by: cause.actor,
  })
}

async function writeAsAgent(db: Database, storeId: string): Promise<void> {
  const cause: Cause = { actor: RELEASE_AGENT }
  await introduceActor(db, RELEASE_AGENT, RELEASE_AGENT_NAME)
  for (const read of READ_FIRST) {
    const { id, sequence } = await getMemory(db, { storeId, path: read })
    recordRead(db, { memoryId: id, sequence, cause })
  }
  for (const write of releaseAgentWrites()) {
    if ('edit' in write) await editMemory(db, { storeId, ...write, cause })
    else await createMemory(db, { storeId, ...write, cause })
  }
}

/** The practice agent is asked something that it answers wrongly because of one line: it costs nothing. */
async function askLater(db: Database, storeId: string, { actor }: Cause): Promise<void> {
  const { id } = await createSession(db, {
    title: ASKED_LATER,
    settings: checkedSettings({ model: PRACTICE_MODEL, toolSet: 'documents' }),
    stores: [{ storeId, access: 'read_only' }],
    openedBy: actor,
  })
  await sendMessages(db, id, [[ASKED_LATER]])
}

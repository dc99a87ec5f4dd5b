import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { write } from '@/lib/db'
import { sendEvents } from '@/lib/sessions/send'
import { createSession } from '@/lib/sessions/sessions'
import { PRACTICE_MODEL } from '@/lib/sessions/settings'
import { createMemory, putMemory } from '@/lib/store/change-memories'
import { createStore, deleteStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import type { Cause } from '@/lib/store/model/actor'
import type { Store } from '@/lib/store/model/model'
import { nameMoment } from '@/lib/store/moments'
import { recordRead } from '@/lib/store/reads'
import { freeName, getStore } from '@/lib/store/stores'
import { seedWhole } from '@/lib/transfer/seed'
import {
  AGREEMENTS,
  MOMENT_BEFORE,
  QUESTION,
  READ_FIRST,
  RELEASE_AGENT,
  RELEASE_AGENT_NAME,
  releaseAgentWrites,
} from './release-agent'

/** A part of the working memory that coding agents kept in a public project; see samples/README.md. */
const FILE = 'memory-bank.jsonl.gz'

const NAME = 'Memory bank'
const DESCRIPTION = 'What coding agents kept of a public project, with its history. Look around.'

/** Its largest memories are larger than a store takes unless told. */
const MEMORY_BYTES = 262_144

/**
 * Makes a store with the sample in it: its history, what the person added, what an agent changed after that,
 * and a session in which another one answers from it. The name gets a number where another store has it. If
 * it fails there is no store.
 */
export async function openSample(wanted: string | undefined, cause: Cause): Promise<Store> {
  const name = await freeName(wanted?.trim() || NAME)
  const limits = { memoryBytes: MEMORY_BYTES }
  const { id } = await createStore({ name, description: DESCRIPTION, limits })
  try {
    const bytes = await readFile(path.join(process.cwd(), 'samples', FILE))
    await seedWhole(id, { type: 'upload', name: FILE, bytes }, cause)
    await createMemory({ storeId: id, ...AGREEMENTS }, cause)
    const { lastSequence } = await getStore(id)
    await nameMoment(id, lastSequence, MOMENT_BEFORE, cause)
    await writeAsAgent(id)
    await askOnce(id, cause)
    return await getStore(id)
  } catch (error) {
    await deleteStore(id, cause)
    throw error
  }
}

async function writeAsAgent(storeId: string): Promise<void> {
  const cause: Cause = { actor: RELEASE_AGENT, isAgent: true }
  await introduce()
  for (const at of READ_FIRST) {
    const { id, versionId } = await getMemory({ storeId, path: at }, 'basic')
    recordRead({ id: versionId, memoryId: id, storeId }, cause)
  }
  for (const { path: at, ...write } of releaseAgentWrites()) {
    const text = async (edit: (text: string) => string) =>
      edit((await getMemory({ storeId, path: at }, 'full')).content)
    const content = 'edit' in write ? await text(write.edit) : write.content
    await putMemory({ storeId, path: at, content }, cause)
  }
}

/** The practice agent is asked what the release agent got wrong: its answer has a cause to look for. */
async function askOnce(storeId: string, cause: Cause): Promise<void> {
  const settings = { model: PRACTICE_MODEL }
  const { id } = await createSession({ settings, stores: [{ storeId, isReadOnly: true }] }, cause)
  const content = [{ type: 'text' as const, text: QUESTION }]
  await sendEvents(id, [{ type: 'user.message', content }], cause)
}

/** So that people see a name at what it wrote. */
async function introduce(): Promise<void> {
  const now = new Date()
  const { id } = RELEASE_AGENT
  await write((tx) =>
    tx.actor.upsert({
      where: { id },
      create: { id, name: RELEASE_AGENT_NAME, firstAt: now, lastAt: now },
      update: { lastAt: now },
    }),
  )
}

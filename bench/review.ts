import { createStore } from '@/lib/store/change-stores'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { textOf } from './fill'

/** As much as an inbox shows, of six agents. */
const MEMORIES = 300
const AGENTS = 6
const BYTES = 4_096

/**
 * Makes a store of which agents changed every memory, and one more made as many. Returns the ids of
 * the store, of the group of the first, its fifty changes, and of the one that made new memories.
 */
export async function fillReview() {
  const { id: storeId } = await createStore({ name: `${MEMORIES} to review` })
  for (let at = 0; at < MEMORIES; at++) {
    const lines = textOf(at, BYTES).split('\n')
    const path = `/area-${at % 40}/note-${at}.md`
    const made = await createMemory({ storeId, path, content: lines.join('\n') }, BY_PERSON)
    lines[lines.length >> 1] = `agent ${at % AGENTS} found that this holds no longer, by ${at}`
    const content = `${lines.join('\n')}And what follows from ${at}.\n`
    await updateMemory({ storeId, memoryId: made.id, content }, by(at % AGENTS))
    await createMemory({ storeId, path: `/new${path}`, content }, by(AGENTS))
  }
  return { storeId, group: groupOf(0), newcomers: groupOf(AGENTS) }
}

const groupOf = (agent: number) => `apikey_bench${agent}`

const by = (agent: number) => ({
  actor: { type: 'api_key' as const, id: groupOf(agent) },
  isAgent: true,
})

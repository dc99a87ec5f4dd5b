import { createStore } from '@/lib/store/change-stores'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { textOf } from './fill'

/** As much as an inbox shows, of six agents. */
const MEMORIES = 300
const AGENTS = 6
const BYTES = 4_096

export interface ToReview {
  storeId: string
  /** of the group of one agent's fifty */
  group: string
}

/** Makes a store of which agents changed every memory, a line in its midst and some at its end. */
export async function fillReview(): Promise<ToReview> {
  const { id: storeId } = await createStore({ name: `${MEMORIES} to review` })
  for (let at = 0; at < MEMORIES; at++) {
    const lines = textOf(at, BYTES).split('\n')
    const path = `/area-${at % 40}/note-${at}.md`
    const made = await createMemory({ storeId, path, content: lines.join('\n') }, BY_PERSON)
    lines[lines.length >> 1] = `agent ${at % AGENTS} found that this holds no longer, by ${at}`
    const content = `${lines.join('\n')}And what follows from ${at}.\n`
    const actor = { type: 'api_key' as const, id: groupOf(at) }
    await updateMemory({ storeId, memoryId: made.id, content }, { actor, isAgent: true })
  }
  return { storeId, group: groupOf(0) }
}

const groupOf = (at: number) => `apikey_bench${at % AGENTS}`

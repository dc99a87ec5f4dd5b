import { keepHeld } from '@/lib/held/held-writes'
import type { Actor } from '@/lib/store/model/actor'
import { change } from '@/lib/store/write/change'

const AGENT: Actor = { type: 'api_key', id: 'apikey_agent' }

/** A memory that an agent wants, new unless it `expected` one, and that waits for a person. */
export const held = (storeId: string, path: string, content = 'x', expected?: string | null) =>
  change(storeId, { actor: AGENT, isAgent: true }, (c) =>
    keepHeld(c, {
      storeId,
      sessionId: null,
      toolUseId: null,
      writer: AGENT,
      lapsesAt: null,
      steps: [{ op: 'write', path, content, expected: expected ?? null }],
      reason: { about: 'all_writes', found: [], isUnscanned: false },
    }),
  )

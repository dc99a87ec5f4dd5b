import { z } from 'zod'
import { coloursOf } from '@/components/lines/diff-lines'
import type { ShownMemory } from '@/components/session/shown-memory'
import { unlessRefused } from '@/lib/refusal'
import { getMemory } from '@/lib/store/memories'
import { invalidInput } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions'
import { textDiff } from '@/lib/text/text-diff'
import { answering } from '../answered'
import { versionBefore } from '../stores/[id]/read-version'
import { shownText } from '@/lib/sessions/shown-text'

const query = z.object({
  session: z.string(),
  store: z.string(),
  path: z.string(),
  clear: z.literal('yes').optional(),
})

/**
 * A memory as it is now, its secrets masked unless asked for in clear, with the lines of its last change if that was
 * made in a session; null: none is there.
 */
export const GET = answering(async (asked): Promise<ShownMemory | null> => {
  const { data } = query.safeParse(Object.fromEntries(asked))
  if (!data) throw invalidInput('path', 'must be given')
  const { session, store: storeId, path, clear } = data
  const memory = await unlessRefused(getMemory({ storeId, path }, 'full'), 'memory_not_found')
  if (!memory) return null
  const { id: memoryId, content } = memory
  const version = await getVersion({ storeId, versionId: memory.versionId }, 'basic')
  const before = version.sessionId === session ? await versionBefore(version) : undefined
  const lines = before === undefined ? [] : textDiff(before?.content ?? '', content).lines
  const fresh = lines.flatMap((line) => (line.kind === 'added' ? line.after : []))
  const shown = clear ? { text: content, masked: null } : await shownText(content, path)
  return { memoryId, ...shown, colours: coloursOf(shown.text, path), fresh }
})

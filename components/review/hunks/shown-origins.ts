import 'server-only'
import { agentsOf } from '@/components/history/agent-looks'
import { shownWriter } from '@/components/history/shown-writer'
import type { Texts } from '@/components/i18n/texts'
import { callAddress } from '@/components/session/conversation/call-address'
import { subjectOf, verbKey, verbOf } from '@/components/session/conversation/call-words'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryOrigins } from './read-origins'
import type { ShownOrigin } from './shown-origin'

/** Writers of removed lines that are named. */
const MAX_WRITERS = 3

/**
 * The call that wrote a hunk, and whose lines it removed, by its place among its memory's; null:
 * nothing is known.
 */
export async function shownOrigin(
  t: Texts,
  { ofHunks, calls, names }: MemoryOrigins,
  index: number,
): Promise<ShownOrigin | null> {
  const origin = ofHunks[index]
  if (!origin) return null
  const called = origin.writtenBy.find(({ toolUseId }) => calls.has(toolUseId ?? ''))
  const call = called && calls.get(called.toolUseId ?? '')
  const { removed } = origin
  if (!call && removed.length === 0) return null
  const named = removed.slice(0, MAX_WRITERS)
  const agents = await agentsOf(named.map(({ version }) => authorOf(version)))
  return {
    ...(called &&
      call && {
        call: {
          words: call.words,
          done: t(`Call.${verbKey(verbOf(call.name, call.input), 'done')}`),
          subject: subjectOf(call.input),
          at: call.at,
          href: callAddress(called.sessionId ?? called.createdBy.id, called.toolUseId),
        },
      }),
    removed: named.map(({ version, lines }) => {
      const actor = authorOf(version)
      const { id, kind, name } = shownWriter(t, { actor, names, isImport: false, agents })
      return {
        id,
        kind,
        name,
        at: version.createdAt,
        lines: t('Review.lineCount', { count: lines }),
      }
    }),
    ...(removed.length > MAX_WRITERS && {
      more: t('Review.moreWriters', { count: removed.length - MAX_WRITERS }),
    }),
  }
}

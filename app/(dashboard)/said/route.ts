import type { Said } from '@/components/review/shown'
import { textOf } from '@/lib/sessions/event'
import { listEvents } from '@/lib/sessions/log'
import { shownText } from '@/lib/sessions/shown-text'
import { answering } from '../answered'

/** The agent's last words in its session before it wrote something, since somebody spoke to it. */
export const GET = answering(async (asked): Promise<Said> => {
  const [last] = await listEvents({
    sessionId: asked.get('session') ?? '',
    createdTo: new Date(Number(asked.get('before')) || 0),
    order: 'desc',
    types: ['agent.message', 'user.message'],
    limit: 1,
  })
  const content = last?.type === 'agent.message' ? textOf(last).trim() : ''
  return { sentence: content === '' ? null : (await shownText(content)).text }
})

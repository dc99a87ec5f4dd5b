import type { Said } from '@/components/review/shown'
import { flagsOf } from '@/lib/scan/flags-of'
import { previewLines } from '@/lib/scan/masked'
import { textOf } from '@/lib/sessions/event'
import { listEvents } from '@/lib/sessions/log'
import { answering } from '../answered'

/** What an agent said in its session before it wrote. */
export const GET = answering((asked) => {
  return saidBefore(asked.get('session') ?? '', new Date(Number(asked.get('before'))))
})

/** The agent's last words before it wrote something, since somebody spoke to it. */
async function saidBefore(sessionId: string, createdTo: Date): Promise<Said> {
  const types = ['agent.message', 'user.message']
  const [last] = await listEvents({ sessionId, createdTo, order: 'desc', types, limit: 1 })
  if (last?.type !== 'agent.message') return { sentence: null }
  const content = textOf(last).trim()
  const lines = previewLines(content, await flagsOf({ path: '/', content }))
  return { sentence: content === '' ? null : lines.join('\n') }
}

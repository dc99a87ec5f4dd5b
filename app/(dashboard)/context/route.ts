import { answering } from '@/app/(dashboard)/answered'
import type { ShownContext } from '@/components/context/request'
import { contextState, gaugeOf, HISTORY_TYPES, historyOf } from '@/lib/sessions/context'
import { eventsAfter, viewOf } from '@/lib/sessions/log'
import { knownWindowOf } from '@/lib/sessions/models'
import { getSession } from '@/lib/sessions/sessions'

/** What a session's context holds, and what became of it. */
export const GET = answering(async (asked): Promise<ShownContext> => {
  const id = asked.get('session') ?? ''
  const { settings } = await getSession(id)
  const state = contextState(await viewOf(id))
  const window = state.window ?? knownWindowOf(settings)
  const gauge = gaugeOf(state, window, settings.context)
  const events = await eventsAfter(id, 0, { types: HISTORY_TYPES })
  return { model: settings.model, gauge, ...historyOf(events) }
})

import type { NextRequest } from 'next/server'
import { answered } from '@/app/(dashboard)/answered'
import type { ShownContext } from '@/components/context/request'
import { contextState, gaugeOf, HISTORY_TYPES, historyOf } from '@/lib/sessions/context'
import type { SessionEvent } from '@/lib/sessions/event'
import { listEvents, viewOf } from '@/lib/sessions/log'
import { knownWindowOf } from '@/lib/sessions/models'
import { getSession } from '@/lib/sessions/sessions'

/** What a session's context holds, and what became of it. */
export const GET = (request: NextRequest) =>
  answered(async (): Promise<ShownContext> => {
    const id = request.nextUrl.searchParams.get('session') ?? ''
    const { settings } = await getSession(id)
    const state = contextState(await viewOf(id))
    const window = state.window ?? knownWindowOf(settings)
    const gauge = gaugeOf(state, window, settings.context)
    return { model: settings.model, gauge, ...historyOf(await eventsOfHistory(id)) }
  })

const PAGE = 1_000

async function eventsOfHistory(sessionId: string): Promise<SessionEvent[]> {
  const all: SessionEvent[] = []
  for (;;) {
    const from = all.at(-1)?.sequence
    const page = await listEvents({ sessionId, from, types: HISTORY_TYPES, limit: PAGE })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

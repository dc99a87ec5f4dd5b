import type Anthropic from '@anthropic-ai/sdk'
import type { EventType, SessionEvent } from '@/lib/sessions/event'
import { eventsAfter } from '@/lib/sessions/log'
import { requestAt } from '@/lib/sessions/request'
import { getSession } from '@/lib/sessions/sessions'
import type { SettingsPatch } from '@/lib/sessions/settings'
import { isRefusal } from '@/lib/refusal'
import { type Caller, test as base } from './fixtures'
import { message } from './messages'

type Sessions = Anthropic['beta']['sessions']
type Created = Awaited<ReturnType<Sessions['create']>>

/** A session by the official SDK, followed from its first event on. */
export interface Talk {
  id: string
  sessions: Sessions
  /** who opened it: a script that may decide, unless a test says otherwise */
  by: Caller
  /** Sends events; messages as their words. */
  send: (...events: (string | object)[]) => Promise<SessionEvent[]>
  /** Resolves with what came of what was sent last, once the session rests or has ended. */
  rest: () => Promise<SessionEvent[]>
  /** Says something, and resolves as `rest`. */
  say: (...texts: string[]) => Promise<SessionEvent[]>
  goOn: () => Promise<SessionEvent[]>
  /** Resolves with the next such event that came of what was sent last. */
  next: <Type extends EventType>(type: Type) => Promise<Typed<Type>>
  row: () => Promise<Created & { palimpsest: { stop_reason: { type: string } | null } }>
}

interface Opening {
  /** all for reading and writing; left out: the test's own store */
  stores?: readonly (string | object)[]
  palimpsest?: SettingsPatch
  by?: Caller
}

export type Talking = (model: string, opening?: Opening) => Promise<Talk>

type Typed<Type extends EventType> = Extract<SessionEvent, { type: Type }>

/** Those of one type. */
export const of = <Type extends EventType>(events: readonly SessionEvent[], type: Type) =>
  events.filter((event): event is Typed<Type> => event.type === type)

const ENDS: readonly string[] = ['session.status_idle', 'session.status_terminated']

/** Tests with sessions, each of whose logs is sound at the end. */
export const test = base.extend('talk', async ({ as, listen, store }, { onCleanup }) => {
  const opened: string[] = []
  onCleanup(async () => {
    const problems = (await Promise.all(opened.map(problemsOf))).flat()
    if (problems.length > 0) throw new Error(`logs are not sound:\n${problems.join('\n')}`)
  })
  const talking: Talking = async (model, { stores = [store.id], palimpsest, by } = {}) => {
    const caller = by ?? (await as({ access: 'admin', isAgent: false }))
    const { sessions } = caller.sdk.beta
    const { id } = await sessions.create({
      agent: model,
      environment_id: 'env_any',
      resources: stores.map((each) =>
        typeof each === 'string' ? { type: 'memory_store', memory_store_id: each } : each,
      ) as never,
      ...({ palimpsest } as object),
    })
    opened.push(id)
    const { headers } = caller
    const listener = await listen(`/v1/sessions/${id}/events/stream`, { headers, lastId: '0' })
    const heard = () => listener.events.map(({ data }) => data as unknown as SessionEvent)
    let before = 0
    const came = (fits: (event: SessionEvent) => boolean) =>
      listener.next(
        ({ data }) =>
          fits(data as unknown as SessionEvent) && (data as { sequence: number }).sequence > before,
      )
    const mark = () => {
      before = heard().at(-1)?.sequence ?? 0
    }
    const rest = async () => {
      await came(({ type }) => ENDS.includes(type))
      return heard().filter(({ sequence }) => sequence > before)
    }
    const send: Talk['send'] = async (...events) => {
      mark()
      const sent = events.map((event) => (typeof event === 'string' ? message(event) : event))
      const { data } = await sessions.events.send(id, { events: sent as never })
      return data as unknown as SessionEvent[]
    }
    const talk: Talk = {
      id,
      sessions,
      by: caller,
      send,
      rest,
      async say(...texts) {
        await send(...texts)
        return rest()
      },
      async goOn() {
        mark()
        const { status } = await caller.call('POST', `/v1/sessions/${id}/continue`)
        if (status !== 200) throw new Error(`it does not go on: ${status}`)
        return rest()
      },
      next: async (type) => (await came((event) => event.type === type)).data as never,
      row: async () => (await sessions.retrieve(id)) as never,
    }
    return talk
  }
  return talking
})

/**
 * What is wrong with a session's log: numbers without gaps, each call and request with one answer at most,
 * and every request that was sent can be made again, byte for byte.
 */
export async function problemsOf(sessionId: string): Promise<string[]> {
  try {
    const { settings, stores } = await getSession(sessionId)
    const events = await eventsAfter(sessionId, 0)
    const misnumbered = events.filter(({ sequence }, at) => sequence !== at + 1)
    const answers = of(events, 'agent.tool_result').map((event) => event.tool_use_id)
    const ends = of(events, 'span.model_request_end').map((event) => event.model_request_start_id)
    const inexact = of(events, 'span.model_request_start').filter(
      ({ id }) => requestAt(events, settings, stores, id)?.isExact === false,
    )
    return [
      ...misnumbered.map(({ sequence }) => `number ${sequence} is not in its place`),
      ...twice(answers).map((id) => `the call ${id} has two results`),
      ...twice(ends).map((id) => `the request ${id} has two ends`),
      ...inexact.map(({ sequence }) => `request ${sequence} cannot be made again`),
    ]
  } catch (error) {
    // A test may delete its session.
    if (isRefusal(error) && error.code === 'session_not_found') return []
    throw error
  }
}

const twice = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at)

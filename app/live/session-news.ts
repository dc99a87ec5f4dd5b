import {
  countsIn,
  factsOf,
  gaugeIn,
  partOfLog,
  shownEntries,
} from '@/app/(dashboard)/sessions/read-session'
import type { SessionBody, SessionCounts, SessionState } from '@/components/session/state'
import type { News } from '@/lib/live/topics'
import { unlessRefused } from '@/lib/refusal'
import { contextState } from '@/lib/sessions/context'
import { type Entry, entriesOf, foldOn, type Folded } from '@/lib/sessions/entries'
import type { SessionEvent } from '@/lib/sessions/event'
import { followSession, type SessionNews } from '@/lib/sessions/follow'
import { getSession, type Session } from '@/lib/sessions/sessions'

/** What a page knows of a session: the last event, and how often something had been redacted. */
export type Known = Pick<SessionState, 'sequence' | 'redactions'>

/**
 * A session's news with their bodies. First comes what a page that knows this lacks; null: it knows all
 * that is there.
 */
export async function* sessionNews(
  id: string,
  known: Known | null,
  signal: AbortSignal,
): AsyncGenerator<News> {
  const feed = await Feed.of(id)
  if (!feed) {
    yield { topic: `session:${id}`, sequence: 0, body: { kind: 'gone' } }
    return
  }
  yield feed.news(await feed.greeting(known))
  for await (const news of followSession(id, feed.sequence, signal, feed.storeIds)) {
    const body = await feed.bodyOf(news)
    if (body) yield feed.news(body)
    if (news.kind === 'gone') return
  }
}

/** What one page was told of a session. */
class Feed {
  #folded: Folded = new Map()
  #context = contextState([])
  #toldFacts = ''

  private constructor(
    private session: Session,
    private events: SessionEvent[],
    private counts: SessionCounts,
  ) {
    this.#fold(events)
  }

  static of(id: string): Promise<Feed | null> {
    const opened = async () => {
      const session = await getSession(id)
      return new Feed(session, await partOfLog(id), await countsIn(session))
    }
    return unlessRefused(opened(), 'session_not_found')
  }

  get sequence(): number {
    return this.events.at(-1)?.sequence ?? 0
  }

  get storeIds(): string[] {
    return this.session.stores.map(({ storeId }) => storeId)
  }

  news(body: SessionBody): News {
    const { id, updatedAt } = this.session
    return { topic: `session:${id}`, sequence: updatedAt.getTime(), body }
  }

  greeting(known: Known | null): SessionBody | Promise<SessionBody> {
    if (known === null) return this.#changed([])
    const { sequence: after, redactions } = known
    const from = this.events[0]?.sequence ?? 1
    // A log that is shorter by now is another one: a backup was restored.
    const isOther = after > this.sequence || after < from - 1
    if (isOther || redactions !== this.counts.redactions) return { kind: 'anew' }
    const folded: Folded = new Map()
    const at = this.events.findIndex(({ sequence }) => sequence > after)
    if (at < 0) return this.#changed([])
    foldOn(folded, this.events.slice(0, at))
    return this.#changed(foldOn(folded, this.events.slice(at)))
  }

  async bodyOf(news: SessionNews): Promise<SessionBody | null> {
    switch (news.kind) {
      case 'events': {
        const { events } = news
        this.events.push(...events)
        const changed = this.#fold(events)
        if (events.some(isRedaction)) return { kind: 'anew' }
        return this.#read(() => this.#changed(changed))
      }
      case 'changed':
        return this.#read((before) => this.#anew(before))
      case 'stores': {
        const before = JSON.stringify(this.counts)
        this.counts = await countsIn(this.session)
        return JSON.stringify(this.counts) === before ? null : this.#changed([])
      }
      case 'start': {
        const { preview } = news
        const isCall = preview.type === 'agent.tool_use'
        const { length } = preview.text
        return { kind: 'start', writing: { ...preview, length, text: isCall ? '' : preview.text } }
      }
      case 'delta': {
        const { id, type, text } = news
        const shown = type === 'agent.tool_use' ? '' : text
        return { kind: 'delta', id, text: shown, length: text.length }
      }
      case 'dropped':
      case 'gone':
        return news
    }
  }

  /** Folds further events in; answers the entries that are new or others by now. */
  #fold(events: readonly SessionEvent[]): Entry[] {
    this.#context = contextState(events, this.#context)
    return foldOn(this.#folded, events)
  }

  /** Reads the row anew; null: it is gone, which the stream says by itself. */
  #read(then: (before: Session) => Promise<SessionBody>): Promise<SessionBody | null> {
    const before = this.session
    const read = async () => {
      this.session = await getSession(this.session.id)
      return then(before)
    }
    return unlessRefused(read(), 'session_not_found')
  }

  /** Where no event came, a redaction may have changed those that are there. */
  async #anew(before: Session): Promise<SessionBody> {
    const events = await partOfLog(this.session.id)
    if (events.at(-1)?.sequence !== this.sequence) return this.#changed([])
    const now = entriesOf(events)
    const isShorter = now.length < this.#folded.size && events[0]?.id === this.events[0]?.id
    const changed = now.filter(
      (entry) => JSON.stringify(entry) !== JSON.stringify(this.#folded.get(entry.id)),
    )
    this.events = events
    this.#folded = new Map(now.map((entry) => [entry.id, entry]))
    const { title, updatedAt } = this.session
    const facts = (of: Session) => JSON.stringify(factsOf({ ...of, title }))
    // Of what is further up a new time tells alone, or with the title.
    const isAbove = +updatedAt !== +before.updatedAt && facts(this.session) === facts(before)
    return isShorter || changed.length > 0 || isAbove ? { kind: 'anew' } : this.#changed([])
  }

  async #changed(changed: readonly Entry[]): Promise<SessionBody> {
    const facts = factsOf(this.session)
    const told = JSON.stringify(facts)
    const isNew = told !== this.#toldFacts
    this.#toldFacts = told
    const { sequence, counts } = this
    const gauge = gaugeIn(this.#context, this.session)
    const entries = await shownEntries(changed)
    return { kind: 'changed', entries, sequence, gauge, ...counts, facts: isNew ? facts : null }
  }
}

const isRedaction = (event: SessionEvent): boolean =>
  event.type === 'session.error' && event.error.kind === 'redacted'

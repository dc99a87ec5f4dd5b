import { db } from '@/lib/db'
import type { NewHeld } from '@/lib/held/held-writes'
import { LAPSES_AFTER_MS } from '@/lib/held/held-by-rules'
import { filesAfter, isWriting, type PlannedWrite, planWrite } from '@/lib/memory-tool/calls'
import { type PlannedOn, storedFiles } from '@/lib/memory-tool/files'
import type { Mount } from '@/lib/memory-tool/paths'
import { isRefusal } from '@/lib/refusal'
import type { Reason } from '@/lib/review/judge'
import { onlyWatch, storedRules, type StoreRules } from '@/lib/review/rules'
import type { Flag } from '@/lib/scan/flag'
import { flagsOf } from '@/lib/scan/flags-of'
import { foundTexts, type TextMask, withoutTexts } from '@/lib/scan/masked'
import type { Cause } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { applySteps } from '@/lib/store/plan/steps'
import { change } from '@/lib/store/write/change'
import { HeldByRules } from '@/lib/store/write/judging'
import { newId } from '@/lib/text/ids'
import type { AnsweredCall, AnsweredEvent } from './ask-model'
import { causeOfCall, mountsOfSession } from './call'
import type { NewEvent } from './event'
import type { Session } from './sessions'

/** What becomes of an answer's calls before any is carried out: which wait, which are refused. */

/** An event of an answer, with what is to be kept with it where it is a call that waits. */
export interface JudgedEvent {
  event: NewEvent & { id: string }
  held: (NewHeld & { id: string }) | null
  /** why the call is refused; null: it is not */
  refusal: string | null
}

/**
 * What an answer holds, in its order. In a session that asks, and by the rules of its stores, each write is
 * planned on what those before it would leave; one that cannot be done is answered without asking anybody.
 */
export async function judgedEvents(
  session: Session,
  events: readonly AnsweredEvent[],
): Promise<JudgedEvent[]> {
  const calls = await Calls.of(session, events)
  const judged: JudgedEvent[] = []
  for (const event of events) {
    if (event.type === 'agent.tool_use') judged.push(await calls.judged(event))
    else judged.push({ event, held: null, refusal: null })
  }
  return judged
}

const allowed = (event: AnsweredCall, more: { writes_nothing?: true } = {}): JudgedEvent => ({
  event: { ...event, evaluated_permission: 'allow', ...more },
  held: null,
  refusal: null,
})

class Calls {
  private files: PlannedOn = storedFiles()
  /** what the calls so far would do */
  private readonly steps = new Map<string, Step[]>()

  private constructor(
    private readonly session: Session,
    private readonly mounts: readonly Mount[],
    /** of stores whose rules ask for more than a look afterwards; null: they cannot be read */
    private readonly guarded: ReadonlyMap<string, StoreRules | null>,
  ) {}

  static async of(session: Session, events: readonly AnsweredEvent[]): Promise<Calls> {
    const hasCalls = events.some(({ type }) => type === 'agent.tool_use')
    const guarded = hasCalls ? await guardingRules(session) : new Map<string, null>()
    const isAsked = asks(session) || guarded.size > 0
    return new Calls(session, isAsked ? await mountsOfSession(session) : [], guarded)
  }

  async judged(event: AnsweredCall): Promise<JudgedEvent> {
    if (event.malformed_input !== undefined) return allowed(await this.cleaned(event))
    if (this.mounts.length === 0 || !isWriting(event)) return allowed(event)
    const cause = causeOfCall(this.session, event)
    const first = await planWrite(this.files, this.mounts, event, cause)
    if (first.steps.length === 0) {
      return allowed(await this.cleaned(event), asks(this.session) ? { writes_nothing: true } : {})
    }
    const tried = await this.tried(first, cause)
    if (tried.kind === 'refused') return refused(await this.cleaned(event), tried.why)
    const isMasked = tried.masks.length > 0
    const call = isMasked ? { ...event, input: masked(event.input, tried.masks) } : event
    const planned = isMasked ? await planWrite(this.files, this.mounts, call, cause) : first
    this.take(planned)
    if (tried.kind === 'lands' && !asks(this.session)) return allowed(call)
    return this.waiting(call, planned, cause, tried.reason)
  }

  /**
   * A call that writes nothing, without what the rules keep out of memories: it would stay in the log.
   * A text that is not known whole in time is left out whole.
   */
  private async cleaned(call: AnsweredCall): Promise<AnsweredCall> {
    const { input, malformed_input: malformed } = call
    const { command: _, ...written } = input
    const texts = [...Object.values(written), malformed].filter((each) => typeof each === 'string')
    const masks = (await Promise.all(texts.map((content) => this.masksOf(content)))).flat()
    if (masks.length === 0) return call
    const cut = malformed !== undefined && { malformed_input: withoutTexts(malformed, masks) }
    return { ...call, input: masked(input, masks), ...cut }
  }

  private async masksOf(content: string): Promise<TextMask[]> {
    const rules = [...this.guarded.values()]
    if (content === '' || !rules.some(keepsOut)) return []
    const text = { path: '/', content }
    const { found, isWhole } = await flagsOf(text)
    if (!isWhole) return [{ text: content, mask: '[masked: not scanned]' }]
    const keptOut = found.filter((flag) => rules.some((each) => isKeptOut(each, flag)))
    return foundTexts(text, keptOut)
  }

  private take({ storeId, steps }: PlannedWrite): void {
    this.files = filesAfter(this.files, storeId, steps)
    this.steps.set(storeId, [...(this.steps.get(storeId) ?? []), ...steps])
  }

  /** What the store's rules say of a write, after those of the same answer. */
  private async tried({ storeId, steps }: PlannedWrite, cause: Cause): Promise<Tried> {
    const lands: Tried = { kind: 'lands', reason: null, masks: [] }
    if (!this.guarded.has(storeId)) return lands
    const all = [...(this.steps.get(storeId) ?? []), ...steps]
    try {
      return await change<Tried>(
        storeId,
        cause,
        async (c) => {
          await applySteps(c, all)
          return c.nothing({ ...lands, masks: c.masks })
        },
        { whenHeld: 'tell', isLong: all.length > 50 },
      )
    } catch (error) {
      if (error instanceof HeldByRules) {
        return { kind: 'held', reason: error.reason, masks: error.masks }
      }
      if (!isRefusal(error)) throw error
      // Whatever else is wrong is answered when the call is carried out.
      if (error.code !== 'refused_by_rules') return lands
      return { kind: 'refused', why: String(error.facts.why) }
    }
  }

  private waiting(
    call: AnsweredCall,
    { answer, steps, storeId }: PlannedWrite,
    cause: Cause,
    reason: Reason | null,
  ): JudgedEvent {
    const id = newId('held')
    const shown = { held_write_id: id, planned_answer: answer.content }
    return {
      event: { ...call, evaluated_permission: 'ask', ...shown },
      held: {
        id,
        storeId,
        steps,
        sessionId: this.session.id,
        toolUseId: call.id,
        reason: reason ?? { about: 'session', found: [], isUnscanned: false },
        writer: cause.actor,
        lapsesAt: reason && new Date(Date.now() + LAPSES_AFTER_MS),
      },
      refusal: null,
    }
  }
}

type Tried =
  | { kind: 'lands'; reason: null; masks: readonly TextMask[] }
  | { kind: 'held'; reason: Reason; masks: readonly TextMask[] }
  | { kind: 'refused'; why: string }

const asks = ({ settings, stores }: Session): boolean =>
  settings.approval === 'always_ask' && stores.length > 0

/** Whether rules let some texts into no memory. */
const keepsOut = (rules: StoreRules | null): boolean =>
  isKeptOut(rules, { category: 'secret' }) || isKeptOut(rules, { category: 'personal_data' })

/** Whether rules let what was found into no memory; those that cannot be read are taken for the strictest. */
const isKeptOut = (rules: StoreRules | null, { category }: Pick<Flag, 'category'>): boolean =>
  (category === 'secret' && (rules === null || ['mask', 'refuse'].includes(rules.secrets))) ||
  (category === 'personal_data' && (rules === null || rules.personalData === 'mask'))

async function guardingRules({ stores }: Session): Promise<ReadonlyMap<string, StoreRules | null>> {
  const rows = await db.store.findMany({
    where: { id: { in: stores.map(({ storeId }) => storeId) } },
    select: { id: true, rules: true },
  })
  const rules = rows.map(({ id, rules: stored }) => [id, storedRules(stored)] as const)
  return new Map(rules.filter(([, each]) => each === null || !onlyWatch(each)))
}

function refused(event: AnsweredCall, why: string): JudgedEvent {
  const { path, old_path } = event.input
  const refusal = `Error: ${String(path ?? old_path)} was not saved: ${why}`
  return { event: { ...event, evaluated_permission: 'deny' }, held: null, refusal }
}

/** An input without what is masked: what runs is what is stored. */
function masked(
  input: Record<string, unknown>,
  masks: readonly TextMask[],
): Record<string, unknown> {
  const pairs = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutTexts(value, masks) : value,
  ])
  return Object.fromEntries(pairs) as Record<string, unknown>
}

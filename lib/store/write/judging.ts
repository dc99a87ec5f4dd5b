import { judge, type JudgedWrite, type Reason, type Verdict } from '@/lib/review/judge'
import { heldWords, refusedWords } from '@/lib/review/reason-words'
import { onlyWatch } from '@/lib/review/rules'
import { type Flags, type ScannedMemory, UNKNOWN } from '@/lib/scan/flag'
import { flagsOf, knownFlags } from '@/lib/scan/flags-of'
import type { TextMask } from '@/lib/scan/masked'
import { Refusal } from '@/lib/refusal'
import { perProcess } from '@/lib/per-process'
import type { Cause } from '../model/actor'
import type { Step } from '../plan/plan'
import type { Change } from './change'
import { type HeadChange, stateOf, textIn } from './head'

/** What a store's rules make of what agents write, within the change that writes it. */

/** Rounds in which texts are scanned that nothing was known of; what is not known then is unknown. */
const MOST_ROUNDS = 4

/** Flags of texts that a change needs; nothing slow is awaited while it has the store. */
export class Scans {
  private readonly known = new Map<string, Flags>()
  private readonly missing = new Map<string, ScannedMemory>()
  private rounds = 0

  /** Of what is not known yet it says so, and notes it. */
  flagsIn(memory: ScannedMemory): Flags {
    const key = `${memory.path}\n${memory.content}`
    const flags = this.known.get(key) ?? knownFlags(memory)
    if (!flags && this.rounds < MOST_ROUNDS) this.missing.set(key, memory)
    return flags ?? UNKNOWN
  }

  /** Whether something was asked about that is to be scanned first. */
  get isToScan(): boolean {
    return this.missing.size > 0
  }

  /** Scans what was missing, one after the other: others' writes wait in the same queue. */
  async scan(): Promise<void> {
    this.rounds++
    for (const [key, memory] of this.missing) this.known.set(key, await flagsOf(memory))
    this.missing.clear()
  }
}

/** Ends a change, which begins anew once what is missing was scanned. */
export class NeedsScan extends Error {
  override readonly name = 'NeedsScan'
}

/**
 * The heads as the store's rules have them written: masked, and as what needs no look where a rule lets them
 * land. One that waits, or is refused, stops all. Refuses `held`, `refused_by_rules`.
 */
export async function judged(c: Change, heads: readonly HeadChange[]): Promise<HeadChange[]> {
  const { rules } = c.store
  const isWatched = rules && onlyWatch(rules) && rules.everything === 'review'
  const isAsked = c.cause.isAgent && c.cause.stands !== true && !isWatched
  if (!isAsked) return [...heads]
  const verdicts: Verdict[] = []
  for (const head of heads) {
    const isAllowed = c.cause.isPassed === true
    verdicts.push(judge(rules, await writeOf(c, head), (of) => c.scans.flagsIn(of), { isAllowed }))
  }
  if (c.scans.isToScan) throw new NeedsScan()
  const written = heads.map((head, at) => withVerdict(c, head, verdicts[at]))
  // What is refused comes first: else it would wait for a person who could only deny it.
  const isRefused = ([, { action }]: [number, Verdict]) => Number(action === 'refuse')
  const strict = [...verdicts.entries()].sort((one, other) => isRefused(other) - isRefused(one))
  for (const [at, { action, reason }] of strict) {
    const path = heads[at]?.to?.path ?? heads[at]?.memory?.path ?? ''
    if (action === 'refuse' && reason) throw refusedByRules(path, reason)
    if (action === 'hold' && reason) {
      throw new HeldByRules(path, reason, written.map(stepOf), c.masks)
    }
  }
  return written
}

async function writeOf(c: Change, { memory, to }: HeadChange): Promise<JudgedWrite> {
  const path = memory?.path ?? null
  const before = memory && path !== null ? { path, content: await textIn(c, memory) } : null
  return { before, after: to && { path: to.path, content: to.content } }
}

function withVerdict(c: Change, head: HeadChange, verdict: Verdict | undefined): HeadChange {
  if (!verdict) return head
  c.masks.push(...verdict.masks)
  const to = head.to && verdict.masked !== null ? stateOf(head.to.path, verdict.masked) : head.to
  return { ...head, to, isPassed: verdict.action === 'land' }
}

const refusedByRules = (path: string, reason: Reason) =>
  new Refusal('refused_by_rules', `${path} was not saved: ${refusedWords(reason)}`, {
    path,
    why: refusedWords(reason),
  })

/** A write that waits, with all that it is: lib/held/held-by-rules.ts keeps it. */
export class HeldByRules extends Refusal {
  constructor(
    path: string,
    readonly reason: Reason,
    readonly steps: readonly Step[],
    readonly masks: readonly TextMask[],
  ) {
    super('held', `${path} was not saved: ${heldWords(reason)}`, { path, why: heldWords(reason) })
  }
}

/** What a head is as a step. */
function stepOf({ memory, to }: HeadChange): Step {
  const from = memory?.path ?? null
  const expected = memory?.sha256 ?? ''
  if (!to) return { op: 'delete', path: from ?? '', expected }
  const { path, content } = to
  if (from === null) {
    return memory
      ? { op: 'revive', memoryId: memory.id, path, content }
      : { op: 'write', path, content, expected: null }
  }
  if (from === path) return { op: 'write', path, content, expected }
  return { op: 'rename', from, path, expected, ...(to.sha256 !== expected && { content }) }
}

type Keep = (storeId: string, cause: Cause, held: HeldByRules) => Promise<Refusal>

const keeper = perProcess('keeper of held writes', () => ({ keep: null as Keep | null }))

/** Says what becomes of a write that the rules hold; called once by its room. */
export function keepsHeld(keep: Keep): void {
  keeper.keep = keep
}

/** Keeps a write for a person; what its writer is told. */
export const keptForPerson: Keep = async (storeId, cause, held) =>
  (await keeper.keep?.(storeId, cause, held)) ?? held

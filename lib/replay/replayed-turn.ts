import { getSession } from '@/lib/agent/get-session'
import { listSessionEvents } from '@/lib/agent/list-session-events'
import { requestAt, settingsAt } from '@/lib/agent/request-at'
import type { Session } from '@/lib/agent/session'
import type { SessionEvent } from '@/lib/agent/session-event'
import type { SessionSettings } from '@/lib/agent/session-settings'
import {
  canBeAsked,
  firstRequest,
  runToolOn,
  runTurnInMemory,
  type TurnOutcome,
} from '@/lib/agent/turn-in-memory'
import { DEFAULT_WINDOW } from '@/lib/context/context-thresholds'
import type { Database } from '@/lib/db/database'
import { pathsOfMemory } from '@/lib/store/memories/paths-of-memory'
import { turns } from '@/lib/turns'
import { storeMoment } from '@/lib/store/time/store-moment'
import { refuseReplay } from './problems'
import { isStoreGone } from './run/store-gone'
import { scratchFiles } from './scratch/scratch-files'
import { type ScratchChange, ScratchStore } from './scratch/scratch-store'
import type { SnapshotFile } from './scratch/snapshot'
import { StoreSnapshot } from './scratch/store-snapshot'
import { type HiddenMemory, withoutHidden } from './turn/hidden'
import { hideInLog, type ListedAgain } from './turn/hide-in-log'
import { readAgainInLog } from './turn/read-again'
import { readsIn } from './turn/reads-in'
import { EarlierWords } from './turn/repeated-earlier'
import { type Answer, answerOf, type Turn, turnOf } from './turn/turn'

/** A memory that a variant hides, or some of its lines, by the numbers they have at the turn. */
export interface Hide {
  readonly storeId: string
  readonly memoryId: string
  /** from and to, from 1, inclusive; left out: the whole memory */
  readonly lines?: readonly (readonly [from: number, to: number])[]
}

/** A memory that the turn had before it, or could have read. */
export interface MemoryAtTurn extends SnapshotFile {
  readonly storeId: string
}

/** A session's stores at one time, by their ids. */
type Snapshots = ReadonlyMap<string, StoreSnapshot>

/** One answer to the turn, asked again. */
export interface SampledAnswer extends Answer {
  readonly events: readonly SessionEvent[]
  readonly changes: readonly (ScratchChange & { readonly storeId: string })[]
  readonly requests: number
  readonly usage: TurnOutcome['usage']
  readonly stopped: TurnOutcome['stopped']
}

/** The differences with which a turn is asked again (why.md, "Terms"). */
export interface Variant {
  readonly hide: readonly Hide[]
  /** stores as they stood after one of their changes; those left out: as the turn began */
  readonly at?: readonly StoreAt[] | undefined
  /** left out: the recorded one */
  readonly model?: string | undefined
}

/** A store after one of its changes. */
export interface StoreAt {
  readonly storeId: string
  readonly sequence: number
}

export interface SampleInput extends Variant {
  readonly maxRequests: number
  /** of input and output; left out: any number */
  readonly maxTokens?: number | undefined
  readonly signal: AbortSignal
}

/**
 * A turn of a session as it can be asked again, any number of times. Nothing real is changed or
 * counted by it: what a sample writes goes to scratch stores that end with it.
 */
export class ReplayedTurn {
  private readonly memoryPaths = new Map<string, Promise<readonly string[]>>()
  private readonly listings = new Map<number, Promise<Snapshots>>()
  private words: EarlierWords | null = null

  private constructor(
    private readonly db: Database,
    private readonly session: Session,
    readonly turn: Turn,
    private readonly settings: SessionSettings,
    private readonly window: number,
    private readonly snapshots: Snapshots,
  ) {}

  /**
   * The turn that an event belongs to. Refuses `session_not_found`, `no_memory_in_answer`,
   * `answer_redacted`, `moment_before_store`, `store_gone`.
   */
  static async open(
    db: Database,
    { sessionId, eventId }: { sessionId: string; eventId: string },
  ): Promise<ReplayedTurn> {
    const session = await getSession(db, sessionId)
    const events = await listSessionEvents(db, { sessionId, limit: session.lastSequence })
    const turn = turnOf(events, eventId)
    if (turn === null || session.stores.length === 0) {
      return refuseReplay({ kind: 'no_memory_in_answer', eventId })
    }
    const [start] = turn.answer
    if (start?.type !== 'span.model_request_start' || !canBeAsked(turn.before)) {
      return refuseReplay({ kind: 'no_memory_in_answer', eventId })
    }
    const sent = await requestAt(db, { sessionId, startId: start.id })
    if (sent?.isExact === false && session.redactions > 0) {
      return refuseReplay({ kind: 'answer_redacted', sessionId })
    }
    const settings = settingsAt([...turn.before, start]) ?? session.settings
    const snapshots = await snapshotsOf(db, session, turn.startedAt).catch(toStoreGone)
    return new ReplayedTurn(db, session, turn, settings, start.window ?? DEFAULT_WINDOW, snapshots)
  }

  /** The model that is asked. */
  get model(): string {
    return this.settings.model
  }

  /** The model's recorded answer. */
  get recorded(): Answer {
    return answerOf(this.turn.answer)
  }

  /** Tokens of the recorded answer. */
  get recordedUsage(): { outputTokens: number } {
    const ends = this.turn.answer.flatMap((event) =>
      event.type === 'span.model_request_end' ? [event.usage.outputTokens] : [],
    )
    return { outputTokens: ends.reduce((sum, tokens) => sum + tokens, 0) }
  }

  /** The number of requests that the recorded answer took. */
  get requestCount(): number {
    const starts = this.turn.answer.filter(({ type }) => type === 'span.model_request_start')
    return Math.max(1, starts.length)
  }

  /**
   * The most requests of one sample: without what is hidden an agent may look for it again and again,
   * and what it has not said by then it does not say.
   */
  private get requestLimit(): number {
    return Math.min(this.settings.maxRequests, 3 * this.requestCount + 5)
  }

  /** The last place at which each memory was read before and in the turn, by store and path. */
  reads(): Map<string, number> {
    return readsIn([...this.turn.before, ...this.turn.answer], this.session)
  }

  /** The body of the turn's first request, as JSON: what a sample sends at least. */
  get firstRequest(): string {
    const { settings, window } = this
    const { stores } = this.session
    const { before } = this.turn
    return JSON.stringify(firstRequest({ stores, settings, window, before, maxRequests: 1 }))
  }

  /** The stores with the last change of each that the turn began with. */
  get storesAtTurn(): StoreAt[] {
    return Array.from(this.snapshots.values(), ({ storeId, sequence }) => ({ storeId, sequence }))
  }

  /** All memories of the stores as the turn began, store by store, in path order. */
  async memories(): Promise<MemoryAtTurn[]> {
    const lists = await Promise.all(
      Array.from(this.snapshots.values(), async (snapshot) => {
        const { storeId } = snapshot
        return (await snapshot.list()).map((file) => ({ ...file, storeId }))
      }),
    )
    return lists.flat()
  }

  /** The content of a memory as the turn began. */
  async contentOf({ storeId, path }: { storeId: string; path: string }): Promise<string> {
    return (await this.snapshots.get(storeId)?.contentAt(path)) ?? ''
  }

  /** The events before the turn in which the agent itself repeats what is hidden, in their order. */
  async repeatedEarlier(hide: readonly Hide[]): Promise<string[]> {
    const { before } = this.turn
    this.words ??= new EarlierWords(before, this.wordsElsewhere())
    const repeating = new Set<string>()
    const maybeYield = turns()
    for (const { storeId, paths, lines } of await this.hidden(hide, this.snapshots)) {
      const [path = ''] = paths
      const text = lines === null ? await this.contentOf({ storeId, path }) : [...lines].join('\n')
      for (const id of this.words.thatRepeat(text)) repeating.add(id)
      await maybeYield()
    }
    return before.flatMap(({ id }) => (repeating.has(id) ? [id] : []))
  }

  /** Asks the turn once. Throws only for mistakes of ours: a model's fault is told in `stopped`. */
  async sample({
    hide,
    at = [],
    model = this.model,
    maxRequests,
    maxTokens,
    signal,
  }: SampleInput): Promise<SampledAnswer> {
    const snapshots = at.length === 0 ? this.snapshots : await this.snapshotsOf(at)
    const hidden = await this.hidden(hide, snapshots)
    const log = at.length === 0 ? this.turn.before : await this.readAt(snapshots)
    const before = await this.without(hidden, log)
    const stores = await this.scratchStores(snapshots, hidden)
    const outcome = await runTurnInMemory({
      stores: this.session.stores,
      settings: { ...this.settings, model, maxRequests: this.requestLimit },
      window: this.window,
      before,
      files: scratchFiles(stores),
      maxRequests,
      maxTokens,
      signal,
    })
    const changes = await Promise.all(
      stores.map(async (store) => {
        const { storeId } = store
        return (await store.changes()).map((change) => ({ ...change, storeId }))
      }),
    )
    return { ...outcome, ...answerOf(outcome.events), changes: changes.flat() }
  }

  /** A log before the turn as if what is hidden had never been there. */
  private without(
    hidden: readonly HiddenMemory[],
    log: readonly SessionEvent[],
  ): Promise<SessionEvent[]> {
    return hideInLog(log, hidden, this.session, (call, at) => this.listedAgain(call, at, hidden))
  }

  /** The log before the turn as if the stores had stood so when the agent read them. */
  private async readAt(snapshots: Snapshots): Promise<SessionEvent[]> {
    const { stores } = this.session
    return readAgainInLog(this.turn.before, async (call) => {
      const files = scratchFiles(await this.scratchStores(snapshots, []))
      return runToolOn(files, stores, call)
    })
  }

  /** The stores as they stood after these changes, in whole moments; the others as the turn began. */
  private async snapshotsOf(at: readonly StoreAt[]): Promise<Snapshots> {
    const snapshots = new Map(this.snapshots)
    for (const { storeId, sequence } of at) {
      if (!snapshots.has(storeId)) continue
      const moment = await storeMoment(this.db, { storeId, sequence })
      snapshots.set(storeId, new StoreSnapshot(this.db, storeId, moment.sequence))
    }
    return snapshots
  }

  private async listedAgain(
    call: { name: string; input: Record<string, unknown> },
    at: number,
    hidden: readonly HiddenMemory[],
  ): Promise<ListedAgain> {
    const snapshots = await this.snapshotsAt(at)
    const answerOn = async (without: readonly HiddenMemory[]) => {
      const files = scratchFiles(await this.scratchStores(snapshots, without))
      return (await runToolOn(files, this.session.stores, call)).content
    }
    return { whole: await answerOn([]), without: await answerOn(hidden) }
  }

  private snapshotsAt(time: number): Promise<Snapshots> {
    const known = this.listings.get(time)
    if (known) return known
    const found = snapshotsOf(this.db, this.session, time)
    this.listings.set(time, found)
    return found
  }

  private scratchStores(
    snapshots: Snapshots,
    hidden: readonly HiddenMemory[],
  ): Promise<ScratchStore[]> {
    return Promise.all(
      Array.from(snapshots.values(), async (snapshot) => {
        const laid = new Map<string, string | null>()
        for (const memory of hidden) {
          if (memory.storeId !== snapshot.storeId) continue
          const file = await snapshot.fileOf(memory.memoryId)
          if (!file) continue
          const content = memory.lines === null ? null : await snapshot.contentAt(file.path)
          laid.set(file.path, withoutHidden({ ...memory, content: content ?? '' }))
        }
        return new ScratchStore(snapshot, laid)
      }),
    )
  }

  private async hidden(hide: readonly Hide[], snapshots: Snapshots): Promise<HiddenMemory[]> {
    const found: HiddenMemory[] = []
    for (const { storeId, memoryId, lines } of hide) {
      const snapshot = snapshots.get(storeId)
      const paths = snapshot ? await this.pathsOf(snapshot, memoryId) : []
      const [path] = paths
      if (path === undefined) continue
      if (lines === undefined) {
        found.push({ storeId, memoryId, paths, lines: null, content: '' })
        continue
      }
      const content = (await snapshot?.contentAt(path)) ?? ''
      const texts = content.split('\n')
      // Blank lines say nothing, and stand in every memory.
      const hidden = lines
        .flatMap(([from, to]) => texts.slice(from - 1, to))
        .filter((text) => text.trim() !== '')
      found.push({ storeId, memoryId, paths, lines: new Set(hidden), content })
    }
    return found
  }

  /** The path of a memory in a snapshot, then those that it has had and nobody has now; [] if it was not there. */
  private pathsOf(snapshot: StoreSnapshot, memoryId: string): Promise<readonly string[]> {
    const { storeId, sequence } = snapshot
    const key = `${storeId} ${sequence} ${memoryId}`
    const known = this.memoryPaths.get(key)
    if (known) return known
    const find = async (): Promise<readonly string[]> => {
      const file = await snapshot.fileOf(memoryId)
      if (!file) return []
      const former = (await pathsOfMemory(this.db, { storeId, memoryId })).filter(
        (path) => path !== file.path,
      )
      // Where another memory stands now, its reads are not this one's.
      const taken = await Promise.all(former.map((path) => snapshot.contentAt(path)))
      return [file.path, ...former.filter((_, index) => taken[index] === null)]
    }
    const found = find()
    this.memoryPaths.set(key, found)
    return found
  }

  private wordsElsewhere(): string[] {
    const { instructions, memoryPrompt } = this.settings
    const said = this.turn.before.flatMap((event) =>
      event.type === 'user.message' ? event.texts : [],
    )
    return [instructions, memoryPrompt ?? '', ...said]
  }
}

/** A conversation outlives its stores. */
function toStoreGone(error: unknown): never {
  if (isStoreGone(error)) refuseReplay({ kind: 'store_gone', storeId: error.problem.storeId })
  throw error
}

async function snapshotsOf(db: Database, { stores }: Session, time: number): Promise<Snapshots> {
  const snapshots = await Promise.all(
    stores.map(async ({ storeId }): Promise<[string, StoreSnapshot]> => {
      const { sequence } = await storeMoment(db, { storeId, time })
      return [storeId, new StoreSnapshot(db, storeId, sequence)]
    }),
  )
  return new Map(snapshots)
}

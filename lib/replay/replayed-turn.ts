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
  viewOf,
} from '@/lib/agent/turn-in-memory'
import { DEFAULT_WINDOW } from '@/lib/context/context-thresholds'
import { requestedMemory } from '@/lib/context/requested-memory'
import type { Database } from '@/lib/db/database'
import { pathsOfDifferent, pathsOfMemories } from '@/lib/store/memories/paths-of-memory'
import { countLines, splitLines } from '@/lib/text/lines'
import { turns } from '@/lib/turns'
import { lastSequenceAt, storeMoment } from '@/lib/store/time/store-moment'
import { listVersions, versionIfThere } from '@/lib/store/versions/read-versions'
import { refuseReplay } from './problems'
import { isStoreGone } from './run/store-gone'
import { scratchFiles } from './scratch/scratch-files'
import { type ScratchChange, ScratchStore } from './scratch/scratch-store'
import type { SnapshotFile } from './scratch/snapshot'
import { StoreSnapshot } from './scratch/store-snapshot'
import { type HiddenMemory, withoutHidden } from './turn/hidden'
import { HiddenLines } from './turn/hidden-lines'
import { hideInLog } from './turn/hide-in-log'
import { shownIn } from './turn/logged-places'
import type { ListedAgain, MemoryPlace, PastStores } from './turn/past-stores'
import { readAgainInLog } from './turn/read-again'
import { readsIn, type ReadSpan } from './turn/reads-in'
import { EarlierWords } from './turn/repeated-earlier'
import { type Answer, answerOf, type Turn, turnOf } from './turn/turn'

/** A memory that a variant hides, or some of its lines, by the numbers they have at the turn. */
export interface Hide {
  readonly storeId: string
  readonly memoryId: string
  /** from and to, from 1, inclusive; left out: the whole memory */
  readonly lines?: readonly (readonly [from: number, to: number])[]
}

/** Changes of a store since a conversation began, and versions of a memory, that are looked at: the newest. */
const CHANGES_LOOKED_AT = 1_000
const VERSIONS_LOOKED_AT = 20

/** A memory that the turn had before it, or could have read. */
export interface MemoryAtTurn extends SnapshotFile {
  readonly storeId: string
  /** whether it was deleted before the turn: the conversation still shows this version, at this path */
  readonly isGone: boolean
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

/** The agent's own words before a turn that repeat what is hidden: they stay (why.md, "Replaying a turn"). */
export interface RepeatedEarlier {
  /** the events, in their order */
  readonly eventIds: readonly string[]
  /** the message of the turn in which what is repeated was first read; null: none before this one */
  readonly firstRead: string | null
}

export const NOT_REPEATED: RepeatedEarlier = { eventIds: [], firstRead: null }

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
  private readonly memoryPaths = new Map<string, readonly string[]>()
  private readonly listings = new Map<number, Promise<Snapshots>>()
  private readonly past = new Map<string, Promise<PastMemory | null>>()
  private readonly snapshotsBySequence = new Map<string, StoreSnapshot>()
  private gone: Promise<ReadonlyMap<string, MemoryAtTurn>> | null = null
  private readonly shared = new Map<string, boolean>()
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

  /** When each memory was read before and in the turn, by store and path. */
  reads(): Map<string, ReadSpan> {
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
        return (await snapshot.list()).map((file) => ({ ...file, storeId, isGone: false }))
      }),
    )
    return lists.flat()
  }

  /**
   * All memories that can be hidden: those of the stores as the turn began, and those that were deleted
   * by then but still stand in the conversation.
   */
  async hideable(): Promise<MemoryAtTurn[]> {
    return [...(await this.memories()), ...(await this.goneMemories()).values()]
  }

  private goneMemories(): Promise<ReadonlyMap<string, MemoryAtTurn>> {
    return (this.gone ??= this.findGone())
  }

  private async findGone(): Promise<Map<string, MemoryAtTurn>> {
    const memories = await this.memories()
    const known = new Set(memories.map(({ memoryId }) => memoryId))
    const standing = new Set(memories.map(placeOf))
    const gone = new Map<string, MemoryAtTurn>()
    const view = viewOf(this.turn.before)
    const shown = shownIn(view, this.session)
    await this.noteShared(shown)
    for (const { at, ...place } of shown) {
      if (standing.has(placeOf(place)) && !this.shared.get(placeOf(place))) continue
      const then = await this.memoryThen(place, await this.snapshotsAt(at))
      if (then === null || known.has(then.memoryId)) continue
      // What it was when it was read last.
      const { memoryId, versionId, size } = then
      gone.set(memoryId, { ...place, memoryId, versionId, size, isGone: true })
    }
    for (const event of view) {
      if (event.type !== 'agent.thread_context_compacted') continue
      for (const { text, storeId, memoryId, versionId } of event.restored) {
        if (text === null || known.has(memoryId) || gone.has(memoryId)) continue
        const version = await versionIfThere(this.db, { storeId, versionId, view: 'basic' })
        const { path = null, size = null } = version ?? {}
        if (path === null || size === null) continue
        gone.set(memoryId, { storeId, memoryId, versionId, path, size, isGone: true })
      }
    }
    return gone
  }

  /** The content of a memory as the turn began; of one that was gone, as the conversation shows it. */
  async contentOf(memory: Pick<MemoryAtTurn, 'storeId' | 'memoryId' | 'path'>): Promise<string> {
    const { storeId, path, memoryId } = memory
    const gone = (await this.gone)?.get(memoryId)
    if (gone) return (await this.versionContent(gone)) ?? ''
    return (await this.snapshots.get(storeId)?.contentAt(path)) ?? ''
  }

  /** Returns whether the agent said anything before the turn that could repeat a memory. */
  get hasEarlierWords(): boolean {
    return !this.earlierWords().areNone
  }

  /** The events before the turn in which the agent itself repeats what is hidden. */
  async repeatedEarlier(hide: readonly Hide[]): Promise<RepeatedEarlier> {
    const { before } = this.turn
    const words = this.earlierWords()
    if (words.areNone) return NOT_REPEATED
    const maybeYield = turns()
    const hidden = await this.hidden(hide, this.snapshots)
    const changed = await this.changedMeanwhile()
    const shared = new Map<HiddenMemory, Set<string>>()
    for (const memory of hidden) {
      const { paths, lines } = memory
      const [path = ''] = paths
      const text = lines?.text ?? (await this.contentOf({ ...memory, path }))
      const said = changed.has(memory.memoryId) ? await this.saidBefore(memory) : []
      const runs = new Set([text, ...said].flatMap((each) => [...words.sharedWith(each)]))
      if (runs.size > 0) shared.set(memory, runs)
      await maybeYield()
    }
    if (shared.size === 0) return NOT_REPEATED
    const left = viewOf(await this.without(hidden, before, null))
    for (const text of textsShown(left)) {
      for (const run of words.sharedWith(text)) for (const runs of shared.values()) runs.delete(run)
      await maybeYield()
    }
    const reads = readsIn(before, this.session)
    const repeated = [...shared].filter(([, runs]) => runs.size > 0)
    // What went with the memory, such as the call by which the agent wrote it, repeats nothing.
    const events = new EarlierWords(left, this.wordsElsewhere()).eventsWith(
      repeated.flatMap(([, runs]) => [...runs]),
    )
    const firstReads = repeated.flatMap(([{ storeId, paths }]) =>
      paths.flatMap((path) => reads.get(`${storeId} ${path}`)?.first ?? []),
    )
    return {
      eventIds: before.flatMap(({ id }) => (events.has(id) ? [id] : [])),
      firstRead: events.size === 0 ? null : this.messageBefore(firstReads),
    }
  }

  /** The memories that were changed between the conversation's beginning and the turn. */
  private async changedMeanwhile(): Promise<Set<string>> {
    const { before, startedAt: createdTo } = this.turn
    const createdFrom = before[0]?.createdAt ?? createdTo
    const pages = await Promise.all(
      this.storesAtTurn.map(({ storeId }) =>
        listVersions(this.db, { storeId, createdFrom, createdTo, limit: CHANGES_LOOKED_AT }),
      ),
    )
    return new Set(pages.flatMap(({ versions }) => versions.map(({ memoryId }) => memoryId)))
  }

  /** The words of a memory, or of its hidden lines, in versions that the conversation may have shown. */
  private async saidBefore({ storeId, memoryId, lines }: HiddenMemory): Promise<string[]> {
    const { versions } = await listVersions(this.db, {
      ...{ storeId, memoryId, view: 'full', audience: 'agents' },
      ...{ createdTo: this.turn.startedAt, limit: VERSIONS_LOOKED_AT },
    })
    return versions.flatMap(({ content }) => {
      if (content === null) return []
      if (lines === null) return [content]
      const numbers = lines.in(content)
      return [
        splitLines(content)
          .filter((_, index) => numbers.has(index + 1))
          .join('\n'),
      ]
    })
  }

  /** The message of the earlier turn that the first of these places of the log is in. */
  private messageBefore(places: readonly number[]): string | null {
    const { before, messageId } = this.turn
    const first = Math.min(...places)
    const message = before.findLast(
      ({ type }, index) => type === 'user.message' && index + 1 < first,
    )
    return places.length === 0 || message?.id === messageId ? null : (message?.id ?? null)
  }

  private earlierWords(): EarlierWords {
    this.words ??= new EarlierWords(viewOf(this.turn.before), this.wordsElsewhere())
    return this.words
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
    const before = await this.without(hidden, log, at.length === 0 ? null : snapshots)
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

  /**
   * A log before the turn as if what is hidden had never been there. `read`: the stores that all of it was
   * read from; null: as they stood at each time.
   */
  private async without(
    hidden: readonly HiddenMemory[],
    log: readonly SessionEvent[],
    read: Snapshots | null,
  ): Promise<SessionEvent[]> {
    await this.noteShared(
      hidden.flatMap(({ storeId, paths }) => paths.map((path) => ({ storeId, path }))),
    )
    const then = async (at: number) => read ?? this.snapshotsAt(at)
    const memoryAt = async (place: MemoryPlace, at: number) =>
      this.memoryThen(place, await then(at))
    const past: PastStores = {
      listAgain: async (call, at) => this.listedAgain(call, await then(at), hidden),
      contentAt: async (place, at) => (await memoryAt(place, at))?.content() ?? null,
      memoryAt: async (place, at) => (await memoryAt(place, at))?.memoryId ?? null,
      isShared: (place) => this.shared.get(placeOf(place)) ?? false,
      commentedMemory: (commentId) => requestedMemory(this.db, commentId),
      contentOf: (version) => this.versionContent(version),
    }
    return hideInLog(log, hidden, this.session, past)
  }

  /** The memory that stood at a place; null: none did. */
  private memoryThen(place: MemoryPlace, snapshots: Snapshots): Promise<PastMemory | null> {
    const snapshot = snapshots.get(place.storeId)
    if (!snapshot) return Promise.resolve(null)
    const key = `${snapshot.sequence} ${placeOf(place)}`
    const known = this.past.get(key)
    if (known) return known
    const find = async () => {
      const memory = await snapshot.memoryAt(place.path)
      if (memory === null) return null
      const { storeId } = place
      let content: Promise<string | null> | null = null
      const read = () => (content ??= this.versionContent({ storeId, ...memory }))
      return { ...memory, content: read }
    }
    const found = find()
    this.past.set(key, found)
    return found
  }

  /** Notes at which of these places different memories have stood, so that a path does not tell which. */
  private async noteShared(places: readonly MemoryPlace[]): Promise<void> {
    for (const storeId of this.snapshots.keys()) {
      const own = places.filter((place) => place.storeId === storeId)
      const unknown = own.filter((place) => !this.shared.has(placeOf(place)))
      if (unknown.length === 0) continue
      for (const place of unknown) this.shared.set(placeOf(place), false)
      const paths = [...new Set(unknown.map(({ path }) => path))]
      for (const path of await pathsOfDifferent(this.db, { storeId, paths })) {
        this.shared.set(placeOf({ storeId, path }), true)
      }
    }
  }

  private async versionContent(version: {
    storeId: string
    versionId: string
  }): Promise<string | null> {
    const { storeId, versionId } = version
    return (await versionIfThere(this.db, { storeId, versionId }))?.content ?? null
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
    snapshots: Snapshots,
    hidden: readonly HiddenMemory[],
  ): Promise<ListedAgain> {
    const answerOn = async (without: readonly HiddenMemory[]) => {
      const files = scratchFiles(await this.scratchStores(snapshots, without))
      return (await runToolOn(files, this.session.stores, call)).content
    }
    return { whole: await answerOn([]), without: await answerOn(hidden) }
  }

  private snapshotsAt(time: number): Promise<Snapshots> {
    const known = this.listings.get(time)
    if (known) return known
    const find = async () => {
      const snapshots = this.session.stores.map(async ({ storeId }) => {
        const sequence = await lastSequenceAt(this.db, { storeId, time })
        return [storeId, this.snapshotAfter(storeId, sequence)] as const
      })
      return new Map(await Promise.all(snapshots))
    }
    const found = find()
    this.listings.set(time, found)
    return found
  }

  /** One that others share, which may have read its list. */
  private snapshotAfter(storeId: string, sequence: number): StoreSnapshot {
    const known = this.snapshotsBySequence.get(`${storeId} ${sequence}`)
    const snapshot = known ?? new StoreSnapshot(this.db, storeId, sequence)
    this.snapshotsBySequence.set(`${storeId} ${sequence}`, snapshot)
    return snapshot
  }

  private scratchStores(
    snapshots: Snapshots,
    hidden: readonly HiddenMemory[],
  ): Promise<ScratchStore[]> {
    return Promise.all(
      Array.from(snapshots.values(), async (snapshot) => {
        const laid = new Map<string, string | null>()
        const own = hidden.filter(({ storeId }) => storeId === snapshot.storeId)
        const files = await snapshot.filesOf(own.map(({ memoryId }) => memoryId))
        for (const memory of own) {
          const file = files.get(memory.memoryId)
          if (!file) continue
          const content = memory.lines === null ? '' : await snapshot.contentAt(file.path)
          laid.set(file.path, withoutHidden(memory, content ?? ''))
        }
        return new ScratchStore(snapshot, laid)
      }),
    )
  }

  private async hidden(hide: readonly Hide[], snapshots: Snapshots): Promise<HiddenMemory[]> {
    const found: HiddenMemory[] = []
    const pathsOf = await this.pathsOf(hide, snapshots)
    for (const { storeId, memoryId, lines } of hide) {
      const paths = pathsOf(memoryId)
      if (paths.length === 0) continue
      if (lines === undefined) {
        found.push({ storeId, memoryId, paths, lines: null })
        continue
      }
      // Lines are counted as they stood at the turn, whenever the stores are asked about.
      const files = await this.snapshots.get(storeId)?.filesOf([memoryId])
      const path = files?.get(memoryId)?.path ?? paths[0] ?? ''
      const content = await this.contentOf({ storeId, memoryId, path })
      const numbers = numbersOf(lines, countLines(content))
      found.push({ ...{ storeId, memoryId, paths }, lines: new HiddenLines(content, numbers) })
    }
    return found
  }

  /**
   * The paths of memories in snapshots, each time first the one that it has there, then those that it has
   * had; [] if it was not there, and the conversation does not show it.
   */
  private async pathsOf(
    hide: readonly Hide[],
    snapshots: Snapshots,
  ): Promise<(memoryId: string) => readonly string[]> {
    const firstPaths = new Map<string, string>()
    for (const [storeId, memoryIds] of idsByStore(hide)) {
      const unknown = memoryIds.filter((memoryId) => !this.memoryPaths.has(memoryId))
      if (unknown.length > 0) {
        const paths = await pathsOfMemories(this.db, { storeId, memoryIds: unknown })
        for (const id of unknown) this.memoryPaths.set(id, paths.get(id) ?? [])
      }
      const files = await snapshots.get(storeId)?.filesOf(memoryIds)
      for (const memoryId of memoryIds) {
        const path = files?.get(memoryId)?.path
        const found = path ?? (await this.goneMemories()).get(memoryId)?.path
        if (found !== undefined) firstPaths.set(memoryId, found)
      }
    }
    return (memoryId) => {
      const first = firstPaths.get(memoryId)
      const all = this.memoryPaths.get(memoryId) ?? []
      return first === undefined ? [] : [first, ...all.filter((path) => path !== first)]
    }
  }

  private wordsElsewhere(): string[] {
    const { instructions, memoryPrompt } = this.settings
    const said = viewOf(this.turn.before).flatMap((event) => {
      if (event.type === 'user.message') return event.texts
      return event.type === 'agent.thread_context_compacted' ? event.kept : []
    })
    return [instructions, memoryPrompt ?? '', ...said]
  }
}

/** A conversation outlives its stores. */
function toStoreGone(error: unknown): never {
  if (isStoreGone(error)) refuseReplay({ kind: 'store_gone', storeId: error.problem.storeId })
  throw error
}

function idsByStore(hide: readonly Hide[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { storeId, memoryId } of hide) {
    const own = ids.get(storeId) ?? []
    own.push(memoryId)
    ids.set(storeId, own)
  }
  return ids
}

/** A memory as it stood at some time. */
interface PastMemory extends Pick<SnapshotFile, 'memoryId' | 'versionId' | 'size'> {
  readonly content: () => Promise<string | null>
}

const placeOf = ({ storeId, path }: MemoryPlace) => `${storeId} ${path}`

/** The parts of a log that show an agent more than words, its own and a person's. */
function* textsShown(events: readonly SessionEvent[]): Generator<string> {
  for (const event of events) {
    if (event.type === 'agent.tool_result') yield event.content
    if (event.type === 'context.reminder') yield event.text
    if (event.type === 'agent.thread_context_compacted') {
      for (const { text } of event.restored) if (text !== null) yield text
    }
  }
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

/** The numbers of these lines, from and to, of a memory that has so many. */
function numbersOf(lines: NonNullable<Hide['lines']>, count: number): Set<number> {
  const numbers = new Set<number>()
  for (const [from, to] of lines) {
    for (let number = from; number <= Math.min(to, count); number++) numbers.add(number)
  }
  return numbers
}

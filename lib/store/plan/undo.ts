import { turn } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { chunked, groupedBy } from '@/lib/text/lists'
import type { Version } from '../model/model'
import { invalidInput, versionNotFound } from '../model/problems'
import { type NewState, stateOf } from '../write/head'
import { type Aim, planOfAims } from './aims'
import {
  byAge,
  changesAfter,
  CHOSEN,
  type ChosenVersion,
  contentOf,
  type Held,
  heldMemories,
  isUnreadable,
  type Text,
  textNow,
  Texts,
  type Unreadable,
  versionsFrom,
} from './chains'
import type { Planning } from './kinds'
import type { AskOf, LinesRef, Planned } from './plan'
import { lineHunks, partsOf, withHunksReverted } from '@/lib/text/line-hunks'
import { type MergeRegion, takeBackRegions, textOfRegions } from '@/lib/text/merge'

/** How many versions may be named. */
const MAX_VERSIONS = 10_000

const MEMORIES_AT_ONCE = 50

/** Others' versions among which the one is looked for that changed the same lines; of more, the newest is named. */
const MAX_SUSPECTS = 100

/**
 * The plan that takes exactly these changes back, line by line: what others wrote before, between and
 * after them stays. Per memory they fall into runs of neighbours, and the newest is taken back first.
 * Refuses `version_not_found`, `invalid_input`.
 */
export async function planUndo(ask: AskOf<'undo'>, on: Planning): Promise<Planned> {
  const chosen = groupedBy(await chosenVersions(ask, on), ({ memoryId }) => memoryId)
  const lines = groupedBy(ask.lines ?? [], ({ versionId }) => versionId)
  const aims: Aim[] = []
  for (const some of chunked([...chosen].sort(byAge), MEMORIES_AT_ONCE)) {
    const histories = await historiesOf(on, new Map(some), lines.size > 0)
    const texts = new Texts(on.reader)
    await texts.read(
      histories.flatMap(({ runs }) => runs.flatMap(({ found, left }) => [found, left])),
    )
    for (const history of histories) {
      await turn(on.signal)
      const runs = history.runs.map((run) => runWithTexts(run, texts, lines))
      aims.push(await aimOf(on, history, runs, texts))
    }
  }
  return planOfAims(on, ask, aims)
}

/** In order of sequence. */
async function chosenVersions(ask: AskOf<'undo'>, on: Planning): Promise<ChosenVersion[]> {
  const { sessionId, batchId } = ask
  if (sessionId !== undefined) return changesAfter(on, 0, { sessionId })
  if (batchId !== undefined) return changesAfter(on, 0, { batchId })
  const ids = new Set(ask.versionIds ?? ask.lines?.map(({ versionId }) => versionId))
  if (ids.size > MAX_VERSIONS) {
    const most = MAX_VERSIONS.toLocaleString('en')
    throw invalidInput('memory_version_ids', `must be at most ${most} versions`)
  }
  const { reader, store, only } = on
  const found = await rowsOf(ids, (some) => {
    const where = { storeId: store.id, id: { in: some } }
    return reader.version.findMany({ where, select: CHOSEN })
  })
  for (const { id } of found) ids.delete(id)
  const [missing] = ids
  if (missing !== undefined) throw versionNotFound(store.id, missing)
  const wanted = found.filter(({ memoryId }) => only === undefined || memoryId === only)
  return wanted.sort((one, other) => one.sequence - other.sequence)
}

/** Neighbouring versions that are taken back together. */
interface Run {
  found: Version | null
  left: Version
}

/** A memory from before the first of the chosen versions on. */
interface History {
  memory: Held
  links: Version[]
  /** the oldest first */
  runs: Run[]
  isChosen: (link: Version) => boolean
}

async function historiesOf(
  { reader, store }: Planning,
  chosen: ReadonlyMap<string, ChosenVersion[]>,
  isByLine: boolean,
): Promise<History[]> {
  const from = new Map([...chosen].map(([id, [first]]) => [id, first?.sequence ?? 0]))
  const links = await versionsFrom(reader, store.id, from)
  const memories = await heldMemories(reader, [...chosen.keys()])
  return memories.map((memory): History => {
    const ids = new Set(chosen.get(memory.id)?.map(({ id }) => id))
    const isChosen = (link: Version) => ids.has(link.id)
    const own = links.get(memory.id) ?? []
    return {
      memory,
      links: own,
      runs: isByLine ? singleRuns(own, isChosen) : runsOf(own, isChosen),
      isChosen,
    }
  })
}

/** Each chosen version by itself. */
function singleRuns(links: readonly Version[], isChosen: (link: Version) => boolean): Run[] {
  return links.flatMap((left, at) =>
    isChosen(left) ? [{ found: links[at - 1] ?? null, left }] : [],
  )
}

function runsOf(links: readonly Version[], isChosen: (link: Version) => boolean): Run[] {
  const runs: Run[] = []
  for (const { found, left } of singleRuns(links, isChosen)) {
    const last = runs.at(-1)
    if (found && last?.left === found) last.left = left
    else runs.push({ found, left })
  }
  return runs
}

interface RunTexts extends Run {
  change: Change | Unreadable
}

function runWithTexts(
  run: Run,
  texts: Texts,
  lines: ReadonlyMap<string, readonly LinesRef[]>,
): RunTexts {
  const found = texts.of(run.found)
  const left = texts.of(run.left)
  if (isUnreadable(found)) return { ...run, change: found }
  if (isUnreadable(left)) return { ...run, change: left }
  const asked = lines.get(run.left.id)
  return { ...run, change: asked ? ofLines({ found, left }, asked) : { found, left } }
}

async function aimOf(
  { signal }: Planning,
  history: History,
  runs: readonly RunTexts[],
  texts: Texts,
): Promise<Aim> {
  const { memory } = history
  const head = textNow(memory)
  const aim = { memory, now: contentOf(head), to: null, isMerged: false }
  if (isUnreadable(head)) return { ...aim, obstacle: head }
  const changes: { run: RunTexts; change: Change }[] = []
  for (const run of runs) {
    if (isUnreadable(run.change)) return { ...aim, obstacle: run.change }
    changes.push({ run, change: run.change })
  }
  const oldest = changes[0]?.change.found ?? null
  const removed = head === null && oldest !== null ? removalByOthers(history) : null
  if (removed) await texts.read([removed.before])
  const start = removed ? texts.of(removed.before) : head
  if (isUnreadable(start)) return { ...aim, obstacle: start }
  const all = changes.map(({ change }) => change)
  const taken = await withoutAll(all, start, 'theirs', signal)
  const to = toState(taken.text)
  const isMerged = to !== null && to.content !== oldest?.content
  if (!removed && !taken.isConflict) return { ...aim, to, isMerged }
  const kept = removed ? null : toState((await withoutAll(all, start, 'ours', signal)).text)
  const by = removed?.by ?? (await writerSince(history, changes, texts, signal))
  const conflict = { kept, ...(by && { by, at: by.createdAt }) }
  const base = changes.at(-1)?.change.left?.content
  return { ...aim, to, isMerged, conflict: base === undefined ? conflict : { ...conflict, base } }
}

const toState = (text: Text | null): NewState | null => text && stateOf(text.path, text.content)

/** Takes the changes back, the newest first. */
async function withoutAll(
  changes: readonly Change[],
  now: Text | null,
  winner: Winner,
  signal?: AbortSignal,
): Promise<TakenBack> {
  let text = now
  let isConflict = false
  for (const change of changes.toReversed()) {
    await turn(signal)
    const without = takenBack(change, text, winner)
    text = without.text
    isConflict ||= without.isConflict
  }
  return { text, isConflict }
}

/** Who deleted a memory that the chosen versions left there, and what it was before that. */
function removalByOthers({
  links,
  isChosen,
}: History): { by: Version; before: Version | null } | null {
  const by = links.at(-1)
  if (!by || isChosen(by)) return null
  return { by, before: links.at(-2) ?? null }
}

/** The others' version that changed the same; if several may have, the newest of them. */
async function writerSince(
  { links, isChosen }: History,
  changes: readonly { run: RunTexts; change: Change }[],
  texts: Texts,
  signal?: AbortSignal,
): Promise<Version | null> {
  for (const { run, change } of changes.toReversed()) {
    const others = links.filter((link) => link.sequence > run.left.sequence && !isChosen(link))
    if (new Set(others.map(({ actorId }) => actorId)).size === 1) return others.at(-1) ?? null
    if (others.length > MAX_SUSPECTS) return others.at(-1) ?? null
    await texts.read(others)
    for (const other of others) {
      await turn(signal)
      const text = texts.of(other)
      if (!isUnreadable(text) && takenBack(change, text, 'theirs').isConflict) return other
    }
  }
  return links.findLast((link) => !isChosen(link)) ?? null
}

/** A run of changes: what it found, and what it left; null: the memory was not there. */
export interface Change {
  found: Text | null
  left: Text | null
}

/** Whose lines stand where both changed the same: what others made of them, or what was found. */
export type Winner = 'ours' | 'theirs'

export interface TakenBack {
  text: Text | null
  /** others changed the same lines, the path, or whether it is there */
  isConflict: boolean
}

const clean = (text: Text | null): TakenBack => ({ text, isConflict: false })

/**
 * A memory as it is now without one run of changes: lines by a three-way merge, path and existence as one
 * value each. One that the run made stays as long as others have lines in it, with these.
 */
export function takenBack({ found, left }: Change, now: Text | null, winner: Winner): TakenBack {
  const decided = (found: Text | null): TakenBack => ({
    text: winner === 'theirs' ? found : now,
    isConflict: true,
  })
  if (!found) {
    if (!left || !now) return clean(now)
    const { content, isConflict } = linesOf('', left.content, now.content, winner)
    if (content !== '') return { text: { ...now, content }, isConflict }
    return now.path === left.path ? { text: null, isConflict } : decided(null)
  }
  if (!left) {
    if (!now) return clean(found)
    return now.content === found.content ? clean(now) : decided(found)
  }
  if (!now) return decided(found)
  const lines = linesOf(found.content, left.content, now.content, winner)
  const isMoved = found.path !== left.path && now.path !== found.path
  const isMovedSince = isMoved && now.path !== left.path
  const path = isMoved && !(isMovedSince && winner === 'ours') ? found.path : now.path
  return { text: { path, content: lines.content }, isConflict: lines.isConflict || isMovedSince }
}

function linesOf(
  found: string,
  left: string,
  now: string,
  winner: Winner,
): { content: string; isConflict: boolean } {
  if (now === left) return { content: found, isConflict: false }
  if (now === found) return { content: now, isConflict: false }
  const regions = takeBackRegions({ base: left, ours: now, theirs: found })
  return { content: textOfRegions(regions, winner), isConflict: regions.some(isConflict) }
}

const isConflict = ({ kind }: MergeRegion) => kind === 'conflict'

/**
 * A version as only some of the lines that it brought changed its memory; with all of them, one that made
 * its memory is the version itself. Refuses `invalid_input` where it brought none of them.
 */
function ofLines({ found, left }: Change, asked: readonly LinesRef[]): Change {
  const before = found?.content ?? ''
  const after = left?.content ?? ''
  const isAsked = (line: number) => asked.some(({ from, to }) => line >= from && line <= to)
  const parts = lineHunks(before, after).flatMap((hunk) => partsOf(hunk, isAsked))
  if (parts.length === 0) throw invalidInput('lines', 'the version did not bring them')
  const content = withHunksReverted(before, after, parts)
  const path = left?.path ?? ''
  return { found: !found && content === '' ? found : { path, content }, left }
}

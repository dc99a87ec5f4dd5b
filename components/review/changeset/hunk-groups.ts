import 'server-only'
import { createHash } from 'node:crypto'
import { editOf, shapeOfEdit } from '@/lib/review/hunks/same-edits'
import { rankOf } from '@/lib/review/model/attention'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { chunked } from '@/lib/text/chunked'
import { groupedBy } from '@/lib/text/grouped-by'
import type { BoardHunk, BoardPart } from '../board/board-hunk'
import { changesetTexts, type ChangesetView, type ListedHunk } from './read-changeset'

/** What a person decides at once. */
export interface HunkGroup {
  /**
   * `one`: a hunk by itself; `same`: several that are the same edit; `routine`: several that say
   * nothing new; `memory`: all of a memory, in a changeset too large for its lines
   */
  kind: 'one' | 'same' | 'routine' | 'memory'
  /** the first one leads: it names them all, and its lines are shown */
  lead: ListedHunk
  hunks: readonly ListedHunk[]
}

export interface GroupedHunks {
  groups: readonly HunkGroup[]
  /** the texts that were read to compare them, by the memories' keys */
  changes: ReadonlyMap<number, ChangesetChange>
}

export interface GroupingInput {
  /** the id of a hunk that is shown one by one with those that are the same, or `routine` */
  apart: string | null
  /** keys of memories about which somebody talks: their hunks are decided by themselves */
  commented: ReadonlySet<number>
}

/** What one action decides, all or nothing. */
const MAX_AT_ONCE = 1000

/** Hunks that are compared, and their characters; further ones are decided by themselves. */
const MAX_COMPARED = 1000
const MAX_CHARACTERS = 2_000_000

/**
 * Digests of edits by their hunks' ids, which name the versions: a page that comes anew does not
 * read all of its texts again.
 */
const digests = new Map<string, string>()
const MAX_DIGESTS = 20_000

/** Groups a changeset's hunks by what is decided at once, in the order of the page. */
export async function hunkGroups(
  view: ChangesetView,
  { apart, commented }: GroupingInput,
): Promise<GroupedHunks> {
  const all = [...view.toRead, ...view.routine]
  if (view.isByMemory) return { groups: ofMemories(all), changes: new Map() }
  const alike = alikeIn(all.filter(({ memory }) => !commented.has(memory.memoryKey)))
  const { edits, changes } = await editsOf(view, alike)
  const editApart = apart === null ? undefined : edits.get(apart)
  const named = groupedBy(all, (listed) => {
    const edit = edits.get(listed.id)
    if (edit === undefined || edit === editApart) return listed.id
    return `${shapeOfEdit(listed.hunk)} ${edit}`
  })
  const same = [...named.values()].flatMap((hunks) => [...chunked(hunks, MAX_AT_ONCE)])
  const isLoose = (hunks: readonly ListedHunk[]) =>
    apart !== 'routine' && hunks.length === 1 && hunks.every((each) => isBundled(each, commented))
  const loose = groupedBy(same.filter(isLoose).flat(), ({ hunk }) => decidedAs(hunk))
  const bundles = [...loose.values()].flatMap((hunks) => [...chunked(hunks, MAX_AT_ONCE)])
  const groups = [
    ...same.filter((hunks) => !isLoose(hunks)).map((hunks) => groupOf('same', hunks)),
    ...bundles.map((hunks) => groupOf('routine', hunks)),
  ]
  return { groups, changes }
}

function groupOf(kind: 'same' | 'routine', hunks: readonly ListedHunk[]): HunkGroup {
  const [lead, ...others] = hunks
  if (!lead) throw new Error('a group of none')
  return { kind: others.length === 0 ? 'one' : kind, lead, hunks }
}

/** The hunks that may be the same edit as another, as far as that shows without their texts. */
function alikeIn(hunks: readonly ListedHunk[]): ListedHunk[] {
  const shapes = groupedBy(hunks, ({ hunk }) => shapeOfEdit(hunk))
  const alike = [...shapes].flatMap(([shape, of]) => (shape === null || of.length < 2 ? [] : of))
  const size = alike.reduce((sum, { hunk }) => sum + (hunk.size ?? 0), 0)
  return size > MAX_CHARACTERS ? [] : alike.slice(0, MAX_COMPARED)
}

/** The edits of some hunks, by the hunks' ids, and the texts that were read for them. */
async function editsOf(view: ChangesetView, hunks: readonly ListedHunk[]) {
  if (digests.size > MAX_DIGESTS) digests.clear()
  const unknown = hunks.filter(({ id }) => !digests.has(id))
  const changes = await changesetTexts(view, [...new Set(unknown.map(({ memory }) => memory))])
  for (const { id, memory, hunk } of unknown) {
    const change = changes.get(memory.memoryKey)
    if (change) digests.set(id, createHash('sha256').update(editOf(hunk, change)).digest('base64'))
  }
  const edits = new Map(
    hunks.flatMap(({ id }) => {
      const digest = digests.get(id)
      return digest === undefined ? [] : [[id, digest] as const]
    }),
  )
  return { edits, changes }
}

function isBundled({ hunk, memory }: ListedHunk, commented: ReadonlySet<number>): boolean {
  return isRoutine(hunk) && !commented.has(memory.memoryKey)
}

const isRoutine = ({ routine, reasons }: ListedHunk['hunk']) =>
  routine !== null && reasons.length === 0

const decidedAs = ({ verdict }: ListedHunk['hunk']) =>
  JSON.stringify(verdict && [verdict.decision, verdict.isApplied, verdict.by.id])

function ofMemories(hunks: readonly ListedHunk[]): HunkGroup[] {
  return [...groupedBy(hunks, ({ memory }) => memory).values()].flatMap((ofMemory) => {
    // What is settled is no part of the decision, unless all of it is.
    const left = ofMemory.filter(({ hunk: { verdict } }) => !isSettledBy(verdict))
    const parts = left.length === 0 ? ofMemory : left
    const [lead] = parts
    return lead ? [{ kind: 'memory' as const, lead, hunks: parts }] : []
  })
}

type Verdict = ListedHunk['hunk']['verdict']

const isSettledBy = (verdict: Verdict) =>
  verdict !== null && (verdict.isApplied || verdict.by.id !== LOCAL_USER_ACTOR.id)

/** Returns what the page's script needs of a group. */
export function boardHunk({ kind, lead, hunks }: HunkGroup): BoardHunk {
  return {
    id: lead.id,
    parts: hunks.map(partOf),
    isRoutine: hunks.every(({ hunk }) => isRoutine(hunk)),
    isCritical: hunks.some(({ hunk }) => rankOf(hunk.level) === rankOf('critical')),
    withFinding: hunks.filter(({ hunk }) => hasGraveFinding(hunk)).length,
    isShown: kind === 'one' || kind === 'same',
    waiting: null,
  }
}

const hasGraveFinding = ({ findings, level }: ListedHunk['hunk']) =>
  findings.length > 0 && rankOf(level) >= rankOf('high')

function partOf({ id, memory, hunk: { verdict } }: ListedHunk): BoardPart {
  return {
    id,
    memoryId: memory.memoryId,
    decision: verdict?.decision ?? null,
    decidedAt: verdict?.at ?? null,
    isApplied: verdict?.isApplied ?? false,
    isByOther: verdict !== null && verdict.by.id !== LOCAL_USER_ACTOR.id,
  }
}

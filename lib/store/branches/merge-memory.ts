import { linesWithEnds } from '@/lib/text/line-hunks'
import { differingRegions, type MergePart, mergeParts } from '@/lib/text/merge'
import type { MemoryText } from '../model/memory-change'
import type { MemoryMerge, MergeChoice, MergeChoices, MergeHunk } from '../model/branch-merge'

/**
 * A memory of a branch against its origin's, by what both had when they last agreed: pure functions
 * of three texts.
 */

/** Null: there was, or is, no memory. */
export interface MergeSides {
  base: MemoryText | null
  origin: MemoryText | null
  branch: MemoryText | null
}

/** The places that the branch changed; none: it has nothing to bring. */
export function mergeHunks(memoryId: string, sides: MergeSides): MergeHunk[] {
  const { base, origin, branch } = sides
  const idOf = (at: number) => `${memoryId}:${at}`
  if (isSame(branch, base) || isSame(branch, origin)) return []
  if (!branch || !origin) return [presenceHunk(idOf(0), sides)]
  const path = pathHunk(idOf(0), { base, origin, branch })
  const lines = partsOf({ base, origin, branch }).flatMap((part): Omit<MergeHunk, 'id'>[] =>
    isHunk(part) ? [lineHunk(part)] : [],
  )
  return [...path, ...lines.map((hunk, at) => ({ ...hunk, id: idOf(at + 1) }))]
}

/** The memory as it becomes in the origin; null: nothing is there. */
export function mergedText(
  { memoryId, base, origin, branch }: MergeSides & Pick<MemoryMerge, 'memoryId'>,
  choices: MergeChoices,
): MemoryText | null {
  const hunks = mergeHunks(memoryId, { base, origin, branch })
  if (hunks.length === 0) return origin
  const choiceOf = (hunk: MergeHunk | undefined): MergeChoice =>
    (hunk && choices.get(hunk.id)) ?? { take: 'branch' }
  if (!branch || !origin) {
    const choice = choiceOf(hunks[0])
    if ('text' in choice) {
      const path = (branch ?? origin)?.path ?? base?.path ?? ''
      return { path, content: choice.text }
    }
    if (choice.take === 'both') return origin ?? branch
    return choice.take === 'origin' ? origin : branch
  }
  const moved = hunks.find(({ kind }) => kind === 'path')
  const movedTo = moved && choiceOf(moved)
  const isMoved = movedTo !== undefined && 'take' in movedTo && movedTo.take === 'branch'
  const byLines = hunks.filter(({ kind }) => kind === 'lines')
  let next = 0
  const parts = partsOf({ base, origin, branch }).map((part) =>
    isHunk(part) ? chosenLines(part.part, choiceOf(byLines[next++])) : part.part.origin,
  )
  return { path: isMoved ? branch.path : origin.path, content: joinedLines(parts) }
}

/** The places of a memory that both changed and for which nobody chose. */
export function unsettled(hunks: readonly MergeHunk[], choices: MergeChoices): MergeHunk[] {
  return hunks.filter(({ id, isConflict }) => isConflict && !choices.has(id))
}

function isSame(one: MemoryText | null, other: MemoryText | null): boolean {
  if (!one || !other) return one === other
  return one.path === other.path && one.content === other.content
}

function presenceHunk(id: string, { base, origin, branch }: MergeSides): MergeHunk {
  return {
    id,
    kind: 'presence',
    // Gone on one side: then it matters whether the other went on with it.
    isConflict: base !== null && !isSame(base, origin),
    base: linesOf(base),
    origin: linesOf(origin),
    branch: linesOf(branch),
    originLine: 1,
    branchLine: 1,
  }
}

type ThreePaths = { base: MemoryText | null; origin: MemoryText; branch: MemoryText }

function pathHunk(id: string, { base, origin, branch }: ThreePaths): MergeHunk[] {
  if (branch.path === origin.path || branch.path === base?.path) return []
  return [
    {
      id,
      kind: 'path',
      isConflict: base !== null && origin.path !== base.path,
      base: base ? [base.path] : [],
      origin: [origin.path],
      branch: [branch.path],
      originLine: 1,
      branchLine: 1,
    },
  ]
}

/** Lines of the three texts that belong together. */
interface Sides {
  kind: MergePart['kind']
  base: string[]
  origin: string[]
  branch: string[]
}

interface PlacedPart {
  part: Sides
  originLine: number
  branchLine: number
}

const isHunk = ({ part: { kind } }: PlacedPart) => kind === 'theirs' || kind === 'conflict'

function partsOf({ base, origin, branch }: ThreePaths): PlacedPart[] {
  let originLine = 1
  let branchLine = 1
  return sidesOf({ base, origin, branch }).map((part) => {
    const placed = { part, originLine, branchLine }
    originLine += part.origin.length
    branchLine += part.branch.length
    return placed
  })
}

function sidesOf({ base, origin, branch }: ThreePaths): Sides[] {
  const [ours, theirs] = [origin.content, branch.content]
  if (!base) {
    return differingRegions(ours, theirs).map((region) =>
      region.kind === 'conflict'
        ? { kind: 'conflict', base: [], origin: region.ours, branch: region.theirs }
        : { kind: 'same', base: region.lines, origin: region.lines, branch: region.lines },
    )
  }
  return mergeParts({ base: base.content, ours, theirs }).map((part) => {
    const { kind, base: before } = part
    if (kind === 'conflict') return { kind, base: before, origin: part.ours, branch: part.theirs }
    return {
      kind,
      base: before,
      // A side that did not change it has what the base has; what both changed alike is in both.
      origin: kind === 'theirs' ? before : part.lines,
      branch: kind === 'ours' ? before : part.lines,
    }
  })
}

function lineHunk({ part, originLine, branchLine }: PlacedPart): Omit<MergeHunk, 'id'> {
  const { kind, base, origin, branch } = part
  const isConflict = kind === 'conflict'
  return { kind: 'lines', isConflict, base, origin, branch, originLine, branchLine }
}

function chosenLines({ base, origin, branch }: Sides, choice: MergeChoice): string[] {
  if ('text' in choice) return [choice.text]
  if (choice.take !== 'both') return choice.take === 'origin' ? origin : branch
  // Where both changed the same lines, those that neither changed stand once.
  const isNew = (line: string) => !base.includes(line) && !origin.includes(line)
  return [...origin, ...(base.length === 0 ? branch : branch.filter(isNew))]
}

/** Of a text that ends without a newline the last line gets one where another follows. */
function joinedLines(parts: readonly string[][]): string {
  const lines = parts.flat().filter((line) => line !== '')
  const last = lines.pop() ?? ''
  return [...lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`)), last].join('')
}

function linesOf(text: MemoryText | null): string[] {
  return text ? linesWithEnds(text.content) : []
}

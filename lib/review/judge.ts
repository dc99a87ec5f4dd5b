import { type Flag, type Flags, PATH_LINE } from '@/lib/scan/flag'
import { foundTexts, maskedText, type TextMask } from '@/lib/scan/masked'
import type { ScanCategory, ScanRule } from '@/lib/scan/rules'
import type { Text } from '@/lib/store/plan/chains'
import { splitLines, countLines } from '@/lib/text/lines'
import { PINNED_PATHS } from '@/lib/text/memory-path'
import { foldedPath, globbedPath, pathGlob } from '@/lib/text/path-glob'
import { lineCounts } from '@/lib/text/text-diff'
import { onlyPaths, type StoreRules } from './rules'

/** What a store's rules say of one write of an agent. It looks at nothing but what it is given. */

/** A memory before and after a write; null: it is not there. */
export interface JudgedWrite {
  before: { path: string; content: string } | null
  after: { path: string; content: string } | null
}

/** From the mildest to the strictest. */
const ACTIONS = ['land', 'review', 'hold', 'refuse'] as const
export type Action = (typeof ACTIONS)[number]

export type About =
  | 'all_writes'
  | 'secrets'
  | 'personal_data'
  | 'instructions'
  | 'hidden'
  | 'deletions'
  | 'emptied'
  | 'collapse'
  | 'unreadable'
  /** a row of the rules */
  | { glob: string }

export interface Reason {
  about: About
  found: { rule: ScanRule; line: number }[]
  /** it could not be scanned in full, and might hold what the rules are about */
  isUnscanned: boolean
  /** found in a path, where the rules would have it masked */
  isUnmaskable?: true
}

export interface Verdict {
  action: Action
  /** null: it lands or is looked at as everything is */
  reason: Reason | null
  /** the text as it is written, where something in it is masked */
  masked: string | null
  /** what is masked, with what stands in its place */
  masks: TextMask[]
}

/** Says what is found in a memory's path and text. */
export type FlagsIn = (memory: { path: string; content: string }) => Flags

/** Masking may uncover what overlapped; three rounds left nothing in tests. */
const MOST_ROUNDS = 3

/**
 * Of all answers that apply the strictest holds. Masking comes first: what is judged is the masked text.
 * `rules` null: they cannot be read. With `isAllowed` a person allowed these bytes: only masks and refusals
 * apply.
 */
export function judge(
  rules: StoreRules | null,
  write: JudgedWrite,
  flagsIn: FlagsIn,
  { isAllowed = false }: { isAllowed?: boolean } = {},
): Verdict {
  if (!rules) return { ...PLAIN, action: 'hold', reason: reasonOf('unreadable') }
  const known = scanned(rules, write, flagsIn)
  const answers = [
    byPath(rules, write),
    ...byFlags(rules, known),
    byDeletion(rules, write),
    byUnknown(rules, known),
  ].filter((answer) => answer !== null)
  const masked = { masked: known.masked, masks: known.masks }
  const strictest = strictestOf(answers)
  if (!strictest) return { ...masked, action: 'review', reason: null }
  if (isAllowed && strictest.action !== 'refuse') return { ...masked, action: 'land', reason: null }
  const isTold = strictest.action === 'hold' || strictest.action === 'refuse'
  return { ...masked, action: strictest.action, reason: isTold ? strictest.reason : null }
}

const PLAIN = { masked: null, masks: [] }

interface Answer {
  action: Action
  reason: Reason
}

const strictestOf = (answers: readonly Answer[]): Answer | undefined =>
  ACTIONS.toReversed().flatMap((each) => answers.filter(({ action }) => action === each))[0]

const reasonOf = (about: About, found: readonly Flag[] = []): Reason => ({
  about,
  found: found.map(({ rule, line }) => ({ rule, line })),
  isUnscanned: false,
})

interface Known {
  /** on lines that the write added, and on its path if that is new */
  flags: readonly Flag[]
  isWhole: boolean
  masked: string | null
  masks: TextMask[]
  /** on the path, where nothing can be masked */
  inPath: readonly Flag[]
}

function scanned(rules: StoreRules, { before, after }: JudgedWrite, flagsIn: FlagsIn): Known {
  const masks: TextMask[] = []
  if (!after || onlyPaths(rules)) {
    return { flags: [], isWhole: true, masked: null, masks, inPath: [] }
  }
  let { content } = after
  for (let round = 0; ; round++) {
    const { found, isWhole } = flagsIn({ path: after.path, content })
    const added = onAdded(before, { path: after.path, content }, found)
    const kept = added.filter((flag) => isMasked(rules, flag))
    const inText = kept.filter(({ line }) => line !== PATH_LINE)
    if (inText.length === 0 || round === MOST_ROUNDS) {
      const inPath = kept.filter(({ line }) => line === PATH_LINE)
      const masked = content === after.content ? null : content
      return { flags: added, isWhole: isWhole && inText.length === 0, masked, masks, inPath }
    }
    masks.push(...foundTexts({ path: after.path, content }, inText))
    content = maskedText(content, inText)
  }
}

/** What is found on the lines, or in the path, that were not there before; `found`: of the text after. */
export function onAdded<F extends Flag>(
  before: Text | null,
  after: Text,
  found: readonly F[],
): F[] {
  if (!before) return [...found]
  const earlier = new Set(splitLines(before.content))
  const lines = splitLines(after.content)
  return found.filter(({ line, toLine }) =>
    line === PATH_LINE
      ? after.path !== before.path
      : lines.slice(line - 1, toLine).some((text) => !earlier.has(text)),
  )
}

const isMasked = (rules: StoreRules, { category }: Flag): boolean =>
  (category === 'secret' && rules.secrets === 'mask') ||
  (category === 'personal_data' && rules.personalData === 'mask')

function byPath({ everything, paths }: StoreRules, { before, after }: JudgedWrite): Answer | null {
  const named = [before?.path, after?.path].filter((path) => path !== undefined).map(globbedPath)
  const rows = paths.flatMap((row) => {
    const isNamed = pathGlob(row.glob)
    // What is moved to where things land comes from elsewhere.
    const isAbout = row.answer === 'land' ? named.every(isNamed) : named.some(isNamed)
    return isAbout ? { action: row.answer, reason: reasonOf({ glob: row.glob }) } : []
  })
  return strictestOf(rows) ?? { action: everything, reason: reasonOf('all_writes') }
}

function byFlags(rules: StoreRules, { flags, inPath }: Known): Answer[] {
  const answers: Answer[] = []
  const take = (categories: ScanCategory[], about: About, action: Action) => {
    const found = flags.filter(({ category }) => categories.includes(category))
    if (found.length > 0) answers.push({ action, reason: reasonOf(about, found) })
  }
  const actionOf = (answer: string): Action =>
    answer === 'hold' || answer === 'refuse' ? answer : 'review'
  if (rules.secrets !== 'mask') take(['secret'], 'secrets', actionOf(rules.secrets))
  if (rules.personalData === 'flag' || rules.personalData === 'hold') {
    take(['personal_data'], 'personal_data', actionOf(rules.personalData))
  }
  take(['instructions'], 'instructions', actionOf(rules.instructions))
  take(['hidden'], 'hidden', actionOf(rules.instructions))
  if (inPath.length > 0) {
    const about = inPath[0]?.category === 'secret' ? 'secrets' : 'personal_data'
    answers.push({ action: 'refuse', reason: { ...reasonOf(about, inPath), isUnmaskable: true } })
  }
  return answers
}

/** Deleted, emptied, or much of it gone; a path that every session reads first lands never. */
function byDeletion({ deletions }: StoreRules, { before, after }: JudgedWrite): Answer | null {
  const about = !after ? 'deletions' : lossOf(before?.content ?? '', after.content)
  if (about) return { action: deletions, reason: reasonOf(about) }
  return isPinned([before?.path, after?.path])
    ? { action: 'review', reason: reasonOf('all_writes') }
    : null
}

/**
 * Whether a text was emptied, or lost much of itself: 20 lines and 30 % of it removed, fewer than half as
 * many added.
 */
export function lossOf(before: string, after: string): 'emptied' | 'collapse' | null {
  if (isEmptied(before, after)) return 'emptied'
  const { added, removed } = lineCounts(before, after)
  // Measured: four of 478 edits of a real agent.
  const isCollapse =
    removed >= 20 && removed >= splitLines(before).length * 0.3 && added < removed / 2
  return isCollapse ? 'collapse' : null
}

/** Whether one of these paths is read first by every session. */
export const isPinned = (paths: readonly (string | undefined)[]): boolean =>
  paths.some((path) => path !== undefined && PINNED.has(foldedPath(path)))

const PINNED = new Set(PINNED_PATHS.map(foldedPath))

/** What is not known is held wherever an answer would keep it out, and never lands. */
function byUnknown(rules: StoreRules, { isWhole }: Known): Answer | null {
  if (isWhole) return null
  const asked = [
    ['secrets', rules.secrets],
    ['personal_data', rules.personalData],
    ['instructions', rules.instructions],
  ] as const
  const [about] = asked.find(([, answer]) => answer !== 'flag' && answer !== 'ignore') ?? []
  const reason = { ...reasonOf(about ?? 'all_writes'), isUnscanned: true }
  return { action: about ? 'hold' : 'review', reason }
}

const MIN_LINES = 10
const FEW_WORDS = 5

/** Words of scripts with spaces; of those without, a word is taken to be two characters. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[\p{L}\p{N}]+/gu

/**
 * Returns whether a memory was emptied, or one of ten lines or more replaced by five words or
 * fewer: an agent that writes "unchanged" into a file that it did not mean to change.
 */
function isEmptied(before: string, after: string): boolean {
  if (after.trim() === '') return before.trim() !== ''
  if (countLines(before) < MIN_LINES) return false
  const words = after.matchAll(WORD)
  for (let count = 0; count <= FEW_WORDS; count++) if (words.next().done) return true
  return false
}

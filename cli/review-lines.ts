import type { Changeset } from '@/lib/review/model/changeset'
import type { ListedHunk } from '@/lib/review/hunks/list-hunks'
import type { HunkVerdict, ReviewedMemory } from '@/lib/review/changesets/changeset-memories'
import { hunkId } from '@/lib/review/model/hunk'
import type { Proposal } from '@/lib/store/model/proposal'
import type { MemoryText } from '@/lib/store/model/memory-change'
import { linesWithEnds } from '@/lib/text/line-hunks'
import { printable } from './printable'

/** Prints what review shows: a line each, and a hunk as a difference. */

/** Prints JSON; returns the exit code. */
export function writeJson(value: unknown): number {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
  return 0
}

export function changesetLine(changeset: Changeset): string {
  const { id, level, storeName, actor, addedLines, removedLines, lostLines } = changeset
  const reasons = Object.keys(changeset.reasons).map(words).join(', ')
  const lines = `+${addedLines} −${removedLines}${lostLines > 0 ? `, ${lostLines} lost` : ''}`
  const open = changeset.isExamined ? `${changeset.openHunks} open` : 'being examined'
  const about = [lines, open, reasons].filter((part) => part !== '').join('; ')
  return `${id}  ${level}  ${printable(storeName)}  ${actor.id}  (${about})`
}

export function memoryLine({ path, level, addedLines, removedLines }: ReviewedMemory): string {
  return `${pathOf(path)}  ${level}  +${addedLines} −${removedLines}`
}

/** A hunk: its id, why it is to be read, what was decided, and its lines. */
export function hunkText({ hunk, memory, change }: ListedHunk): string {
  const id = hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })
  const why = [...hunk.reasons, ...(hunk.routine === null ? [] : [hunk.routine])].map(words)
  const state = hunk.verdict ? verdictWords(hunk.verdict) : 'open'
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  const lines = [
    ...linesOf('-', change.before, beforeFrom, beforeCount),
    ...linesOf('+', change.after, afterFrom, afterCount),
  ]
  const head = `${id}  ${hunk.kind === 'lines' ? `line ${afterFrom + 1}` : hunk.kind}  ${state}`
  return [`${head}${why.length > 0 ? `  (${why.join(', ')})` : ''}`, ...lines].join('\n')
}

export function proposalLine(proposal: Proposal): string {
  const { id, kind, path, actor, state, lapsesAt, isUnscanned } = proposal
  const until = lapsesAt === null ? '' : `  until ${new Date(lapsesAt).toISOString()}`
  return `${id}  ${state}  ${kind}  ${printable(path)}  ${actor.id}${until}${isUnscanned ? '  not scanned' : ''}`
}

/** The lines of a side, each printable, with its sign. */
export function linesOf(
  sign: '-' | '+',
  side: Pick<MemoryText, 'content'> | null,
  from = 0,
  count = Number.POSITIVE_INFINITY,
): string[] {
  if (!side) return []
  const lines = linesWithEnds(side.content).slice(from, from + count)
  return lines.map((line) => `${sign} ${printable(line.replace(/\r?\n$/, ''))}`)
}

const pathOf = (path: string | null) => (path === null ? '(deleted or redacted)' : printable(path))

const words = (name: string) => name.replaceAll('_', ' ')

function verdictWords({ decision, isApplied, by }: HunkVerdict): string {
  const isDone = decision === 'accepted' || isApplied
  return `${decision}${isDone ? '' : ', not applied'} by ${by.id}`
}

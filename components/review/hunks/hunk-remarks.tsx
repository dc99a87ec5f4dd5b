import { ArrowRight } from 'lucide-react'
import { Suspense } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { actorAfterBy, actorTitle } from '@/components/history/actor-words'
import { formats, texts } from '@/components/i18n/server-texts'
import type { Texts } from '@/components/i18n/texts'
import { classNames } from '@/components/ui/class-names'
import type { ReviewedHunk } from '@/lib/review/changesets/changeset-memories'
import { levelOf, rankOf, type Reason, reasonOf } from '@/lib/review/model/attention'
import { authorOf } from '@/lib/store/model/author-of'
import { plainName } from '@/lib/text/plain-text'
import { fateCounts } from './fate-mark'
import type { FramedWord } from './one-word-of'
import type { MemoryOrigins } from './read-origins'
import { Remark } from './remark'
import type { ShownHunk } from './shown-hunk'

/** Reasons that a remark of their own says better. */
const SAID_OTHERWISE: readonly Reason[] = ['emptied', 'removes_persons_line']

export interface HunkRemarksProps {
  hunk: ReviewedHunk
  /** the one word that turns a line round; null: there is none */
  word: FramedWord | null
  /** the values that a line went through, if one came back; null: none did */
  states: readonly string[] | null
  /** the changeset's writes of its memory */
  writes: number
  origins: Promise<MemoryOrigins>
  /** the hunk's place among its memory's */
  index: number
}

/** Returns whether a hunk removes lines that a person wrote. */
export const removesPersonsLine = ({ reasons }: ReviewedHunk) =>
  reasons.includes('removes_persons_line')

/** What rules and texts say of a hunk besides what was found in it, in words. */
export function hunkWords(t: Texts, hunk: ReviewedHunk): Pick<ShownHunk, 'said' | 'quiet'> {
  const ofFindings = new Set(hunk.findings.map(({ rule }) => reasonOf(rule)))
  const reasons = hunk.reasons.filter(
    (reason) => !ofFindings.has(reason) && !SAID_OTHERWISE.includes(reason),
  )
  const { moved, reworded } = fateCounts(hunk)
  const isGone = hunk.kind === 'deleted' || hunk.reasons.includes('emptied')
  const said = [
    ...reasons.map((reason) => t(`Review.reason_${reason}`)),
    ...(hunk.lostLines > 0 && !isGone ? [t('Review.lost', { count: hunk.lostLines })] : []),
  ]
  const quiet = [
    ...(hunk.routine === null ? [] : [t(`Review.routine_${hunk.routine}`)]),
    ...(moved > 0 ? [t('Review.moved', { count: moved })] : []),
    ...(reworded > 0 ? [t('Review.reworded', { count: reworded })] : []),
  ]
  const rank = Math.max(0, ...reasons.map((reason) => rankOf(levelOf(reason))))
  return {
    ...(said.length > 0 && {
      said: { words: said.join(' · '), isGrave: rank >= rankOf('high') },
    }),
    ...(quiet.length > 0 && { quiet: quiet.join(' · ') }),
  }
}

/** What texts say of a hunk, and whose lines it removes, a line each. */
export async function HunkRemarks({ hunk, word, states, writes, ...place }: HunkRemarksProps) {
  const t = await texts()
  return (
    <>
      {word === null ? null : (
        <Remark look="text-caution">
          {t(`Review.oneWord_${word.kind}`)}{' '}
          <Suspense>
            <WriterOfLine {...place} removed={word.removed} />
          </Suspense>
        </Remark>
      )}
      {states === null ? null : <States states={states} writes={writes} />}
      {removesPersonsLine(hunk) ? (
        <Remark look="text-removed">
          <Suspense fallback={t('Review.reason_removes_persons_line')}>
            <PersonsLines {...place} />
          </Suspense>
        </Remark>
      ) : null}
    </>
  )
}

async function States({ states, writes }: { states: readonly string[]; writes: number }) {
  const t = await texts()
  return (
    <p className="flex flex-wrap items-center gap-2 pr-5 pb-2.5 pl-24 text-xs max-md:px-4">
      <span className="sr-only">{t('Review.toAndFro')}</span>
      {states.map((state, at) => (
        <span key={at} className="contents">
          {at === 0 ? null : <ArrowRight size={12} aria-hidden className="text-ink-3" />}
          <span
            className={classNames(
              'rounded-mark px-2 font-mono leading-5',
              at === states.length - 1
                ? 'bg-added-line font-semibold text-added shadow-[inset_0_0_0_1px_var(--added-bar)]'
                : 'text-ink-2 shadow-[inset_0_0_0_1px_var(--line-2)]',
            )}
          >
            <VisibleText text={state} />
          </span>
        </span>
      ))}
      <span className="text-ink-3">{t('Review.lastStands', { count: writes })}</span>
    </p>
  )
}

type PlaceProps = Pick<HunkRemarksProps, 'origins' | 'index'>

async function WriterOfLine({ origins, index, removed }: PlaceProps & { removed: number }) {
  const { ofHunks, names } = await origins
  const version = ofHunks[index]?.removedLines[removed]
  if (!version) return null
  const [t, format] = await Promise.all([texts(), formats()])
  return (
    <span className="text-ink-2">
      {t('Review.wroteTheLine', {
        who: plainName(actorTitle(t, authorOf(version), names)),
        when: format.dateTime(version.createdAt, { dateStyle: 'medium' }),
      })}
    </span>
  )
}

/** Whose lines a hunk removes. */
async function PersonsLines({ origins, index }: PlaceProps) {
  const { ofHunks, names } = await origins
  const t = await texts()
  const removed = ofHunks[index]?.removed ?? []
  const persons = removed.filter(({ version }) => version.createdBy.type === 'user')
  const [first] = persons
  if (!first) return t('Review.reason_removes_persons_line')
  const who = [
    ...new Set(persons.map(({ version }) => plainName(actorAfterBy(t, authorOf(version), names)))),
  ]
  const count = persons.reduce((sum, { lines }) => sum + lines, 0)
  return t('Review.removesPersonsLines', { count, who: who.join(', ') })
}

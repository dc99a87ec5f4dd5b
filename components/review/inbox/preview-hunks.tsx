import 'server-only'
import { linesOfFindings } from '@/components/findings/lines-of-findings'
import { ruleWords } from '@/components/findings/rule-words'
import { FoundLine } from '@/components/findings/found-line'
import { VisibleLine } from '@/components/content/visible-line'
import { VisiblePath } from '@/components/content/visible-path'
import { diffLabels } from '@/components/diff/diff-labels'
import { diffSyntax } from '@/components/diff/diff-syntax'
import { texts } from '@/components/i18n/server-texts'
import { levelOf, type Reason, REASON_LEVELS, rankOf } from '@/lib/review/model/attention'
import { withSecretsMasked } from '@/lib/scan/masked-secrets'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { hunkLines } from '@/lib/text/hunk-lines'
import { MaskedLines } from './masked-lines'
import { TellingRow } from './telling-row'
import { needsPerson, shownFindings, type ShownFinding } from '../hunks/found-in-memory'
import { changesetTexts, type ChangesetView, type ListedHunk } from '../changeset/read-changeset'

/** Hunks that are looked at beside the inbox, the gravest first. */
const MAX_HUNKS = 12
/** Of what tells why to look, and of hunks that say nothing of themselves, with lines of each. */
const MAX_TELLING = 8
const MAX_LINED = 4
const MAX_LINES = 14
const AROUND = 1

/** Shows what a changeset did beside the inbox: what tells why to look, then other first lines. */
export async function PreviewHunks({ view }: { view: ChangesetView }) {
  if (view.isByMemory) return null
  const open = [...view.toRead, ...view.routine].filter(({ hunk }) => hunk.verdict === null)
  const hunks = open.slice(0, MAX_HUNKS)
  if (hunks.length === 0) return null
  const changes = await changesetTexts(view, [...new Set(hunks.map(({ memory }) => memory))])
  const shown: ShownHunk[] = []
  for (const listed of hunks) {
    const change = changes.get(listed.memory.memoryKey)
    if (!change) continue
    const found = await shownFindings(listed.memory, listed.hunk.findings)
    const isSecret = found.some(({ finding }) => finding.category === 'secret')
    const told = found.filter(({ finding }) => needsPerson(finding) && finding.severity !== 'low')
    shown.push({ listed, change, found: told, isSecret })
  }
  const telling = shown.flatMap(tellingOf).toSorted((one, other) => other.rank - one.rank)
  const others = shown.filter((each) => !telling.some(({ of }) => of === each))
  return (
    <>
      {telling.length === 0 ? null : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-sheet">
          {telling.slice(0, MAX_TELLING).map((each) => (
            <Telling key={each.id} {...each} />
          ))}
        </ul>
      )}
      {others.slice(0, MAX_LINED).map((each) => (
        <Hunk key={each.listed.id} {...each} />
      ))}
    </>
  )
}

interface ShownHunk {
  listed: ListedHunk
  change: ChangesetChange
  /** in its lines, what nobody has judged */
  found: readonly ShownFinding[]
  /** whether any of its lines is a secret, whatever a person said of it */
  isSecret: boolean
}

/** A reason to look at a hunk: something that was found in it, or what it did. */
interface TellingReason {
  id: string
  rank: number
  of: ShownHunk
  reason: keyof typeof REASON_LEVELS | ShownFinding
}

const isOfHistory = (reason: Reason): reason is keyof typeof REASON_LEVELS =>
  reason in REASON_LEVELS

function tellingOf(of: ShownHunk): TellingReason[] {
  const { id, hunk } = of.listed
  const found = of.found.map((each) => ({
    id: each.at.id,
    rank: rankOf(each.finding.severity),
    of,
    reason: each,
  }))
  const [did] = hunk.reasons
    .filter(isOfHistory)
    .filter((reason) => rankOf(levelOf(reason)) >= rankOf('medium'))
    .toSorted((one, other) => rankOf(levelOf(other)) - rankOf(levelOf(one)))
  if (did === undefined) return found
  return [...found, { id, rank: rankOf(levelOf(did)), of, reason: did }]
}

/** A reason with the line that it is about; what is secret is masked, for nobody asked to see it here. */
async function Telling({ of, reason, rank }: TellingReason) {
  const t = await texts()
  const { hunk } = of.listed
  const { before, after } = of.change
  const path = (after ?? before)?.path ?? null
  const named = path === null ? t('Review.noPath') : <VisiblePath path={path} />
  if (typeof reason === 'object') {
    const { finding, at } = reason
    const line = (after?.content ?? '').split('\n')[at.line - 1] ?? ''
    const lines = await linesOfFindings([finding], new Map([[finding.id, line]]))
    return (
      <TellingRow
        icon={finding.category}
        rank={rank}
        title={ruleWords(t, finding.rule)}
        place={
          <>
            {named}:{at.line}
          </>
        }
        line={<FoundLine line={lines.get(finding.id) ?? ''} from={at.from} to={at.to} />}
      />
    )
  }
  const [one, other] = [before?.content ?? '', after?.content ?? '']
  const told = hunkLines({ before: one, after: other, hunk, around: 0 }).filter(
    ({ text }) => text.trim() !== '',
  )
  // Of an addition that contradicts, what was added; else what is gone.
  const first = told.find(({ kind }) => kind === 'removed') ?? told[0]
  const masked = of.isSecret || !first ? null : await withSecretsMasked([first.text])
  return (
    <TellingRow
      icon={reason}
      rank={rank}
      title={t(`Review.reason_${reason}`)}
      note={
        hunk.beforeCount > hunk.afterCount
          ? t('Review.lost', { count: hunk.beforeCount - hunk.afterCount })
          : null
      }
      place={named}
      line={masked === null ? null : <VisibleLine line={masked[0] ?? ''} />}
    />
  )
}

/** The first lines of a hunk, to be read; it is decided on the changeset's page. */
async function Hunk({ listed: { hunk, memory }, change, isSecret }: ShownHunk) {
  if (hunk.kind === 'renamed' || isSecret) return null
  const t = await texts()
  const labels = diffLabels(t)
  const { before, after } = change
  const path = (after ?? before)?.path ?? null
  const [one, other] = [before?.content ?? '', after?.content ?? '']
  const syntax = diffSyntax(one, other, path)
  const around = hunk.kind === 'lines' ? AROUND : 0
  const lines = hunkLines({ before: one, after: other, hunk, around })
  return (
    <section
      aria-label={path ?? t('Review.noPath')}
      className="overflow-hidden rounded-card border border-line"
    >
      <p className="truncate border-b border-line bg-well px-3 py-1.5 font-mono text-code">
        {path === null ? t('Review.noPath') : <VisiblePath path={path} />}
      </p>
      <MaskedLines
        lines={lines}
        most={MAX_LINES}
        syntax={syntax}
        summary={labels.summary({ added: memory.addedLines, removed: memory.removedLines })}
        labels={labels}
      />
    </section>
  )
}

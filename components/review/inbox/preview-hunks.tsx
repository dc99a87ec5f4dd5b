import 'server-only'
import { CategoryIcon } from '@/components/findings/category-icon'
import { linesOfFindings } from '@/components/findings/lines-of-findings'
import { ruleWords } from '@/components/findings/rule-words'
import { FoundLine } from '@/components/findings/found-line'
import { TellingRow } from '@/components/findings/telling-row'
import { VisibleLine } from '@/components/content/visible-line'
import { VisiblePath } from '@/components/content/visible-path'
import { diffLabels } from '@/components/diff/diff-labels'
import { diffSyntax } from '@/components/diff/diff-syntax'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import { countOpenComments } from '@/lib/review/comments/changeset-comments'
import { levelOf, type Reason, REASON_LEVELS, rankOf } from '@/lib/review/model/attention'
import { withSecretsMasked } from '@/lib/scan/masked-secrets'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { hunkLines } from '@/lib/text/hunk-lines'
import { type HunkGroup, hunkGroups } from '../changeset/hunk-groups'
import { HistoryIcon } from './history-icon'
import { MaskedLines } from './masked-lines'
import { RepeatedRow } from './repeated-row'
import { placeWords } from '../hunks/group-name'
import { needsPerson, shownFindings, type ShownFinding } from '../hunks/found-in-memory'
import { changesetTexts, type ChangesetView, type ListedHunk } from '../changeset/read-changeset'

/** Decisions that are looked at beside the inbox, the gravest first. */
const MAX_HUNKS = 16
/** Of what tells why to look, and of hunks that say nothing of themselves, with lines of each. */
const MAX_TELLING = 8
const MAX_LINED = 4
const MAX_LINES = 14
const AROUND = 1

/**
 * Shows what a changeset did beside the inbox: what tells why to look, the gravest first; then edits
 * that are made again and again, a row each; then other first lines.
 */
export async function PreviewHunks({ view }: { view: ChangesetView }) {
  if (view.isByMemory) return null
  const t = await texts()
  const openComments = await countOpenComments(
    database(),
    view.memories.map(({ memoryKey }) => memoryKey),
  )
  const { groups, changes: known } = await hunkGroups(view, {
    apart: null,
    commented: new Set(openComments.keys()),
  })
  const open = groups.flatMap(openPart).slice(0, MAX_HUNKS)
  if (open.length === 0) return null
  const leads = new Set(open.map(({ lead }) => lead.memory))
  const missing = [...leads].filter(({ memoryKey }) => !known.has(memoryKey))
  const fetched = await changesetTexts(view, missing)
  const shown: ShownHunk[] = []
  for (const group of open) {
    const { memory, hunk } = group.lead
    const change = fetched.get(memory.memoryKey) ?? known.get(memory.memoryKey)
    if (!change) continue
    const found = await shownFindings(memory, hunk.findings)
    const isSecret = found.some(({ finding }) => finding.category === 'secret')
    const told = found.filter(({ finding }) => needsPerson(finding) && finding.severity !== 'low')
    shown.push({ group, listed: group.lead, change, found: told, isSecret })
  }
  const telling = shown.flatMap(tellingOf).toSorted((one, other) => other.rank - one.rank)
  const others = shown.filter((each) => !telling.some(({ of }) => of === each))
  const repeated = others.filter(({ group }) => group.hunks.length > 1)
  const single = others.filter(({ group }) => group.hunks.length === 1)
  return (
    <>
      {telling.length === 0 ? null : (
        <ul className={ROWS}>
          {telling.slice(0, MAX_TELLING).map((each) => (
            <Telling key={each.id} {...each} />
          ))}
        </ul>
      )}
      {repeated.length === 0 ? null : (
        <section aria-labelledby="repeated" className="space-y-2">
          <h3 id="repeated" className="text-xs font-medium text-ink-2">
            {t('Review.repeated')}
          </h3>
          <ul className={ROWS}>
            {repeated.map(({ group, change, isSecret }) => (
              <RepeatedRow key={group.lead.id} group={group} change={change} isQuoted={!isSecret} />
            ))}
          </ul>
        </section>
      )}
      {single.slice(0, MAX_LINED).map((each) => (
        <Hunk key={each.listed.id} {...each} />
      ))}
    </>
  )
}

const ROWS = 'divide-y divide-line overflow-hidden rounded-card border border-line bg-sheet'

/** Returns what is open of a group; nothing if it is decided. */
function openPart({ kind, hunks }: HunkGroup): HunkGroup[] {
  const open = hunks.filter(({ hunk }) => hunk.verdict === null)
  const [lead, ...others] = open
  return lead ? [{ kind: others.length === 0 ? 'one' : kind, lead, hunks: open }] : []
}

interface ShownHunk {
  group: HunkGroup
  /** the one that leads it */
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
        icon={<CategoryIcon category={finding.category} />}
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
      icon={<HistoryIcon reason={reason} />}
      rank={rank}
      title={t(`Review.reason_${reason}`)}
      note={
        hunk.beforeCount > hunk.afterCount
          ? t('Review.lost', { count: hunk.beforeCount - hunk.afterCount })
          : null
      }
      place={
        <>
          {named}
          {of.group.hunks.length > 1 ? ` ×${of.group.hunks.length}` : null}
        </>
      }
      line={masked === null ? null : <VisibleLine line={masked[0] ?? ''} />}
    />
  )
}

/** The first lines of a hunk, to be read; it is decided on the changeset's page. */
async function Hunk({ listed, change, isSecret }: ShownHunk) {
  const { hunk, memory } = listed
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
      // Several of one memory are told apart by their lines.
      aria-label={`${path ?? t('Review.noPath')}, ${placeWords(t, listed)}`}
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

import 'server-only'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleMove } from '@/components/content/visible-path'
import type { DiffLabels } from '@/components/diff/diff-labels'
import { DiffTable } from '@/components/diff/diff-table'
import { diffSyntax } from '@/components/diff/diff-syntax'
import { hasMasks, type LineMasks } from '@/components/diff/line-masks'
import { formats, texts } from '@/components/i18n/server-texts'
import { HeldBy } from '@/components/proposals/held-by'
import { withWriteMasks } from '@/components/proposals/read-found-in-write'
import { Badge } from '@/components/ui/badge'
import { ChangeLetter } from '@/components/ui/change-letter'
import { database } from '@/lib/db/open-database'
import { secretsMaskedIn, withSecretsMasked } from '@/lib/scan/masked-secrets'
import type { Proposal } from '@/lib/store/model/proposal'
import { editedChange, type ProposedChange } from '@/lib/store/proposals/propose-changes'
import { getStore } from '@/lib/store/stores/read-stores'
import { plainName } from '@/lib/text/plain-text'
import { HunkRefusal } from '../board/hunk-refusal'
import { HoldingRuleLine } from './holding-rule-line'
import { HunkEditor } from '../hunks/hunk-editor'
import { HunkReasons } from '../hunks/hunk-reasons'
import { PreviewedLines } from '../inbox/previewed-lines'
import { LinesInClear } from './lines-in-clear'
import { MAX_MEMORIES, type ShownProposal } from './read-waiting'
import { WaitingActs, WaitingDenial } from './waiting-acts'
import { WaitingQuestion } from './waiting-question'

/** Lines of one write that are shown; the rest is counted. */
const MAX_LINES = 80

export interface WaitingHunkProps {
  waiting: ShownProposal
  /** milliseconds since 1970 */
  now: number
  labels: DiffLabels
  /** of its lines: all, or, beside the inbox, the first ones without what is secret in them */
  lines: 'all' | 'preview'
}

/** A write that waits, as a hunk: until when, what it would change, and what was answered. */
export async function WaitingHunk({ waiting, now, labels, lines }: WaitingHunkProps) {
  const t = await texts()
  const { proposal, impossible, changes, reasons } = waiting
  const written = impossible === null ? editedChange(changes)?.after?.content : undefined
  const text = lines === 'preview' ? await textWithoutSecrets(written) : written
  // A tool's answer may quote what it was given.
  const said = impossible?.why ?? undefined
  const why =
    lines === 'preview' ? await textWithoutSecrets(said) : said && (await secretsMaskedIn(said))
  return (
    <section
      data-hunk={proposal.id}
      data-waiting
      data-answer-keys={impossible !== null ? 'r' : written === undefined ? 'a r' : 'a e r'}
      id={proposal.id}
      tabIndex={-1}
      aria-label={t('Review.hunkLabel', {
        path: plainName(proposal.path),
        where: t(`History.${proposal.kind}`),
        level: t('Review.waits'),
      })}
      className="review-hunk scroll-my-16 overflow-hidden rounded-card bg-sheet shadow-[0_0_0_1.5px_var(--caution)]"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 bg-raised px-3 py-1.5">
        <ChangeLetter kind={proposal.kind} label={t(`History.${proposal.kind}`)} />
        <span className="min-w-0 font-mono text-code font-medium wrap-anywhere">
          <VisibleMove {...pathsOf(proposal, impossible === null ? changes : [])} />
        </span>
        <TimeLeft proposal={proposal} now={now} />
        <HunkReasons key={JSON.stringify(reasons)} reasons={reasons} />
        <span className="text-xs text-ink-3">
          {proposal.rule === null ? (
            t('Review.heldBySession')
          ) : (
            <HeldBy storeId={proposal.storeId} rule={proposal.rule.id}>
              {t(`Review.${heldWordOf(proposal.rule.id, proposal)}`)}
            </HeldBy>
          )}
        </span>
        <WaitingActs
          hunkId={proposal.id}
          changesetId={proposal.changesetId}
          edit={text !== undefined ? 'here' : written !== undefined ? 'on its page' : null}
          variant={lines === 'preview' ? 'primary' : 'secondary'}
        />
      </div>
      <HunkRefusal hunkId={proposal.id} />
      <WaitingQuestion hunkId={proposal.id} />
      {proposal.decidedAt === null ? null : (
        <p className="border-t border-line px-3 py-2 text-caution">{t('Call.waitsAgain')}</p>
      )}
      <HoldingRuleLine proposal={proposal} />
      {impossible === null ? null : (
        <p className="border-t border-line px-3 py-2 text-caution">
          {t('Review.cannotBeDone')} {why}
        </p>
      )}
      {impossible === null && changes.length === 0 ? (
        <p className="border-t border-line px-3 py-2 text-ink-3">
          {t('Review.wouldChangeNothing')}
        </p>
      ) : null}
      <ProposedChanges changes={changes} labels={labels} lines={lines} />
      {changes.length > MAX_MEMORIES ? (
        <p className="border-t border-line px-3 py-1.5 text-ink-3">
          {t('Call.moreFiles', { count: changes.length - MAX_MEMORIES })}
        </p>
      ) : null}
      {text === undefined ? null : (
        <HunkEditor
          hunkId={proposal.id}
          lines={text}
          limit={(await getStore(database(), proposal.storeId)).settings.maxContentBytes}
        />
      )}
      <WaitingDenial hunkId={proposal.id} />
    </section>
  )
}

/**
 * A text beside the inbox; undefined: it holds what nobody asked to see there, or may, and is shown
 * and rewritten on the changeset's page.
 */
async function textWithoutSecrets(text: string | undefined): Promise<string | undefined> {
  if (text === undefined) return undefined
  const masked = await withSecretsMasked(text.split('\n'))
  return masked?.join('\n') === text ? text : undefined
}

function heldWordOf(rule: string, { isUnscanned }: Proposal) {
  if (isUnscanned) return 'heldUnscanned'
  return rule === 'default' ? 'heldByDefault' : 'heldByPolicy'
}

function pathsOf(proposal: Proposal, changes: readonly ProposedChange[]) {
  const [only, ...others] = changes
  if (!only || others.length > 0) return { before: proposal.path, after: proposal.path }
  return { before: only.before?.path, after: only.after?.path }
}

/** A clock, and until when it waits. */
async function TimeLeft({ proposal: { lapsesAt }, now }: { proposal: Proposal; now: number }) {
  const t = await texts()
  const format = await formats()
  const when = lapsesAt === null ? null : format.relativeTime(lapsesAt, now)
  return (
    <Badge tone="caution" Icon={Clock}>
      {when === null ? t('Review.neverLapses') : t('Review.lapses', { when })}
    </Badge>
  )
}

interface ProposedChangesProps {
  changes: readonly ProposedChange[]
  labels: DiffLabels
  lines: WaitingHunkProps['lines']
}

/** What a write would change; on the changeset's page its secrets are shown once somebody asks. */
async function ProposedChanges({ changes, labels, lines }: ProposedChangesProps) {
  const shown = changes.slice(0, MAX_MEMORIES)
  const isNamed = changes.length > 1
  const named = (change: ProposedChange, difference: ReactNode) => (
    <ProposedLines key={change.memoryId} change={change} isNamed={isNamed}>
      {difference}
    </ProposedLines>
  )
  if (lines === 'preview') {
    return shown.map((change) =>
      named(change, <PreviewedLines {...textsOf(change)} most={MAX_LINES} labels={labels} />),
    )
  }
  const masked = await withWriteMasks(shown)
  const clear = shown.map((change) => named(change, <AllLines change={change} labels={labels} />))
  if (!masked.some(hasMasks)) return clear
  return (
    <LinesInClear
      isScanned={masked.every(({ masks }) => masks !== null)}
      masked={masked.map((change) =>
        named(
          change,
          change.masks && <AllLines change={change} masks={change.masks} labels={labels} />,
        ),
      )}
      clear={clear}
    />
  )
}

const textsOf = ({ before, after }: ProposedChange) => ({
  before: before?.content ?? '',
  after: after?.content ?? '',
  path: (after ?? before)?.path ?? null,
})

interface AllLinesProps {
  change: ProposedChange
  /** what is masked in it; left out: nothing */
  masks?: LineMasks
  labels: DiffLabels
}

function AllLines({ change, masks, labels }: AllLinesProps) {
  const { before, after, path } = textsOf(change)
  return (
    <DiffTable
      before={before}
      after={after}
      syntax={diffSyntax(before, after, path)}
      masks={masks && hasMasks({ masks }) ? masks : undefined}
      most={MAX_LINES}
      labels={labels}
    />
  )
}

interface ProposedLinesProps {
  change: ProposedChange
  isNamed: boolean
  /** its difference, if it has one */
  children: ReactNode
}

function ProposedLines({ change: { before, after }, isNamed, children }: ProposedLinesProps) {
  return (
    <div className="overflow-x-auto border-t border-line">
      {isNamed ? (
        <p className="bg-well px-3 py-1 font-mono text-xs">
          <VisibleMove before={before?.path} after={after?.path} />
        </p>
      ) : null}
      {(before?.content ?? '') === (after?.content ?? '') ? null : children}
    </div>
  )
}

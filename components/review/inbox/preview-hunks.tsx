import 'server-only'
import { CategoryIcon } from '@/components/findings/category-icon'
import { FoundLine } from '@/components/findings/found-line'
import { linesOfFindings } from '@/components/findings/lines-of-findings'
import { ruleWords } from '@/components/findings/rule-words'
import { SeverityBadge } from '@/components/findings/severity-badge'
import { VisiblePath } from '@/components/content/visible-path'
import { diffLabels } from '@/components/diff/diff-labels'
import { diffSyntax } from '@/components/diff/diff-syntax'
import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { hunkLines } from '@/lib/text/hunk-lines'
import { MaskedLines } from './masked-lines'
import { needsPerson, shownFindings, type ShownFinding } from '../hunks/found-in-memory'
import { changesetTexts, type ChangesetView, type ListedHunk } from '../changeset/read-changeset'

/** Hunks whose lines are shown beside the inbox, the gravest first, and lines of each. */
const MAX_HUNKS = 4
const MAX_LINES = 14
const AROUND = 1
/** Findings that are named before them. */
const MAX_FOUND = 3

/** Shows the gravest hunks of a changeset, with their findings and first lines. */
export async function PreviewHunks({ view }: { view: ChangesetView }) {
  if (view.isByMemory) return null
  const hunks = view.toRead.filter(({ hunk }) => hunk.verdict === null).slice(0, MAX_HUNKS)
  if (hunks.length === 0) return null
  const changes = await changesetTexts(view, [...new Set(hunks.map(({ memory }) => memory))])
  const shown: ShownHunk[] = []
  for (const listed of hunks) {
    const change = changes.get(listed.memory.memoryKey)
    if (!change) continue
    const found = await shownFindings(listed.memory, listed.hunk.findings)
    const isSecret = found.some(({ finding }) => finding.category === 'secret')
    const told = found.filter(({ finding }) => needsPerson(finding))
    shown.push({ listed, change, found: told, isSecret })
  }
  const found = shown
    .flatMap((each) => each.found.map((one) => ({ ...each, one })))
    .filter(({ one }) => one.finding.severity !== 'low')
  return (
    <>
      {found.slice(0, MAX_FOUND).map(({ one, change }) => (
        <PreviewFinding key={one.at.id} found={one} change={change} />
      ))}
      {shown.map((each) => (
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

/** One finding with its line; what is secret in it is masked, for nobody asked to see it here. */
async function PreviewFinding({ found, change }: { found: ShownFinding; change: ChangesetChange }) {
  const t = await texts()
  const { finding, at } = found
  const { id, category, severity, rule } = finding
  const line = (change.after?.content ?? '').split('\n')[at.line - 1] ?? ''
  const shown = (await linesOfFindings([finding], new Map([[id, line]]))).get(id) ?? ''
  const isGrave = severity === 'critical' || severity === 'high'
  return (
    <div
      className={classNames(
        'flex gap-2.5 rounded-card border px-3 py-2',
        isGrave ? 'border-danger-line bg-danger-bg' : 'border-caution-line bg-caution-bg',
      )}
    >
      <span className={classNames('pt-0.5', isGrave ? 'text-danger' : 'text-caution')}>
        <CategoryIcon category={category} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{ruleWords(t, rule)}</span>
          <SeverityBadge severity={severity} />
          <span className="ml-auto min-w-0 truncate font-mono text-xs text-ink-2">
            {change.after ? <VisiblePath path={change.after.path} /> : null}:{at.line}
          </span>
        </p>
        <p className="line-clamp-2 font-mono text-xs wrap-anywhere text-ink-2">
          <FoundLine line={shown} from={at.from} to={at.to} />
        </p>
      </div>
    </div>
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

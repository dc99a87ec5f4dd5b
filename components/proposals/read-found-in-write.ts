import 'server-only'
import { type LineMasks, lineMasks } from '@/components/diff/line-masks'
import { ruleWords } from '@/components/findings/rule-words'
import { texts } from '@/components/i18n/server-texts'
import type { Texts } from '@/components/i18n/texts'
import { rankOf } from '@/lib/review/model/attention'
import { PATH_LINE, type ScanFinding } from '@/lib/scan/finding'
import { withSecretsMasked } from '@/lib/scan/masked-secrets'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { maskedIn, maskedWhole } from '@/lib/text/masked-line'
import { textDiff } from '@/lib/text/text-diff'
import type { FoundInWrite } from './found-in-write'
import { findingsIn, scanWrite } from './scan-write'

/** More than anybody reads before they answer. */
const MAX_FOUND = 8

/** A change with what is masked where its difference is shown. */
type MaskedChange = MemoryChange<MemoryText> & { masks: LineMasks | null }

/**
 * Changes with what is secret in their differences masked, taken away or brought. Null: it could not
 * be scanned in time.
 */
export function withWriteMasks<Change extends MemoryChange<MemoryText>>(
  changes: readonly Change[],
): Promise<(Change & { masks: LineMasks | null })[]> {
  return Promise.all(changes.map(async (change) => ({ ...change, masks: await masksOf(change) })))
}

async function masksOf({ before, after }: MemoryChange<MemoryText>): Promise<LineMasks | null> {
  const { hunks } = textDiff(before?.content ?? '', after?.content ?? '')
  const lines = hunks.flatMap((hunk) => hunk.lines)
  const masked = await withSecretsMasked(lines.map(({ text }) => text))
  return masked && lineMasks(lines, masked)
}

/**
 * What was found in the lines that a write would add, the gravest first, and whether any of it is
 * critical. Of what is of little weight, only secrets.
 */
export async function readFoundInWrite(
  changes: readonly MaskedChange[],
): Promise<{ found: FoundInWrite[]; isCritical: boolean }> {
  const t = await texts()
  const outcomes = await scanWrite(changes)
  const findings = outcomes.flatMap((outcome, at) =>
    findingsIn(outcome).map((finding) => ({ finding, change: changes[at] })),
  )
  const found = findings
    .filter(({ finding }) => finding.category === 'secret' || finding.severity !== 'low')
    .flatMap(({ finding, change }) => (change ? [foundOf(t, finding, change)] : []))
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MAX_FOUND)
  return { found, isCritical: findings.some(({ finding }) => finding.severity === 'critical') }
}

function foundOf(t: Texts, finding: ScanFinding, change: MaskedChange): FoundInWrite {
  const { category, severity, rule } = finding
  return {
    category,
    rank: rankOf(severity),
    title: ruleWords(t, rule),
    path: (change.after ?? change.before)?.path ?? '',
    line: finding.line === PATH_LINE ? null : quotedLine(finding, change),
  }
}

/** Its line as lists show it: masked whole if it could not be scanned. */
function quotedLine(finding: ScanFinding, { after, masks }: MaskedChange): FoundInWrite['line'] {
  const { category, line: number, fromColumn: from, toLine, toColumn } = finding
  const line = (after?.content ?? '').split('\n')[number - 1] ?? ''
  const to = toLine === number ? toColumn : line.length
  const known = masks?.after.find(([masked]) => masked === number)?.[1] ?? line
  const shown = masks === null ? maskedWhole(line) : known
  const text = category === 'secret' ? maskedIn(shown, from, to) : shown
  return { number, text, from, to }
}

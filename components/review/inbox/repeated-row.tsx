import 'server-only'
import { VisibleText } from '@/components/content/visible-line'
import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { withSecretsMasked } from '@/lib/scan/masked-secrets'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { hunkLines } from '@/lib/text/hunk-lines'
import { withShortMasks } from '@/lib/text/masked-line'
import { plainName } from '@/lib/text/plain-text'
import type { HunkGroup } from '../changeset/hunk-groups'
import { groupName } from '../hunks/group-name'
import { commonDirectory } from './common-directory'

/** UTF-16 units of a quotation. */
const MAX_QUOTE = 80

export interface RepeatedRowProps {
  group: HunkGroup
  /** of the memory that leads it */
  change: ChangesetChange
  /** whether its text may be quoted beside the inbox */
  isQuoted: boolean
}

/** An edit that a changeset makes again and again: how often, its first line, and where. */
export async function RepeatedRow({ group, change, isQuoted }: RepeatedRowProps) {
  const t = await texts()
  const { kind, lead, hunks } = group
  const quote = isQuoted && kind === 'same' ? await quoteOf(group, change) : null
  const directory = plainName(commonDirectory(hunks.flatMap(({ memory }) => memory.lastPath ?? [])))
  const sum = (of: 'afterCount' | 'beforeCount') =>
    hunks.reduce((total, { hunk }) => total + hunk[of], 0)
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="shrink-0 rounded-full bg-track px-2 text-xs leading-5 font-semibold tabular-nums">
        ×{hunks.length}
      </span>
      <span className="min-w-0 flex-1 truncate font-medium">
        <VisibleText
          text={
            quote === null
              ? groupName(t, group)
              : t('Review.repeatedIn', {
                  quote,
                  directory,
                  kind: directory === '' ? 'anywhere' : 'directory',
                  change: lead.hunk.kind,
                })
          }
        />
      </span>
      <Amount added={sum('afterCount')} removed={sum('beforeCount')} />
    </li>
  )
}

/** The first line that says something, what is secret in it masked; null: there is none to show. */
async function quoteOf({ lead }: HunkGroup, { before, after }: ChangesetChange) {
  const lines = hunkLines({
    before: before?.content ?? '',
    after: after?.content ?? '',
    hunk: lead.hunk,
    around: 0,
  }).filter(({ text }) => text.trim() !== '')
  const line = lines.find(({ kind }) => kind === 'added') ?? lines[0]
  const masked = line ? await withSecretsMasked([line.text.trim()]) : null
  return masked?.[0] ? withShortMasks(masked[0]).slice(0, MAX_QUOTE) : null
}

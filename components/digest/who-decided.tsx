import { CircleDot, Hourglass, type LucideIcon, Scale, Undo2, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RuleSentence } from '@/components/policy/rule-sentence'
import type { ReviewDigest } from '@/lib/review/model/digest'
import { SHARE_STYLES, type ShareLook, ShareSample } from './share-look'

interface Share {
  key: string
  look: ShareLook
  Icon: LucideIcon
  label: ReactNode
  note?: ReactNode
  count: number
}

export interface WhoDecidedProps {
  digest: ReviewDigest
  /** names of agents, as rules name them */
  names: Readonly<Record<string, string>>
}

/**
 * Shows who or which rule decided, as one bar and in figures; what nobody unfolded is never called
 * read.
 */
export async function WhoDecided({ digest, names }: WhoDecidedProps) {
  const format = await formats()
  const shares = (await sharesOf(digest, names)).filter(({ count }) => count > 0)
  const all = shares.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <div aria-hidden className="flex h-3.5 gap-px overflow-hidden rounded-mark">
        {shares.map(({ key, look, count }) => (
          <span key={key} style={{ ...SHARE_STYLES[look], width: `${(100 * count) / all}%` }} />
        ))}
      </div>
      <ul className="pt-2">
        {shares.map(({ key, look, Icon, label, note, count }) => (
          <li key={key} className="flex min-h-7 items-start gap-2.5 py-1">
            <ShareSample look={look} />
            <Icon size={15} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
            <span className="min-w-0 wrap-anywhere">
              {label} {note ? <span className="text-xs text-ink-3">{note}</span> : null}
            </span>
            <span className="ml-auto font-semibold tabular-nums">{format.number(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How many hunks and held writes of a digest were decided, or wait to be. */
export function sharesIn({ metrics: { decisions, proposals }, open }: ReviewDigest): number {
  const { accepted, edited, rejected, byRule } = decisions
  return accepted + edited + rejected + byRule + proposals.lapsed + open.hunks
}

async function sharesOf(
  { metrics, landed, open }: ReviewDigest,
  names: WhoDecidedProps['names'],
): Promise<Share[]> {
  const t = await texts()
  const { decisions, proposals } = metrics
  const otherRules = decisions.byRule - landed.reduce((sum, { count }) => sum + count, 0)
  const unread = decisions.accepted + decisions.edited - decisions.keptSeen
  return [
    {
      key: 'read',
      look: 'solid',
      Icon: UserCheck,
      label: t('Digest.byPeople'),
      count: decisions.keptSeen,
    },
    {
      key: 'unread',
      look: 'hatched',
      Icon: UserCheck,
      label: t('Digest.routine'),
      note: t('Digest.notUnfolded'),
      count: unread,
    },
    ...landed.map(({ storeId, ruleId, rule, count }): Share => ({
      key: `${storeId} ${ruleId}`,
      look: 'light',
      Icon: Scale,
      label: (
        <Link href={`/stores/${storeId}/policy`} className="hover:underline">
          {t('Digest.rule')} {rule ? <RuleSentence rule={rule} names={names} /> : ruleId}
        </Link>
      ),
      count,
    })),
    { key: 'rules', look: 'light', Icon: Scale, label: t('Digest.otherRules'), count: otherRules },
    {
      key: 'rejected',
      look: 'striped',
      Icon: Undo2,
      label: t('Digest.rejected'),
      count: decisions.rejected,
    },
    {
      key: 'lapsed',
      look: 'dotted',
      Icon: Hourglass,
      label: t('Digest.lapsed'),
      count: proposals.lapsed,
    },
    {
      key: 'open',
      look: 'outlined',
      Icon: CircleDot,
      label: t('Digest.open'),
      note: t('Digest.inChangesets', { count: open.changesets }),
      count: open.hunks,
    },
  ]
}

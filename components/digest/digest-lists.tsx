import { LastPath } from '@/components/content/last-path'
import { VisibleLabel } from '@/components/content/visible-label'
import { WriterMark } from '@/components/history/writer-mark'
import { formats, texts } from '@/components/i18n/server-texts'
import { RuleSentence } from '@/components/policy/rule-sentence'
import { ReasonBadges } from '@/components/review/inbox/reason-badges'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { Changeset } from '@/lib/review/model/changeset'
import type { ReviewDigest } from '@/lib/review/model/digest'
import { oncePerMemory } from './once-per-memory'

interface Named {
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
}

export interface OldestOpenProps extends Named {
  changesets: readonly Changeset[]
  titles: ReadonlyMap<string, string>
  now: number
}

/** Lists the changesets that have waited longest for a decision. */
export function OldestOpen({ changesets, titles, names, now }: OldestOpenProps) {
  return (
    <ol>
      {changesets.map((changeset) => (
        <li key={changeset.id} className="flex min-h-8 items-center gap-2.5 py-1">
          <WriterMark actor={changeset.actor} names={names} size="small" isDecoration />
          <Link href={`/review/${changeset.id}`} className="min-w-0 truncate hover:underline">
            <VisibleLabel text={titles.get(changeset.id) ?? ''} />
          </Link>
          <span className="ml-auto flex shrink-0 items-center gap-2">
            <ReasonBadges reasons={changeset.reasons} most={1} />
            <span className="font-semibold">
              <RelativeTime time={changeset.lastChangedAt} now={now} />
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

export interface PathListProps extends Named {
  rows: ReviewDigest['rejected']
  now: number
}

/** Hunks or writes, each with its path, who wrote it, and when it was decided. */
export async function PathList({ rows, names, now }: PathListProps) {
  const t = await texts()
  return (
    <ul>
      {oncePerMemory(rows).map(({ changesetId, actor, path, isDeleted, at, times }, index) => (
        <li key={`${changesetId} ${index}`} className="flex min-h-8 items-center gap-2.5 py-1">
          <WriterMark actor={actor} names={names} size="small" />
          <ChangesetPath changesetId={changesetId} path={path} isDeleted={isDeleted} />
          <span className="ml-auto shrink-0 text-xs text-ink-3">
            {times > 1 ? `${t('Digest.times', { count: times })} · ` : null}
            <RelativeTime time={at} now={now} />
          </span>
        </li>
      ))}
    </ul>
  )
}

interface ChangesetPathProps {
  changesetId: string
  path: string | null
  isDeleted: boolean
}

function ChangesetPath({ changesetId, ...memory }: ChangesetPathProps) {
  return (
    <Link
      href={`/review/${changesetId}`}
      className="min-w-0 truncate font-mono text-xs hover:underline"
    >
      <LastPath {...memory} />
    </Link>
  )
}

export interface EndingRulesProps {
  rules: ReviewDigest['ending']
  /** names of agents, as rules name them */
  agents: Readonly<Record<string, string>>
  now: number
}

/** Rules that ended, or end soon. */
export async function EndingRules({ rules, agents, now }: EndingRulesProps) {
  const t = await texts()
  const format = await formats()
  return (
    <ul>
      {rules.map(({ storeId, rule, until }) => {
        const date = format.dateTime(until, { dateStyle: 'medium' })
        return (
          <li key={`${storeId} ${rule.id}`} className="py-1">
            <Link href={`/stores/${storeId}/policy`} className="hover:underline">
              <strong className="font-medium text-caution">
                {until <= now ? t('Digest.ended', { date }) : t('Digest.ends', { date })}
              </strong>{' '}
              {t(`Policy.action_${rule.action}`)}: <RuleSentence rule={rule} names={agents} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Lists the memories that lost the most lines. */
export async function LostLinesList({ lost, names }: Named & { lost: ReviewDigest['lost'] }) {
  const format = await formats()
  const most = lost.most[0]?.lines ?? 1
  return (
    <ul>
      {lost.most.map(({ changesetId, memoryId, actor, path, isDeleted, lines }) => (
        <li key={`${changesetId} ${memoryId}`} className="flex min-h-8 items-center gap-2.5 py-1">
          <WriterMark actor={actor} names={names} size="small" />
          <ChangesetPath changesetId={changesetId} path={path} isDeleted={isDeleted} />
          <span aria-hidden className="ml-auto h-1.5 w-16 shrink-0 rounded-[2px] bg-track">
            <span
              className="block h-full rounded-[2px] bg-removed-bar"
              style={{ width: `${(100 * lines) / most}%` }}
            />
          </span>
          <span className="min-w-8 text-right font-semibold tabular-nums">
            {format.number(lines)}
          </span>
        </li>
      ))}
    </ul>
  )
}

'use client'

import {
  Check,
  CirclePause,
  CircleDot,
  Clock,
  Hand,
  type LucideIcon,
  ScanText,
  ShieldBan,
  ShieldX,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { PolicyAction } from '@/lib/review/model/policy'
import type { RuleHealth, RuleSuspension } from '@/lib/review/model/policy-health'
import { DAY_MS } from '@/lib/text/day-ms'
import { plainName } from '@/lib/text/plain-text'
import type { EditedRule } from './edited-policy'
import { RuleForm } from './rule-form'
import { type RuleField, RuleSentence } from './rule-sentence'
import { RuleStops } from './rule-stops'
import { useSpan } from './use-span'

export interface RuleRowProps {
  rule: EditedRule
  storeId: string
  /** null: the rule is new */
  health: RuleHealth | null
  /** time of its first saving, milliseconds since 1970; null: before the days that are counted */
  since: number | null
  /** of what is on the page: whether it was saved so */
  isChanged: boolean
  /** milliseconds since 1970 */
  now: number
  agents: readonly string[]
  names: Readonly<Record<string, string>>
  /** the field of the open form; null: it is closed */
  field: RuleField | null
  /** null: nothing can be changed here */
  acts: RuleActs | null
}

export interface RuleActs {
  open: (field: RuleField | null) => void
  change: (rule: EditedRule) => void
  remove: () => void
  resume: (agent: string) => void
}

/** One rule: its action, its sentence, how it fares, and its form. */
export function RuleRow(props: RuleRowProps) {
  const { rule, health, since, isChanged, names, field, acts } = props
  const t = useTranslations('Policy')
  const id = useId()
  return (
    <article
      tabIndex={-1}
      id={rule.key}
      data-rule={rule.key}
      aria-labelledby={id}
      className={classNames('policy-rule', isChanged && 'policy-rule-changed')}
    >
      <ActionName action={rule.action} />
      <div className="min-w-0">
        <p id={id} className="policy-sentence">
          <span className="sr-only">{t(`action_${rule.action}`)}: </span>
          <RuleSentence
            rule={rule}
            names={names}
            onOpen={acts ? (wanted) => acts.open(wanted) : undefined}
          />
        </p>
        <Health {...props} />
        {health?.suspensions.map((suspension) => (
          <Suspended key={suspension.agent} {...props} suspension={suspension} />
        ))}
        <RuleStops
          storeId={props.storeId}
          stops={health?.stops ?? []}
          names={names}
          now={props.now}
        />
        {acts && health?.isLoose && rule.action === 'hold' ? (
          <Notice Icon={Check}>
            <span className="min-w-0 flex-1">{t('loosen')}</span>
            <Button
              size="small"
              onClick={() =>
                acts.change({ ...rule, action: 'review', lapseAfter: null, sample: null })
              }
            >
              {t('loosenNow')}
            </Button>
          </Notice>
        ) : null}
        {acts && field !== null ? (
          <RuleForm
            rule={rule}
            field={field}
            agents={props.agents}
            names={names}
            onChange={acts.change}
            onRemove={acts.remove}
            onClose={() => acts.open(null)}
          />
        ) : null}
      </div>
      {health ? <Uses uses={health.uses} since={since} /> : <span />}
      {acts ? (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={field !== null}
          onClick={() => acts.open(field === null ? 'operations' : null)}
        >
          {field === null ? t('edit') : t('close')}
        </Button>
      ) : null}
    </article>
  )
}

const LOOKS: Record<PolicyAction, { Icon: LucideIcon; tone: string }> = {
  land: { Icon: Check, tone: 'text-ink' },
  review: { Icon: CircleDot, tone: 'text-accent' },
  quarantine: { Icon: ShieldBan, tone: 'text-caution' },
  hold: { Icon: Hand, tone: 'text-caution' },
  mask: { Icon: ScanText, tone: 'text-removed' },
  refuse: { Icon: ShieldX, tone: 'text-removed' },
}

/** Names a rule's action, before its sentence. */
export function ActionName({ action }: { action: PolicyAction }) {
  const t = useTranslations('Policy')
  const { Icon, tone } = LOOKS[action]
  return (
    <span aria-hidden className={classNames('policy-action', tone)}>
      <Icon size={15} strokeWidth={1.75} className="shrink-0" />
      {t(`action_${action}`)}
    </span>
  )
}

const DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const
/** A rule that ends sooner says so. */
const SOON_DAYS = 14

function Health({ rule, health, since, isChanged, now }: RuleRowProps) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  const span = useSpan()
  const days = rule.until === null ? null : Math.ceil((rule.until - now) / DAY_MS)
  const used = health?.uses.reduce((all, each) => all + each, 0) ?? 0
  const decided = health ? health.allowed + health.denied + health.lapsed : 0
  const facts: ReactNode[] = []
  if (days !== null && days <= 0) facts.push(<b className="text-caution">{t('ended')}</b>)
  if (days !== null && days > 0 && days <= SOON_DAYS) {
    facts.push(
      <b className="inline-flex items-center gap-1 font-medium text-caution">
        <Clock size={12} aria-hidden />
        {t('endsIn', { days })}
      </b>,
    )
  }
  const day = (time: number) => format.dateTime(time, DAY)
  if (health && used === 0 && since !== null) {
    facts.push(t('unusedYet', { date: day(since) }))
  } else if (health && used === 0) {
    const date = health.lastUsedAt === null ? '' : day(health.lastUsedAt)
    facts.push(t('unused', { ever: String(health.lastUsedAt !== null), date }))
  }
  if (health && health.medianWait !== null) {
    facts.push(t('medianWait', { wait: span(health.medianWait) }))
  }
  if (health && decided > 0) {
    const unchanged = health.allowed - health.allowedEdited
    facts.push(t('allowedUnchanged', { unchanged, decided }))
    if (health.denied > 0) facts.push(t('denied', { count: health.denied }))
    if (health.lapsed > 0) facts.push(t('lapsed', { count: health.lapsed }))
  }
  if (health && health.sampled > 0) facts.push(t('sampled', { count: health.sampled }))
  if (isChanged) facts.push(<b className="font-medium text-accent">{t('notSaved')}</b>)
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-3.5 gap-y-0.5 text-xs text-ink-3">
      {facts.map((fact, index) => (
        <span key={index}>{fact}</span>
      ))}
    </p>
  )
}

function Suspended({
  storeId,
  names,
  acts,
  suspension,
}: RuleRowProps & { suspension: RuleSuspension }) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  const { agent, since, memoryId, path, ordinal } = suspension
  const name = plainName(names[agent] ?? agent)
  return (
    <Notice Icon={CirclePause}>
      <span className="min-w-0 flex-1">
        <b className="font-semibold">
          {t('suspended', {
            agent: name,
            date: format.dateTime(since, { dateStyle: 'medium', timeZone: 'UTC' }),
          })}
        </b>{' '}
        {t.rich('suspendedBy', {
          write: () => (
            <Link
              href={`/stores/${storeId}?memory=${memoryId}`}
              className="text-accent hover:underline"
            >
              {path === null ? t('redacted') : <VisiblePath path={path} />} v{ordinal}
            </Link>
          ),
        })}
      </span>
      {acts ? (
        <Button size="small" onClick={() => acts.resume(agent)}>
          {t('resume', { agent: name })}
        </Button>
      ) : null}
    </Notice>
  )
}

function Notice({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 rounded-control bg-caution-bg py-1.5 pr-1.5 pl-2.5 text-xs shadow-[inset_0_0_0_1px_var(--caution-line)]">
      <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-caution" />
      {children}
    </div>
  )
}

/**
 * Plots how often a rule decided, by day; nothing where it never did, which its sentence says.
 * `since`: the first day counted, if not all are.
 */
export function Uses({ uses, since }: { uses: readonly number[]; since: number | null }) {
  const t = useTranslations('Policy')
  const format = useFormatter()
  const all = uses.reduce((sum, each) => sum + each, 0)
  const most = Math.max(1, ...uses)
  if (all === 0) return <span />
  return (
    <span
      className="policy-uses"
      role="img"
      aria-label={
        since === null
          ? t('usesLabel', { count: all, days: uses.length })
          : t('usesSince', { count: all, date: format.dateTime(since, DAY) })
      }
    >
      <b aria-hidden className="font-semibold tabular-nums">
        {all}
      </b>
      <svg aria-hidden viewBox={`0 0 ${uses.length} 22`} preserveAspectRatio="none">
        {uses.map((count, day) => {
          const height = count === 0 ? 1 : 3 + (19 * count) / most
          return (
            <rect
              key={day}
              x={day + 0.15}
              width={0.7}
              y={22 - height}
              height={height}
              className={count === 0 ? 'fill-line-2' : 'fill-control'}
            />
          )
        })}
      </svg>
    </span>
  )
}

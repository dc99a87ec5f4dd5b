'use client'

import { Minus, Pencil, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { Button } from '@/components/ui/button'
import { LocalTime } from '@/components/ui/local-time'
import type { Policy, PolicyRule, PolicyRules } from '@/lib/review/model/policy'
import { saysSame } from './edited-policy'
import { RuleSentence } from './rule-sentence'

export interface RevisionsPaneProps {
  /** the newest first */
  revisions: readonly Policy[]
  names: Readonly<Record<string, string>>
  /** takes a revision's rules into the draft; null: nothing can be changed here */
  onRestore: ((revision: Policy) => void) | null
}

const NOTHING: PolicyRules = { default: 'review', rules: [] }

/**
 * Lists the earlier revisions of a policy, by whom and when each was saved, with its rules to be
 * restored.
 */
export function RevisionsPane({ revisions, names, onRestore }: RevisionsPaneProps) {
  const t = useTranslations('Policy')
  return (
    <section aria-labelledby="revisions" className="policy-dry" tabIndex={-1}>
      <header className="policy-bar">
        <h2 id="revisions" className="font-semibold">
          {t('revisions')}
        </h2>
      </header>
      {revisions.length === 0 ? <p className="p-4 text-ink-2">{t('noRevisions')}</p> : null}
      <ol>
        {revisions.map((policy, index) => (
          <li key={policy.revision} className="border-b border-line px-5 py-3">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h3 className="font-semibold">{t('revision', { revision: policy.revision })}</h3>
              <span className="min-w-0 flex-1 text-xs text-ink-3">
                {policy.savedBy ? (
                  <VisibleLabel text={names[policy.savedBy.id] ?? policy.savedBy.id} />
                ) : null}{' '}
                · {policy.savedAt === null ? null : <LocalTime time={policy.savedAt} />}
              </span>
              {index === 0 || onRestore === null ? null : (
                <Button size="small" onClick={() => onRestore(policy)}>
                  {t('restore', { revision: policy.revision })}
                </Button>
              )}
            </div>
            {policy.unreadable === null ? (
              <Difference
                policy={policy}
                before={revisions[index + 1] ?? (policy.revision === 1 ? NOTHING : null)}
                names={names}
              />
            ) : (
              <p className="mt-1 text-caution">
                {t('unreadableRevision', { field: policy.unreadable })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface DifferenceProps {
  policy: Policy
  /** null: it is not among those that are listed */
  before: PolicyRules | null
  names: Readonly<Record<string, string>>
}

function Difference({ policy, before, names }: DifferenceProps) {
  const t = useTranslations('Policy')
  if (before === null) return null
  const was = new Map(before.rules.map((rule) => [rule.id, rule]))
  const is = new Set(policy.rules.map(({ id }) => id))
  const added = policy.rules.filter(({ id }) => !was.has(id))
  const gone = before.rules.filter(({ id }) => !is.has(id))
  const changed = policy.rules.flatMap((rule) => {
    const former = was.get(rule.id)
    return former && !saysSame(rule, former) ? [{ rule, former }] : []
  })
  const isSame = added.length + gone.length + changed.length === 0
  return (
    <ul className="mt-1.5 space-y-1.5">
      {policy.default === before.default ? null : (
        <li className="flex gap-2">
          <Pencil size={14} aria-hidden className="mt-1 shrink-0 text-caution" />
          <span>
            {t('defaultChanged', {
              before: t(`action_${before.default}`),
              after: t(`action_${policy.default}`),
            })}
          </span>
        </li>
      )}
      {isSame && policy.default === before.default ? <li>{t('sameAsBefore')}</li> : null}
      {added.map((rule) => (
        <Line key={rule.id} kind="added" rule={rule} names={names} />
      ))}
      {changed.map(({ rule, former }) => (
        <li key={rule.id}>
          <ul className="space-y-1">
            <Line kind="removed" rule={former} names={names} />
            <Line kind="added" rule={rule} names={names} />
          </ul>
        </li>
      ))}
      {gone.map((rule) => (
        <Line key={rule.id} kind="removed" rule={rule} names={names} />
      ))}
    </ul>
  )
}

const KINDS = {
  added: { Icon: Plus, look: 'text-added' },
  removed: { Icon: Minus, look: 'text-removed' },
} as const

function Line({
  kind,
  rule,
  names,
}: {
  kind: keyof typeof KINDS
  rule: PolicyRule
  names: Readonly<Record<string, string>>
}) {
  const t = useTranslations('Policy')
  const { Icon, look } = KINDS[kind]
  return (
    <li className="flex gap-2">
      <Icon size={14} aria-label={t(`rule_${kind}`)} className={`mt-1 shrink-0 ${look}`} />
      <span className="policy-sentence">
        <b className="font-semibold">{t(`action_${rule.action}`)}</b>{' '}
        <RuleSentence rule={rule} names={names} />
      </span>
    </li>
  )
}

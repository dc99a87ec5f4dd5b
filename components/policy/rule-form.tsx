'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { plainName } from '@/lib/text/plain-text'
import {
  LAPSE_MS,
  LONGEST_WHY,
  type PolicyAction,
  type PolicyCategory,
  type RuleMatch,
} from '@/lib/review/model/policy'
import type { ScanSeverity } from '@/lib/scan/rules'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { type EditedRule, endOfDay, tellsWhy, withAction } from './edited-policy'
import type { RuleField } from './rule-sentence'

export interface RuleFormProps {
  rule: EditedRule
  /** the field that gets the focus */
  field: RuleField
  /** agents that wrote here, by the names that rules know them by */
  agents: readonly string[]
  names: Readonly<Record<string, string>>
  onChange: (rule: EditedRule) => void
  onRemove: () => void
  onClose: () => void
}

const ACTIONS = ['land', 'review', 'quarantine', 'hold', 'mask', 'refuse'] as const
const OPERATIONS = ['created', 'modified', 'renamed', 'deleted'] as const
const CATEGORIES = ['secret', 'personal_data', 'instructions', 'hidden', 'collapse'] as const
const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const

const HOUR_MS = 3_600_000

/** Fields for all parts of a rule. A change holds in the draft at once. */
export function RuleForm(props: RuleFormProps) {
  const { rule, field, onChange, onRemove, onClose } = props
  const t = useTranslations('Policy')
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, button)`)
      ?.focus()
  }, [field])
  const set = (changed: Partial<EditedRule>) => onChange({ ...rule, ...changed })
  const match = (changed: Partial<RuleMatch>) => set({ match: { ...rule.match, ...changed } })
  const part = { rule, set, match }
  return (
    <div
      ref={form}
      className="policy-form"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <Select<PolicyAction>
        label={t('action')}
        value={rule.action}
        options={ACTIONS.map((value) => ({
          value,
          label: t(`action_${value}`),
          note: t(`about_${value}`),
        }))}
        onChoose={(action) => onChange(withAction(rule, action, Date.now()))}
      />
      <Operations {...part} />
      <Paths {...part} />
      <Agents {...part} agents={props.agents} names={props.names} />
      <Finding {...part} />
      <Amounts {...part} />
      <Earned {...part} />
      <End {...part} />
      <Why {...part} />
      <div className="col-span-full flex items-center gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('close')}
        </Button>
        <Button variant="quiet-danger" onClick={onRemove}>
          {t('removeRule')}
        </Button>
      </div>
    </div>
  )
}

interface PartProps {
  rule: EditedRule
  set: (changed: Partial<EditedRule>) => void
  match: (changed: Partial<RuleMatch>) => void
}

function Operations({ rule, match }: PartProps) {
  const t = useTranslations('Policy')
  const { operations } = rule.match
  const toggled = (operation: ChangeKind) =>
    OPERATIONS.filter((each) => (each === operation) !== operations.includes(each))
  return (
    <Choices field="operations" legend={t('whichWrites')} hint={t('noneIsAny')}>
      {OPERATIONS.map((operation) => (
        <Tick
          key={operation}
          isOn={operations.includes(operation)}
          onChange={() => match({ operations: toggled(operation) })}
        >
          {t(`writes_${operation}`)}
        </Tick>
      ))}
    </Choices>
  )
}

function Paths({ rule, match }: PartProps) {
  const t = useTranslations('Policy')
  const id = useId()
  return (
    <div data-field="paths">
      <label htmlFor={id} className="mb-1 block font-medium">
        {t('paths')}
      </label>
      <textarea
        id={id}
        rows={Math.max(2, rule.match.paths.length)}
        spellCheck={false}
        defaultValue={rule.match.paths.join('\n')}
        aria-describedby={`${id}-hint`}
        placeholder="/notes/**"
        className="policy-input w-full py-1 font-mono text-xs"
        onChange={({ target }) => match({ paths: linesOf(target.value) })}
      />
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        {t('pathsHint')}
      </p>
    </div>
  )
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

function Agents({
  rule,
  match,
  agents,
  names,
}: PartProps & Pick<RuleFormProps, 'agents' | 'names'>) {
  const t = useTranslations('Policy')
  const chosen = rule.match.agents
  const all = [...new Set([...agents, ...chosen])]
  const toggled = (agent: string) =>
    all.filter((each) => (each === agent) !== chosen.includes(each))
  return (
    <Choices field="agents" legend={t('agents')} hint={t('noneIsAny')}>
      {all.length === 0 ? <span className="text-xs text-ink-3">{t('noAgents')}</span> : null}
      {all.map((agent) => (
        <Tick
          key={agent}
          isOn={chosen.includes(agent)}
          onChange={() => match({ agents: toggled(agent) })}
        >
          {plainName(names[agent] ?? agent)}
        </Tick>
      ))}
    </Choices>
  )
}

function Finding({ rule, match }: PartProps) {
  const t = useTranslations('Policy')
  const { finding } = rule.match
  const category = finding === null ? 'none' : (finding.category ?? 'any')
  const choose = (chosen: PolicyCategory | 'none' | 'any') =>
    match({
      finding:
        chosen === 'none'
          ? null
          : { category: chosen === 'any' ? null : chosen, severity: finding?.severity ?? null },
    })
  return (
    <div data-field="finding" className="grid grid-cols-2 gap-2">
      <Select<PolicyCategory | 'none' | 'any'>
        label={t('finding')}
        value={category}
        options={[
          { value: 'none', label: t('noCondition') },
          { value: 'any', label: t('anyFinding') },
          ...CATEGORIES.map((value) => ({ value, label: t(`category_${value}`) })),
        ]}
        onChoose={choose}
      />
      <Select<ScanSeverity | 'any'>
        label={t('severity')}
        value={finding?.severity ?? 'any'}
        isOff={finding === null}
        options={[
          { value: 'any', label: t('anySeverity') },
          ...SEVERITIES.map((value) => ({ value, label: t(`severity_${value}`) })),
        ]}
        onChoose={(severity) =>
          match({
            finding: finding && { ...finding, severity: severity === 'any' ? null : severity },
          })
        }
      />
    </div>
  )
}

function Amounts({ rule, match }: PartProps) {
  const t = useTranslations('Policy')
  return (
    <div data-field="lines" className="grid grid-cols-2 gap-2">
      <Count
        label={t('minLostLines')}
        value={rule.match.minLostLines}
        most={1_000_000}
        onChange={(minLostLines) => match({ minLostLines })}
      />
      <Count
        label={t('minBytes')}
        value={rule.match.minBytes}
        most={1_000_000_000}
        onChange={(minBytes) => match({ minBytes })}
      />
    </div>
  )
}

/** Defaults: the changes of the agent that must have been accepted, within as many days. */
const EARNED = { accepted: 20, days: 30 }

function Earned({ rule, match }: PartProps) {
  const t = useTranslations('Policy')
  const { earned } = rule.match
  return (
    <div data-field="earned" className="grid grid-cols-2 items-end gap-2">
      <div className="col-span-2">
        <Tick isOn={earned !== null} onChange={() => match({ earned: earned ? null : EARNED })}>
          {t('onlyEarned')}
        </Tick>
      </div>
      {earned === null ? null : (
        <>
          <Count
            label={t('earnedAccepted')}
            value={earned.accepted}
            most={10_000}
            onChange={(accepted) => match({ earned: { ...earned, accepted: accepted ?? 1 } })}
          />
          <Count
            label={t('earnedDays')}
            value={earned.days}
            most={365}
            onChange={(days) => match({ earned: { ...earned, days: days ?? 1 } })}
          />
        </>
      )}
    </div>
  )
}

function End({ rule, set }: PartProps) {
  const t = useTranslations('Policy')
  const id = useId()
  const { action, until, sample, lapseAfter, onLapse } = rule
  return (
    <div data-field="end" className="grid grid-cols-2 gap-2">
      {action === 'hold' ? (
        <>
          <Count
            label={t('lapseAfter')}
            value={(lapseAfter ?? LAPSE_MS) / HOUR_MS}
            most={720}
            onChange={(hours) => set({ lapseAfter: hours === null ? LAPSE_MS : hours * HOUR_MS })}
          />
          <Select<'deny' | 'quarantine'>
            label={t('onLapse')}
            value={onLapse}
            options={(['deny', 'quarantine'] as const).map((value) => ({
              value,
              label: t(`lapse_${value}`),
            }))}
            onChoose={(chosen) => set({ onLapse: chosen })}
          />
        </>
      ) : null}
      <div>
        <label htmlFor={id} className="mb-1 block font-medium">
          {t('until')}
        </label>
        <input
          id={id}
          type="date"
          required={action === 'land'}
          className="policy-input"
          value={until === null ? '' : new Date(until).toISOString().slice(0, 10)}
          onChange={({ target }) => {
            const day = target.valueAsNumber
            set({ until: Number.isNaN(day) ? null : endOfDay(day) })
          }}
        />
      </div>
      {action === 'land' ? (
        <Count
          label={t('sample')}
          value={Math.round((sample ?? 0) * 100)}
          least={0}
          most={100}
          onChange={(percent) => set({ sample: (percent ?? 0) / 100 })}
        />
      ) : null}
    </div>
  )
}

function Why({ rule, set }: PartProps) {
  const t = useTranslations('Policy')
  const id = useId()
  if (!tellsWhy(rule.action)) return null
  return (
    <div data-field="why">
      <label htmlFor={id} className="mb-1 block font-medium">
        {t('why')}
      </label>
      <input
        id={id}
        maxLength={LONGEST_WHY}
        aria-describedby={`${id}-hint`}
        className="policy-input w-full"
        value={rule.why ?? ''}
        onChange={({ target }) => set({ why: target.value === '' ? null : target.value })}
      />
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        {t('whyHint')}
      </p>
    </div>
  )
}

interface CountProps {
  label: string
  /** null: no such condition */
  value: number | null
  least?: number
  most: number
  onChange: (value: number | null) => void
}

function Count({ label, value, least = 1, most, onChange }: CountProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        type="number"
        min={least}
        max={most}
        className="policy-input"
        defaultValue={value ?? ''}
        onChange={({ target }) =>
          onChange(target.value === '' ? null : Math.round(target.valueAsNumber))
        }
      />
    </div>
  )
}

function Choices({
  field,
  legend,
  hint,
  children,
}: {
  field: RuleField
  legend: string
  hint: string
  children: ReactNode
}) {
  return (
    <fieldset data-field={field}>
      <legend className="mb-1 font-medium">
        {legend} <span className="text-xs font-normal text-ink-3">{hint}</span>
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">{children}</div>
    </fieldset>
  )
}

function Tick({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: () => void
  children: ReactNode
}) {
  return (
    <label className="inline-flex cursor-pointer items-center gap-1.5">
      <input type="checkbox" checked={isOn} onChange={onChange} className="accent-accent" />
      <span>{children}</span>
    </label>
  )
}

'use client'

import { Clock, Gauge, Pencil, ScrollText, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ContextFields } from '@/components/context/settings/context-fields'
import { Field } from '@/components/ui/field'
import { useTypedNumber } from '@/components/ui/use-typed-number'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import type { SessionSettings, ToolSet } from '@/lib/agent/session-settings'
import { plainName } from '@/lib/text/plain-text'
import { SettingRow, settingValue } from './setting-row'
import { summarisedAt } from './summarised-at'

const TOOL_SETS: readonly ToolSet[] = ['memory', 'memory_custom', 'documents']

/** Settings as a form edits them: an empty field is no topic. */
export type EditedSettings = Omit<SessionSettings, 'onlyTopic'> & { onlyTopic: string }

export interface SessionSettingRowsProps {
  value: EditedSettings
  /** of the installation, used where the session has none of its own */
  thresholds: ContextThresholds
  change: (changed: Partial<EditedSettings>) => void
  /** more about the instructions, below the fields for them */
  instructions?: ReactNode
}

/** Rows for a session's settings other than model, stores and whether it asks: a sentence each. */
export function SessionSettingRows({
  value,
  thresholds,
  change,
  instructions,
}: SessionSettingRowsProps) {
  const t = useTranslations('SessionSettings')
  const percent = summarisedAt(value, thresholds)
  const { clearing } = value.context
  const results = clearing.by !== 'off' && clearing.toolUses !== null ? 'cleared' : 'kept'
  return (
    <>
      <SettingRow
        Icon={Wrench}
        title={t('tools')}
        sentence={settingValue.v(t(`name_${value.toolSet}`))}
      >
        <ToolSetChoice value={value.toolSet} onChoose={(toolSet) => change({ toolSet })} />
      </SettingRow>
      <SettingRow
        Icon={ScrollText}
        title={t('instructions')}
        sentence={t.rich(
          value.instructions.trim() === '' ? 'noInstructions' : 'ownInstructions',
          settingValue,
        )}
      >
        <InstructionFields value={value} change={change} />
        {instructions}
      </SettingRow>
      <SettingRow
        Icon={Gauge}
        title={t('context')}
        sentence={
          percent === null
            ? t.rich('neverSummarised', { ...settingValue, results })
            : t.rich('summarised', { ...settingValue, percent, results })
        }
      >
        <ContextFields
          value={value.context}
          installation={thresholds}
          onChange={(context) => change({ context })}
        />
      </SettingRow>
      <SettingRow
        Icon={Clock}
        title={t('stops')}
        sentence={t.rich('stopsAfter', { ...settingValue, requests: value.maxRequests })}
      >
        <LimitFields value={value} change={change} />
      </SettingRow>
    </>
  )
}

/** The row for a session's title. */
export function TitleRow({ title, onTitle }: { title: string; onTitle: (title: string) => void }) {
  const t = useTranslations('SessionSettings')
  return (
    <SettingRow
      Icon={Pencil}
      title={t('named')}
      sentence={settingValue.v(title.trim() === '' ? t('byMessage') : plainName(title))}
    >
      <input
        aria-label={t('title')}
        maxLength={255}
        value={title}
        onChange={({ target }) => onTitle(target.value)}
        autoComplete="off"
        className="block h-8 w-full rounded-control border border-control bg-sheet px-2"
      />
    </SettingRow>
  )
}

type Fields = Pick<SessionSettingRowsProps, 'value' | 'change'>

function ToolSetChoice({
  value,
  onChoose,
}: {
  value: ToolSet
  onChoose: (toolSet: ToolSet) => void
}) {
  const t = useTranslations('SessionSettings')
  return (
    <fieldset className="space-y-1">
      <legend className="sr-only">{t('tools')}</legend>
      {TOOL_SETS.map((toolSet) => (
        <label key={toolSet} className="flex min-h-6 items-baseline gap-2">
          <input
            type="radio"
            name="toolSet"
            checked={value === toolSet}
            onChange={() => onChoose(toolSet)}
          />
          <span>{t(`tools_${toolSet}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function InstructionFields({ value, change }: Fields) {
  const t = useTranslations('SessionSettings')
  return (
    <>
      <label className="block">
        <span className="font-medium">{t('yourInstructions')}</span>
        <textarea
          rows={3}
          value={value.instructions}
          onChange={({ target }) => change({ instructions: target.value })}
          className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1"
        />
      </label>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={value.keepTidy}
          onChange={({ target }) => change({ keepTidy: target.checked })}
        />
        {t('keepTidy')}
      </label>
      <Field
        id="topic"
        label={t('onlyTopic')}
        hint={t('onlyTopicHint')}
        maxLength={500}
        value={value.onlyTopic}
        onChange={({ target }) => change({ onlyTopic: target.value })}
      />
    </>
  )
}

function LimitFields({ value, change }: Fields) {
  const t = useTranslations('SessionSettings')
  return (
    <div className="grid gap-3 md:grid-cols-3">
      <LimitField
        id="max-requests"
        label={t('maxRequests')}
        hint={t('maxRequestsHint')}
        max={1000}
        value={value.maxRequests}
        onChange={(maxRequests) => change({ maxRequests })}
      />
      <LimitField
        id="max-tokens"
        label={t('maxTokens')}
        max={200_000}
        value={value.maxTokens}
        onChange={(maxTokens) => change({ maxTokens })}
      />
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={value.thinking === 'adaptive'}
          onChange={({ target }) => change({ thinking: target.checked ? 'adaptive' : 'off' })}
        />
        {t('thinking')}
      </label>
    </div>
  )
}

/** A number from 1 to `max`. */
function LimitField({
  value,
  onChange,
  ...props
}: {
  id: string
  label: string
  hint?: string
  max: number
  value: number
  onChange: (value: number) => void
}) {
  return <Field {...props} min={1} {...useTypedNumber(value, onChange)} />
}

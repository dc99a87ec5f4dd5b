'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { ContextSettings } from '@/lib/context/context-settings'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import { ClearingFields } from './clearing-fields'
import { Checkbox } from './checkbox'
import { FieldGroup } from './field-group'
import { NeededNumberField, NumberField } from './number-field'

export interface ContextFieldsProps {
  value: ContextSettings
  /** the installation's thresholds, used where a session has none of its own */
  installation: ContextThresholds
  onChange: (value: ContextSettings) => void
}

/** Fields for how a session manages its context, in plain words. */
export function ContextFields({ value, installation, onChange }: ContextFieldsProps) {
  const change = (changed: Partial<ContextSettings>) => onChange({ ...value, ...changed })
  return (
    <div className="space-y-5">
      <ThresholdFields value={value} installation={installation} change={change} />
      <SummaryFields
        value={value.compaction}
        change={(changed) => change({ compaction: { ...value.compaction, ...changed } })}
      />
      <ClearingFields
        value={value.clearing}
        change={(changed) => change({ clearing: { ...value.clearing, ...changed } })}
      />
      <ReminderFields
        value={value.reminders}
        change={(changed) => change({ reminders: { ...value.reminders, ...changed } })}
      />
    </div>
  )
}

function ThresholdFields({
  value,
  installation,
  change,
}: {
  value: ContextSettings
  installation: ContextThresholds
  change: (changed: Partial<ContextSettings>) => void
}) {
  const t = useTranslations('ContextSettings')
  const { warningAt, errorAt, compactAt, window } = value
  const usual = installation.compaction ?? null
  const isOff = compactAt === 'off' || (compactAt === null && usual === null)
  const fallen = fallenThreshold(value, installation)
  const problemOf = (threshold: Threshold) => (fallen === threshold ? t('mustRise') : null)
  return (
    <FieldGroup title={t('marks')} about={t('marksAbout')}>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <NumberField
          label={t('window')}
          min={1_000}
          value={window}
          placeholder={t('windowUsual')}
          onChange={(window) => change({ window })}
        />
        <NumberField
          label={t('warningAt')}
          min={1}
          max={100}
          step="any"
          value={warningAt}
          placeholder={String(installation.warning)}
          problem={problemOf('warningAt')}
          onChange={(warningAt) => change({ warningAt })}
        />
        <NumberField
          label={t('errorAt')}
          min={1}
          max={100}
          step="any"
          value={errorAt}
          placeholder={String(installation.error)}
          problem={problemOf('errorAt')}
          onChange={(errorAt) => change({ errorAt })}
        />
        <NumberField
          label={t('compactAt')}
          min={1}
          max={100}
          step="any"
          isDisabled={isOff}
          value={typeof compactAt === 'number' ? compactAt : null}
          placeholder={usual === null ? '92' : String(usual)}
          problem={problemOf('compactAt')}
          onChange={(compactAt) => change({ compactAt })}
        />
      </div>
      <Checkbox
        label={t('compactsItself')}
        isChecked={!isOff}
        onChange={(isOn) => change({ compactAt: isOn ? (usual === null ? 92 : null) : 'off' })}
      />
    </FieldGroup>
  )
}

type Threshold = 'warningAt' | 'errorAt' | 'compactAt'

/** The threshold that the session sets against the order of all; null: they rise. */
function fallenThreshold(
  settings: ContextSettings,
  installation: ContextThresholds,
): Threshold | null {
  const { warningAt, errorAt, compactAt } = settings
  const warning = warningAt ?? installation.warning
  const error = errorAt ?? installation.error
  const compaction = compactAt === 'off' ? null : (compactAt ?? installation.compaction)
  if (warning > error) {
    if (errorAt !== null) return 'errorAt'
    return warningAt === null ? null : 'warningAt'
  }
  if (compaction === null || error <= compaction) return null
  if (compactAt !== null) return 'compactAt'
  return errorAt === null ? null : 'errorAt'
}

function SummaryFields({
  value,
  change,
}: {
  value: ContextSettings['compaction']
  change: (changed: Partial<ContextSettings['compaction']>) => void
}) {
  const t = useTranslations('ContextSettings')
  const name = useId()
  return (
    <FieldGroup title={t('summaries')} about={t('summariesAbout')}>
      {(['palimpsest', 'api'] as const).map((by) => (
        <label key={by} className="flex items-baseline gap-2 text-sm">
          <input
            type="radio"
            name={name}
            checked={value.by === by}
            onChange={() => change({ by })}
          />
          <span>{t(`summariesBy_${by}`)}</span>
        </label>
      ))}
      <div className="grid gap-3 sm:grid-cols-3">
        <label className="block text-sm">
          {t('summaryModel')}
          <input
            value={value.model ?? ''}
            placeholder={t('summaryModelUsual')}
            onChange={({ target }) => change({ model: target.value || null })}
            autoComplete="off"
            className="mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2 font-mono"
          />
        </label>
        <NeededNumberField
          label={t('summaryTokens')}
          min={256}
          max={16_384}
          value={value.maxTokens}
          onChange={(maxTokens) => change({ maxTokens })}
        />
        <NeededNumberField
          label={t('summarySeconds')}
          min={1}
          max={3_600}
          value={value.timeoutSeconds}
          onChange={(timeoutSeconds) => change({ timeoutSeconds })}
        />
      </div>
      <label className="block text-sm">
        {t('summaryInstructions')}
        <textarea
          rows={2}
          maxLength={20_000}
          value={value.instructions}
          onChange={({ target }) => change({ instructions: target.value })}
          className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1"
        />
      </label>
      <Checkbox
        label={t('savesFirst')}
        isChecked={value.savesFirst}
        onChange={(savesFirst) => change({ savesFirst })}
      />
      <Checkbox
        label={t('isReviewed')}
        isChecked={value.isReviewed}
        onChange={(isReviewed) => change({ isReviewed })}
      />
    </FieldGroup>
  )
}

function ReminderFields({
  value,
  change,
}: {
  value: ContextSettings['reminders']
  change: (changed: Partial<ContextSettings['reminders']>) => void
}) {
  const t = useTranslations('ContextSettings')
  return (
    <FieldGroup title={t('reminders')} about={t('remindersAbout')}>
      {(['listing', 'changes', 'size'] as const).map((kind) => (
        <Checkbox
          key={kind}
          label={t(`reminds_${kind}`)}
          isChecked={value[kind]}
          onChange={(isOn) => change({ [kind]: isOn })}
        />
      ))}
    </FieldGroup>
  )
}

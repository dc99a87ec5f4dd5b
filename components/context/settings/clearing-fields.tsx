'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type {
  ContextSettings,
  ThinkingClearing,
  ToolUseSettings,
} from '@/lib/context/context-settings'
import { Checkbox } from './checkbox'
import { FieldGroup } from './field-group'
import { NeededNumberField, NumberField } from './number-field'

type Clearing = ContextSettings['clearing']

const USUAL_TOOL_USES: ToolUseSettings = {
  trigger: { type: 'input_tokens', value: 100_000 },
  keep: 3,
  clearAtLeast: null,
  excludeTools: [],
  clearToolInputs: false,
}

/** Fields for what is cleared from an old conversation before each request, and by whom. */
export function ClearingFields({
  value,
  change,
}: {
  value: Clearing
  change: (changed: Partial<Clearing>) => void
}) {
  const t = useTranslations('ContextSettings')
  const name = useId()
  const { by, toolUses, thinking } = value
  return (
    <FieldGroup title={t('clearing')} about={t('clearingAbout')}>
      {(['off', 'api', 'palimpsest'] as const).map((each) => (
        <label key={each} className="flex items-baseline gap-2 text-sm">
          <input
            type="radio"
            name={name}
            checked={by === each}
            onChange={() => change({ by: each })}
          />
          <span>{t(`clearingBy_${each}`)}</span>
        </label>
      ))}
      {by === 'off' ? null : (
        <div className="space-y-3 border-l-2 border-line pl-3">
          <Checkbox
            label={t('clearsToolUses')}
            isChecked={toolUses !== null}
            onChange={(isOn) => change({ toolUses: isOn ? USUAL_TOOL_USES : null })}
          />
          {toolUses === null ? null : (
            <ToolUseFields
              value={toolUses}
              change={(changed) => change({ toolUses: { ...toolUses, ...changed } })}
            />
          )}
          <Checkbox
            label={t('clearsThinking')}
            isChecked={thinking !== null}
            onChange={(isOn) => change({ thinking: isOn ? { keep: 1 } : null })}
          />
          {thinking === null ? null : (
            <ThinkingFields value={thinking} change={(thinking) => change({ thinking })} />
          )}
        </div>
      )}
    </FieldGroup>
  )
}

function ToolUseFields({
  value,
  change,
}: {
  value: ToolUseSettings
  change: (changed: Partial<ToolUseSettings>) => void
}) {
  const t = useTranslations('ContextSettings')
  const { trigger, clearToolInputs } = value
  const inputs = Array.isArray(clearToolInputs) ? 'some' : clearToolInputs ? 'all' : 'none'
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <label className="block text-sm">
          {t('triggerType')}
          <select
            value={trigger.type}
            onChange={({ target }) =>
              change({
                trigger:
                  target.value === 'tool_uses'
                    ? { type: 'tool_uses', value: 20 }
                    : { type: 'input_tokens', value: 100_000 },
              })
            }
            className="mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2"
          >
            <option value="input_tokens">{t('trigger_input_tokens')}</option>
            <option value="tool_uses">{t('trigger_tool_uses')}</option>
          </select>
        </label>
        <NeededNumberField
          label={t(`triggerValue_${trigger.type}`)}
          min={1}
          value={trigger.value}
          onChange={(amount) => change({ trigger: { ...trigger, value: amount } })}
        />
        <NeededNumberField
          label={t('keep')}
          min={0}
          value={value.keep}
          onChange={(keep) => change({ keep })}
        />
        <NumberField
          label={t('clearAtLeast')}
          min={1}
          value={value.clearAtLeast}
          placeholder={t('clearAtLeastAny')}
          onChange={(clearAtLeast) => change({ clearAtLeast })}
        />
      </div>
      <Checkbox
        label={t('excludesReading')}
        isChecked={value.excludeTools === null}
        onChange={(isOn) => change({ excludeTools: isOn ? null : [] })}
      />
      {value.excludeTools === null ? (
        <p className="text-xs text-ink-2">{t('excludesReadingAbout')}</p>
      ) : (
        <NamesField
          label={t('excludeTools')}
          names={value.excludeTools}
          onChange={(excludeTools) => change({ excludeTools })}
        />
      )}
      <label className="block text-sm">
        {t('clearInputs')}
        <select
          value={inputs}
          onChange={({ target }) =>
            change({ clearToolInputs: target.value === 'some' ? [] : target.value === 'all' })
          }
          className="mt-1 block h-8 rounded-control border border-control bg-sheet px-2"
        >
          <option value="none">{t('clearInputs_none')}</option>
          <option value="all">{t('clearInputs_all')}</option>
          <option value="some">{t('clearInputs_some')}</option>
        </select>
      </label>
      {Array.isArray(clearToolInputs) ? (
        <NamesField
          label={t('clearInputsOf')}
          names={clearToolInputs}
          onChange={(names) => change({ clearToolInputs: names })}
        />
      ) : null}
    </div>
  )
}

/** Names, separated by commas. */
function NamesField({
  label,
  names,
  onChange,
}: {
  label: string
  names: readonly string[]
  onChange: (names: string[]) => void
}) {
  const t = useTranslations('ContextSettings')
  // Kept as typed: a trailing comma is not a name yet.
  const [text, setText] = useState(names.join(', '))
  return (
    <label className="block text-sm">
      {label}
      <input
        value={text}
        placeholder={t('names')}
        onChange={({ target }) => {
          setText(target.value)
          onChange(target.value.split(/[\s,]+/).filter(Boolean))
        }}
        className="mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2 font-mono"
      />
    </label>
  )
}

function ThinkingFields({
  value: { keep },
  change,
}: {
  value: ThinkingClearing
  change: (value: ThinkingClearing) => void
}) {
  const t = useTranslations('ContextSettings')
  return (
    <div className="flex flex-wrap items-end gap-4">
      <NeededNumberField
        label={t('keepTurns')}
        min={1}
        isDisabled={keep === 'all'}
        value={keep === 'all' ? null : keep}
        onChange={(turns) => change({ keep: turns })}
      />
      <Checkbox
        label={t('keepAllTurns')}
        isChecked={keep === 'all'}
        onChange={(isAll) => change({ keep: isAll ? 'all' : 1 })}
      />
    </div>
  )
}

import { useTranslations } from 'next-intl'
import type { Result } from '@/components/act/act'
import { Checkbox, Choice } from '@/components/ui/field'
import {
  type Field,
  type FieldValue,
  SettingsForm,
  SettingsRow,
} from '@/components/ui/settings-form'
import type { WireSettings } from '@/lib/sessions/settings'
import { valueAt } from './dotted'

export interface SettingsFieldsProps {
  settings: WireSettings
  /** is given what changes by its dotted name */
  save: (now: Record<string, unknown>) => Promise<Result<unknown>>
}

const TOOL_SETS = ['memory', 'memory_custom', 'documents'] as const

/** What an agent is told before anything else. */
export function InstructionFields({ settings, save }: SettingsFieldsProps) {
  const t = useTranslations('SessionSettings')
  const fields: Field[] = [
    { name: 'system', kind: 'lines', words: t('instructions'), none: t('noInstructions') },
    { name: 'memory_prompt', kind: 'lines', words: t('memoryPrompt'), none: t('generated') },
    {
      name: 'only_topic',
      kind: 'text',
      words: t('onlyTopic'),
      max: 500,
      none: t('agentDecides'),
    },
    { name: 'keep_tidy', kind: 'tick', words: t('keepTidy') },
  ]
  const { system, memory_prompt, only_topic, keep_tidy } = settings
  return (
    <SettingsForm
      fields={fields}
      values={{ system, memory_prompt, only_topic, keep_tidy }}
      onSave={(changed) => save('system' in changed ? { system: changed.system ?? '' } : changed)}
    />
  )
}

/** How much an agent does by itself. */
export function EffortFields({ settings, save }: SettingsFieldsProps) {
  const t = useTranslations('SessionSettings')
  const fields: Field[] = [
    {
      name: 'max_requests',
      kind: 'number',
      words: t('maxRequests'),
      about: t('maxRequestsAbout'),
      min: 1,
      max: 1_000,
    },
    { name: 'max_tokens', kind: 'number', words: t('maxTokens'), min: 1, max: 200_000 },
    { name: 'thinking', kind: 'tick', words: t('thinking') },
  ]
  const { max_requests, max_tokens, thinking } = settings
  return (
    <SettingsForm
      fields={fields}
      values={{ max_requests, max_tokens, thinking: thinking === 'adaptive' }}
      onSave={({ thinking: isOn, ...changed }) =>
        save(isOn === undefined ? changed : { thinking: isOn ? 'adaptive' : 'off' })
      }
    />
  )
}

/** By which tools an agent reaches its memory. */
export function ToolField({ settings, save }: SettingsFieldsProps) {
  const t = useTranslations('SessionSettings')
  return (
    <SettingsRow words={t('tools')}>
      <Choice
        label={t('tools')}
        isLabelHidden
        value={settings.tool_set}
        choices={TOOL_SETS.map((value) => ({ value, label: t(`tools_${value}`) }))}
        onChoose={(tool_set) => void save({ tool_set })}
      />
    </SettingsRow>
  )
}

/** What is cleared with results, in the order of the settings; `trigger` has its place. */
const USUAL = {
  trigger: null,
  keep: 3,
  clear_at_least: null,
  exclude_tools: [],
  clear_tool_inputs: false,
}

const REMINDERS = ['listing', 'changes', 'size'] as const

/** What becomes of a context that fills, and what the agent is reminded of. */
export function ContextFields({ settings, save }: SettingsFieldsProps) {
  const t = useTranslations('SessionSettings')
  const { clearing, compact_at, reminders } = settings.context
  const percent = { kind: 'number', min: 1, max: 100 } as const
  const results = clearing.tool_uses
  const kept = clearing.thinking?.keep
  const unit = results?.trigger.type ?? 'input_tokens'
  const fields: Field[] = [
    {
      name: 'window',
      kind: 'number',
      words: t('window'),
      min: 1_000,
      max: 20_000_000,
      none: t('windowUsual'),
    },
    { name: 'warning_at', words: t('warningAt'), ...percent },
    { name: 'error_at', words: t('errorAt'), ...percent },
    { name: 'compact_at', words: t('compactAt'), none: t('never'), ...percent },
    {
      name: 'compaction.model',
      kind: 'text',
      words: t('summaryModel'),
      max: 256,
      none: t('same'),
    },
    {
      name: 'compaction.instructions',
      kind: 'lines',
      words: t('summaryInstructions'),
      max: 20_000,
      none: t('noInstructions'),
    },
    {
      name: 'compaction.max_tokens',
      kind: 'number',
      words: t('summaryTokens'),
      min: 256,
      max: 16_384,
    },
    {
      name: 'compaction.timeout_seconds',
      kind: 'number',
      words: t('summaryTimeout'),
      min: 1,
      max: 3_600,
    },
    {
      name: 'results',
      kind: 'number',
      words: t('clearResults', { unit }),
      about: t('clearAbout'),
      min: 1,
      max: 10_000_000,
      none: t('neverCleared'),
    },
    ...(results
      ? [{ name: 'keep', kind: 'number' as const, words: t('clearKeep'), max: 10_000_000 }]
      : []),
    {
      name: 'thoughts',
      kind: 'number',
      words: t('clearThinking'),
      about: t('clearThinkingAbout'),
      min: 1,
      max: 10_000_000,
      none: t('neverCleared'),
    },
  ]
  const values: Record<string, FieldValue> = {
    ...Object.fromEntries(
      fields.map(({ name }) => [name, valueAt(settings.context, name) as FieldValue]),
    ),
    compact_at: compact_at === 'off' ? null : compact_at,
    results: results?.trigger.value ?? null,
    keep: results?.keep ?? null,
    thoughts: typeof kept === 'number' ? kept : null,
  }
  /** A field as the setting that it is. */
  const settingOf = (name: string, value: FieldValue): [string, unknown] => {
    switch (name) {
      case 'compact_at':
        return [name, value ?? 'off']
      case 'compaction.instructions':
        return [name, value ?? '']
      case 'results':
        return [
          'clearing.tool_uses',
          value && { ...USUAL, ...results, trigger: { type: unit, value } },
        ]
      case 'keep':
        return ['clearing.tool_uses', { ...results, keep: value }]
      case 'thoughts':
        return ['clearing.thinking', value && { keep: value }]
      default:
        return [name, value]
    }
  }
  return (
    <>
      <SettingsForm
        fields={fields}
        values={values}
        onSave={(changed) => {
          const now = Object.entries(changed).map(([name, value]) => settingOf(name, value))
          return save(Object.fromEntries(now.map(([name, value]) => [`context.${name}`, value])))
        }}
      />
      <SettingsRow words={t('reminders')} about={t('remindersNote')}>
        <div className="grid justify-items-start gap-1">
          {REMINDERS.map((kind) => (
            <Checkbox
              key={kind}
              isTicked={reminders[kind]}
              onTick={(isOn) => void save({ [`context.reminders.${kind}`]: isOn })}
            >
              {t(`reminds_${kind}`)}
            </Checkbox>
          ))}
        </div>
      </SettingsRow>
    </>
  )
}

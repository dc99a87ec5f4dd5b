'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { PageSection } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/field'
import { Notice, WhyNot } from '@/components/ui/notice'
import { type Field, SettingsForm, SettingsRow } from '@/components/ui/settings-form'
import { Checkbox } from '@/components/ui/switch'
import type { WireSettings } from '@/lib/sessions/settings'
import { change } from './actions'
import { EndSession } from './end'
import type { SessionFacts } from './state'

/** How a session works; each holds at once, from the next request on. What ends it comes last. */
export function SessionSettings({ facts }: { facts: SessionFacts }) {
  const t = useTranslations('SessionSettings')
  const [isEnded, setEnded] = useState(false)
  const { id, isArchived } = facts
  return (
    <>
      {isArchived ? (
        <div className="px-5 pt-4 max-md:px-4">
          <Notice tone="plain">{t('archived')}</Notice>
        </div>
      ) : (
        <>
          <AgentSettings facts={facts} />
          <ContextSettings facts={facts} />
        </>
      )}
      <PageSection title={t('end')} note={t('endNote')}>
        <div className="pt-2">
          <Button variant="quiet-danger" onClick={() => setEnded(true)}>
            {t('endAct')}
          </Button>
        </div>
      </PageSection>
      {isEnded ? (
        <EndSession id={id} isArchived={isArchived} onClose={() => setEnded(false)} />
      ) : null}
    </>
  )
}

const TOOL_SETS = ['memory', 'memory_custom', 'documents'] as const

function AgentSettings({ facts: { id, settings } }: { facts: SessionFacts }) {
  const t = useTranslations('SessionSettings')
  const { save, why } = useSave(id, settings)
  const fields: Field[] = [
    { name: 'model', kind: 'text', words: t('model'), max: 256 },
    { name: 'system', kind: 'lines', words: t('instructions'), none: t('noInstructions') },
    { name: 'memory_prompt', kind: 'lines', words: t('memoryPrompt'), none: t('generated') },
    {
      ...{ name: 'only_topic', kind: 'text', words: t('onlyTopic') },
      ...{ max: 500, none: t('agentDecides') },
    },
    {
      ...{ name: 'max_requests', kind: 'number', words: t('maxRequests') },
      ...{ about: t('maxRequestsAbout'), min: 1, max: 1_000 },
    },
    { name: 'max_tokens', kind: 'number', words: t('maxTokens'), min: 1, max: 200_000 },
  ]
  const { model, system, memory_prompt, only_topic, max_requests, max_tokens } = settings
  return (
    <PageSection title={t('agent')} note={t('agentNote')}>
      <SettingsForm
        fields={fields}
        values={{ model, system, memory_prompt, only_topic, max_requests, max_tokens }}
        onSave={(changed) => save('system' in changed ? { system: changed.system ?? '' } : changed)}
      />
      <SettingsRow words={t('tools')}>
        <Choice
          label={t('tools')}
          isLabelHidden
          value={settings.tool_set}
          choices={TOOL_SETS.map((value) => ({ value, label: t(`tools_${value}`) }))}
          onChoose={(tool_set) => void save({ tool_set })}
        />
      </SettingsRow>
      <Tick
        words={t('approval')}
        isTicked={settings.approval === 'always_ask'}
        onTick={(isOn) => void save({ approval: isOn ? 'always_ask' : 'always_allow' })}
      />
      <Tick
        words={t('thinking')}
        isTicked={settings.thinking === 'adaptive'}
        onTick={(isOn) => void save({ thinking: isOn ? 'adaptive' : 'off' })}
      />
      <Tick
        words={t('keepTidy')}
        isTicked={settings.keep_tidy}
        onTick={(keep_tidy) => void save({ keep_tidy })}
      />
      <WhyNot why={why} />
    </PageSection>
  )
}

const REMINDERS = ['listing', 'changes', 'size'] as const

function ContextSettings({ facts: { id, settings } }: { facts: SessionFacts }) {
  const t = useTranslations('SessionSettings')
  const { save, why } = useSave(id, settings)
  const { window, warning_at, error_at, compact_at, reminders } = settings.context
  const percent = { kind: 'number', min: 1, max: 100 } as const
  const fields: Field[] = [
    {
      ...{ name: 'context.window', kind: 'number', words: t('window') },
      ...{ min: 1_000, max: 20_000_000, none: t('windowUsual') },
    },
    { name: 'context.warning_at', words: t('warningAt'), ...percent },
    { name: 'context.error_at', words: t('errorAt'), ...percent },
    { name: 'context.compact_at', words: t('compactAt'), none: t('never'), ...percent },
  ]
  return (
    <PageSection title={t('context')} note={t('contextNote')}>
      <SettingsForm
        fields={fields}
        values={{
          'context.window': window,
          'context.warning_at': warning_at,
          'context.error_at': error_at,
          'context.compact_at': compact_at === 'off' ? null : compact_at,
        }}
        onSave={(changed) =>
          save(changed['context.compact_at'] === null ? { 'context.compact_at': 'off' } : changed)
        }
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
      <WhyNot why={why} />
    </PageSection>
  )
}

function Tick({
  words,
  isTicked,
  onTick,
}: {
  words: string
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}) {
  return (
    <SettingsRow words={words}>
      <Checkbox label={words} isTicked={isTicked} onTick={onTick} />
    </SettingsRow>
  )
}

/** Saves settings by their dotted names, as long as these are what is shown; the toast takes them back. */
function useSave(sessionId: string, settings: WireSettings) {
  const t = useTranslations('SessionSettings')
  const saving = useAct(change, {
    done: () => t('saved'),
    undo:
      ({ was, now }) =>
      () =>
        change({ sessionId, was: now, now: was }),
  })
  const save = (now: Record<string, unknown>) => {
    const was = Object.fromEntries(Object.keys(now).map((name) => [name, valueAt(settings, name)]))
    return saving.run({ sessionId, was, now })
  }
  return { save, why: saving.why }
}

function valueAt(settings: WireSettings, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((part, each) => (part as Record<string, unknown>)[each] ?? null, settings)
}

'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Choice, Field } from '@/components/ui/field'
import { Checkbox } from '@/components/ui/switch'
import type { Approval, SettingsInput, ToolSet } from '@/lib/sessions/settings'
import type { StoreAccess } from './stores-to-attach'

/** What is chosen for a session, as it is typed. */
export interface Chosen {
  model: string
  approval: Approval
  title: string
  system: string
  /** '': generated */
  memoryPrompt: string
  toolSet: ToolSet
  isTidy: boolean
  topic: string
  compactAt: string
  maxRequests: string
  maxTokens: string
  isThinking: boolean
}

export const CHOSEN_AT_FIRST: Omit<Chosen, 'model'> = {
  approval: 'always_allow',
  title: '',
  system: '',
  memoryPrompt: '',
  toolSet: 'memory',
  isTidy: false,
  topic: '',
  compactAt: '92',
  maxRequests: '50',
  maxTokens: '16000',
  isThinking: false,
}

/** The settings as they are sent; the server refuses what does not hold. */
export function settingsOf(chosen: Chosen): SettingsInput {
  return {
    model: chosen.model.trim(),
    approval: chosen.approval,
    system: chosen.system,
    memory_prompt: chosen.memoryPrompt.trim() === '' ? null : chosen.memoryPrompt,
    tool_set: chosen.toolSet,
    keep_tidy: chosen.isTidy,
    only_topic: chosen.topic.trim() || null,
    max_requests: Number(chosen.maxRequests),
    max_tokens: Number(chosen.maxTokens),
    thinking: chosen.isThinking ? 'adaptive' : 'off',
    context: { compact_at: chosen.compactAt.trim() === '' ? 'off' : Number(chosen.compactAt) },
  }
}

type Texts = ReturnType<typeof useTranslations<'NewSession'>>

/** What is chosen, in a few words: the usual two, and whatever is not as usual. */
export function shortOf(t: Texts, chosen: Chosen): string[] {
  const { compactAt, maxRequests, maxTokens, system, memoryPrompt, isThinking, title } = chosen
  const usual = CHOSEN_AT_FIRST
  return [
    compactAt.trim() === '' ? t('shortNever') : t('shortSummarised', { percent: compactAt }),
    t('shortStops', { requests: Number(maxRequests) || 0 }),
    ...(system !== '' || memoryPrompt !== '' ? [t('shortInstructions')] : []),
    ...(maxTokens === usual.maxTokens
      ? []
      : [t('shortTokens', { tokens: Number(maxTokens) || 0 })]),
    ...(isThinking ? [t('shortThinking')] : []),
    ...(title === '' ? [] : [t('shortTitle', { title })]),
  ]
}

const TOOL_SETS = ['memory', 'memory_custom', 'documents'] as const

export interface AdvancedProps {
  chosen: Chosen
  onChange: (chosen: Chosen) => void
  attached: readonly StoreAccess[]
  /** of the attached stores, in their order */
  names: readonly string[]
  onAttached: (attached: readonly StoreAccess[]) => void
}

/** What most sessions leave as it is. */
export function Advanced({ chosen, onChange, attached, names, onAttached }: AdvancedProps) {
  const t = useTranslations('NewSession')
  const set = (change: Partial<Chosen>) => onChange({ ...chosen, ...change })
  const typed = (name: 'title' | 'topic' | 'compactAt' | 'maxRequests' | 'maxTokens') => ({
    value: chosen[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
    autoComplete: 'off',
  })
  return (
    <div className="grid gap-x-6 gap-y-4 pt-3 pl-6 max-md:pl-0 md:grid-cols-2">
      {attached.map((store, at) => (
        <Wide key={store.storeId}>
          <Field
            label={t.rich('uses', {
              name: () => <VisibleLabel key="name" text={names[at] ?? ''} />,
            })}
            placeholder={t('asItSeesFit')}
            rows={2}
            maxLength={4096}
            value={store.instructions}
            onChange={({ target }) =>
              onAttached(
                attached.map((each) =>
                  each === store ? { ...each, instructions: target.value } : each,
                ),
              )
            }
          />
        </Wide>
      ))}
      <Wide>
        <Field
          label={t('instructions')}
          hint={t('instructionsAbout')}
          rows={3}
          value={chosen.system}
          onChange={({ target }) => set({ system: target.value })}
        />
      </Wide>
      <Wide>
        <Field
          label={t('memoryPrompt')}
          hint={t('memoryPromptAbout')}
          rows={3}
          value={chosen.memoryPrompt}
          onChange={({ target }) => set({ memoryPrompt: target.value })}
        />
      </Wide>
      <Choice
        label={t('tools')}
        value={chosen.toolSet}
        choices={TOOL_SETS.map((value) => ({ value, label: t(`tools_${value}`) }))}
        onChoose={(toolSet) => set({ toolSet })}
      />
      <Field
        label={t('onlyTopic')}
        hint={t('onlyTopicAbout')}
        maxLength={500}
        {...typed('topic')}
      />
      <Field
        label={t('summariseAt')}
        hint={t('summariseAbout')}
        inputMode="numeric"
        {...typed('compactAt')}
      />
      <Field
        label={t('maxRequests')}
        hint={t('maxRequestsAbout')}
        inputMode="numeric"
        {...typed('maxRequests')}
      />
      <Field label={t('maxTokens')} inputMode="numeric" {...typed('maxTokens')} />
      <Field label={t('name')} placeholder={t('byMessage')} maxLength={255} {...typed('title')} />
      <div className="grid justify-items-start gap-1">
        <Checkbox isTicked={chosen.isThinking} onTick={(isThinking) => set({ isThinking })}>
          {t('thinking')}
        </Checkbox>
        <Checkbox isTicked={chosen.isTidy} onTick={(isTidy) => set({ isTidy })}>
          {t('keepTidy')}
        </Checkbox>
      </div>
    </div>
  )
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="md:col-span-2">{children}</div>
}

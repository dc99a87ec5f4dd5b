'use client'

import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Field } from '@/components/ui/field'
import { SettingsRow } from '@/components/ui/settings-form'
import type { WireSettings } from '@/lib/sessions/settings'
import { AgentFields, ContextFields, type SettingsFieldsProps } from './fields'
import type { StoreAccess } from './stores-to-attach'

type Texts = ReturnType<typeof useTranslations<'NewSession'>>

/** What is chosen, in a few words: the usual two, and whatever is not as usual. */
export function shortOf(
  t: Texts,
  { context, max_requests, max_tokens, system, memory_prompt, thinking }: WireSettings,
  usual: WireSettings,
  title: string,
): string[] {
  const { compact_at } = context
  return [
    compact_at === 'off' ? t('shortNever') : t('shortSummarised', { percent: compact_at }),
    t('shortStops', { requests: max_requests }),
    ...(system !== '' || memory_prompt !== null ? [t('shortInstructions')] : []),
    ...(max_tokens === usual.max_tokens ? [] : [t('shortTokens', { tokens: max_tokens })]),
    ...(thinking === 'adaptive' ? [t('shortThinking')] : []),
    ...(title === '' ? [] : [t('shortTitle', { title })]),
  ]
}

export interface AdvancedProps extends SettingsFieldsProps {
  title: string
  onTitle: (title: string) => void
  attached: readonly StoreAccess[]
  /** of the attached stores, in their order */
  names: readonly string[]
  onAttached: (attached: readonly StoreAccess[]) => void
}

/** What most sessions leave as it is. */
export function Advanced(props: AdvancedProps) {
  const { title, onTitle, attached, names, onAttached, ...fields } = props
  const t = useTranslations('NewSession')
  return (
    <div className="pt-2">
      <SettingsRow words={t('name')}>
        <Field
          label={t('name')}
          isLabelHidden
          placeholder={t('byMessage')}
          maxLength={255}
          value={title}
          onChange={({ target }) => onTitle(target.value)}
          autoComplete="off"
        />
      </SettingsRow>
      {attached.map((store, at) => {
        const label = t.rich('uses', {
          name: () => <VisibleLabel key="name" text={names[at] ?? ''} />,
        })
        return (
          <SettingsRow key={store.storeId} words={label}>
            <Field
              label={label}
              isLabelHidden
              placeholder={t('asItSeesFit')}
              rows={2}
              maxLength={4096}
              value={store.instructions}
              onChange={({ target: { value: instructions } }) =>
                onAttached(
                  attached.map((each) => (each === store ? { ...each, instructions } : each)),
                )
              }
            />
          </SettingsRow>
        )
      })}
      <AgentFields {...fields} />
      <ContextFields {...fields} />
    </div>
  )
}

'use client'

import { ChevronRight, KeyRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { VisibleText, VisibleLabel } from '@/components/lines/visible-text'
import { PRACTICE } from '@/components/ui/actor-name'
import { Button } from '@/components/ui/button'
import { Choice, Field } from '@/components/ui/field'
import { Notice, WhyNot } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { SettingsRow } from '@/components/ui/settings-form'
import type { ModelList } from '@/lib/sessions/models'
import type { WireSettings } from '@/lib/sessions/settings'
// oxlint-disable-next-line no-restricted-imports -- pure: the words as they are sent, while they are typed
import { systemPrompt } from '@/lib/sessions/system-prompt'
import { mountNames } from '@/lib/text/mount-name'
import { start } from './actions'
import { withValues } from './dotted'
import { handOn, messages, putBack } from './drafts'
import { AgentFields, ContextFields, type SettingsFieldsProps } from './fields'
import { type StoreAccess, StoresToAttach, type StoreToChoose } from './stores-to-attach'
import { Form } from '@/components/ui/form'

export interface StartProps {
  stores: readonly StoreToChoose[]
  /** ticked at first */
  storeIds: readonly string[]
  models: ModelList
  /** settings at first */
  usual: WireSettings
}

/** What should it do, with which memory? One field; the rest is chosen already. */
export function Start({ stores, storeIds, models, usual }: StartProps) {
  const t = useTranslations('NewSession')
  const router = useRouter()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = messages.useDraft('') ?? ''
  const [attached, setAttached] = useState<readonly StoreAccess[]>(() =>
    storeIds.map((storeId) => ({ storeId, isReadOnly: false, instructions: '' })),
  )
  const [title, setTitle] = useState('')
  const [settings, setSettings] = useState(usual)
  // What is left by the key that starts is saved before it is rendered.
  const latest = useRef(usual)
  const save = (now: Record<string, unknown>) => {
    latest.current = withValues(latest.current, now)
    setSettings(latest.current)
    return Promise.resolve({ ok: true as const, value: null })
  }
  const starting = useAct(start, {
    done: (id) => {
      handOn(id)
      router.push(`/sessions/${id}`)
    },
  })
  const isEmpty = stores.length === 0
  const begin = async () => {
    if (starting.isBusy) return
    const left = document.activeElement
    const isLeft = left instanceof HTMLElement && left !== field.current && !left.matches('button')
    if (isLeft) left.blur()
    messages.keep('', null)
    const result = await starting.run({
      text,
      title: title.trim() || null,
      settings: latest.current,
      stores: [...attached],
      newStore: isEmpty ? t('firstStore') : null,
    })
    if (!result.ok) putBack('', text)
  }
  useKey('mod+enter', t('open'), () => void begin(), { inForms: true, bar: true })
  // What is told to the agent of the store that is made for it.
  const shown = isEmpty ? [{ storeId: '', isReadOnly: false, instructions: '' }] : attached
  const chosen = attached.flatMap(({ storeId }) => stores.find(({ id }) => id === storeId) ?? [])
  const names = chosen.map(({ name }) => name)
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <div className="min-w-0 flex-1 overflow-y-auto px-6 py-8 max-md:px-4 max-md:py-4">
        <div className="mx-auto grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-5">
          {models.hasServer ? null : <Practice />}
          <Form
            className="rounded-sheet bg-raised p-2 shadow-[0_0_0_1px_var(--control)] focus-within:shadow-[0_0_0_2px_var(--accent)]"
            onSend={() => void begin()}
          >
            <textarea
              ref={field}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this field
              autoFocus
              aria-label={t('firstMessage')}
              placeholder={t('placeholder')}
              value={text}
              rows={2}
              onChange={({ target }) => messages.keep('', target.value || null)}
              className="block field-sizing-content max-h-72 min-h-14 w-full resize-none bg-transparent px-2 py-1.5 text-talk outline-none placeholder:text-ink-3"
            />
            <div className="flex flex-wrap items-center gap-2">
              <ModelChoice
                models={models}
                model={settings.model}
                onChoose={(model) => void save({ model })}
              />
              <SegmentedChoice
                name="approval"
                legend={t('approval')}
                choices={(['always_ask', 'always_allow'] as const).map((value) => ({
                  value,
                  label: t(value),
                }))}
                value={settings.approval}
                onChoose={(approval) => void save({ approval })}
              />
              <Button
                type="submit"
                variant="primary"
                isBusy={starting.isBusy}
                busyWords={t('opening')}
                className="ml-auto"
                stroke="mod+enter"
              >
                {t('open')}
              </Button>
            </div>
          </Form>
          <WhyNot why={starting.why} />
          {isEmpty ? (
            <p className="text-ink-2">{t('makesStore', { name: t('firstStore') })}</p>
          ) : (
            <StoresToAttach stores={stores} attached={attached} onChange={setAttached} />
          )}
          <details className="group">
            <summary className="flex min-h-7 cursor-pointer items-baseline gap-2">
              <ChevronRight
                size={14}
                aria-hidden
                className="shrink-0 translate-y-0.5 text-ink-3 transition-transform duration-(--m-1) group-open:rotate-90"
              />
              <span className="font-semibold">{t('advanced')}</span>
              <span className="min-w-0 text-ink-3 group-open:hidden">
                {shortOf(t, settings, usual, title).join(', ')}
              </span>
            </summary>
            <Advanced
              {...{ settings, save, title }}
              onTitle={setTitle}
              attached={attached}
              names={names}
              onAttached={setAttached}
            />
          </details>
        </div>
      </div>
      <SeesFirst
        {...{ settings, attached: shown }}
        stores={isEmpty ? [{ name: t('firstStore'), description: '' }] : chosen}
      />
    </div>
  )
}

/** Says who answers where no model is set, and how to set one. */
function Practice() {
  const t = useTranslations('NewSession')
  return (
    <Notice tone="plain" Icon={KeyRound}>
      <strong className="font-semibold text-ink">{t('practiceAnswers')}</strong>{' '}
      {t('practiceAbout')} {t('addKey')}
    </Notice>
  )
}

interface ModelChoiceProps {
  models: ModelList
  model: string
  onChoose: (model: string) => void
}

const ANOTHER = 'another one'

/** One of the models that the server lists, or any by its name. */
function ModelChoice({ models: { models, hasServer, fault }, model, onChoose }: ModelChoiceProps) {
  const t = useTranslations('NewSession')
  const [isTyped, setTyped] = useState(fault !== null)
  const nameOf = (each: { id: string; name: string }) =>
    each.id === PRACTICE ? t('practiceAgent') : each.name
  if (isTyped) {
    return (
      <Field
        label={t('modelName')}
        isLabelHidden
        placeholder={t('modelName')}
        value={model === PRACTICE ? '' : model}
        hint={fault === null ? undefined : t('modelsProblem')}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChoose(target.value)}
        onBlur={() => model.trim() === '' && onChoose(PRACTICE)}
      />
    )
  }
  const choices = models.map((each) => ({ value: each.id, label: nameOf(each) }))
  return (
    <Choice
      label={t('model')}
      isLabelHidden
      value={model}
      choices={hasServer ? [...choices, { value: ANOTHER, label: t('anotherModel') }] : choices}
      onChoose={(value) => (value === ANOTHER ? setTyped(true) : onChoose(value))}
    />
  )
}

interface SeesFirstProps {
  settings: WireSettings
  attached: readonly StoreAccess[]
  /** the attached ones, in their order */
  stores: readonly Pick<StoreToChoose, 'name' | 'description'>[]
}

/** The system prompt as it will be sent. */
function SeesFirst({ settings, attached, stores }: SeesFirstProps) {
  const t = useTranslations('NewSession')
  const mounts = mountNames(stores.map(({ name }) => name))
  const told = attached.map((each, at) => ({
    ...each,
    ...(stores[at] ?? { name: '', description: '' }),
    mountName: mounts[at] ?? '',
  }))
  const prompt = systemPrompt(settings, told)
  return (
    <aside
      aria-label={t('seesFirst')}
      className="w-[26rem] shrink-0 overflow-y-auto border-l border-line bg-well px-5 py-4 max-lg:hidden"
    >
      <h2 className="pb-2 font-semibold">{t('seesFirst')}</h2>
      <p className="font-mono text-code wrap-anywhere whitespace-pre-wrap text-ink-2">
        {prompt === '' ? t('noPrompt') : <VisibleText text={prompt} />}
      </p>
    </aside>
  )
}

type Texts = ReturnType<typeof useTranslations<'NewSession'>>

/** What is chosen, in a few words: the usual two, and whatever is not as usual. */
function shortOf(
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
function Advanced(props: AdvancedProps) {
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

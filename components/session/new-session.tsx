'use client'

import { useRouter } from 'next/navigation'
import { useId, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { ContextFields } from '@/components/context/context-fields'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { ErrorNotice } from '@/components/ui/notice'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import type { SessionSettings, ToolSet } from '@/lib/agent/session-settings'
import { plainName, plainText } from '@/lib/text/plain-text'
import { type Attachment, StoreChoice, type StoreOffer } from './store-choice'
import { createSessionAction, previewPromptAction } from './actions'

export interface NewSessionProps {
  stores: readonly StoreOffer[]
  models: readonly { id: string; name: string }[]
  /** why the server's models could not be listed, in words; null: they were */
  modelsProblem: string | null
  /** whether no key is set: the practice agent answers */
  isPractice: boolean
  /** a store that is attached from the beginning */
  chosenStore: string | null
  /** settings of a session unless changed */
  defaults: SessionSettings
  /** of the installation */
  thresholds: ContextThresholds
}

/** As in the form: an empty field is no topic. */
type ChosenSettings = Omit<SessionSettings, 'onlyTopic'> & { onlyTopic: string }

const TOOL_SETS: readonly ToolSet[] = ['memory', 'memory_custom', 'documents']

const FIELD = 'mt-1 block w-full rounded-control border border-control bg-sheet px-2'

/** The form for a session: its model, stores, tools and rules. */
export function NewSession(props: NewSessionProps) {
  const t = useTranslations('NewSession')
  const router = useRouter()
  const ids = { model: useId(), models: useId() }
  const first = props.chosenStore === null ? [] : [attach(props.chosenStore)]
  const [sides, setSides] = useState<Attachment[][]>([first])
  const [settings, setSettings] = useState<ChosenSettings>({
    ...props.defaults,
    onlyTopic: props.defaults.onlyTopic ?? '',
  })
  const [title, setTitle] = useState('')
  const [firstMessage, setFirstMessage] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const change = (changed: Partial<ChosenSettings>) => setSettings({ ...settings, ...changed })

  const submit = () =>
    startTransition(async () => {
      const outcome = await createSessionAction({ title, settings, sides, firstMessage })
      if (!outcome.isDone) return setWhy(outcome.why)
      const [one = '', other] = outcome.value
      router.push(
        other === undefined ? `/sessions/${one}` : `/sessions/compare?a=${one}&b=${other}`,
      )
    })

  return (
    <form
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <section className="space-y-3" aria-labelledby="who">
        <h2 id="who" className="font-medium">
          {t('who')}
        </h2>
        {props.isPractice ? <p className="text-sm text-ink-3">{t('practice')}</p> : null}
        {props.modelsProblem === null ? null : (
          <p role="status" className="text-sm text-caution">
            {t('modelsProblem', { why: plainText(props.modelsProblem) })}
          </p>
        )}
        <label className="block" htmlFor={ids.model}>
          <span className="font-medium">{t('model')}</span>
          <input
            id={ids.model}
            list={ids.models}
            required
            value={settings.model}
            onChange={({ target }) => change({ model: target.value })}
            className={`${FIELD} h-8 font-mono`}
            autoComplete="off"
          />
        </label>
        <datalist id={ids.models}>
          {props.models.map(({ id, name }) => (
            <option key={id} value={id}>
              {plainName(name)}
            </option>
          ))}
        </datalist>
      </section>

      <section className="space-y-3" aria-labelledby="stores">
        <h2 id="stores" className="font-medium">
          {t('stores')}
        </h2>
        {props.stores.length === 0 ? <p className="text-sm text-ink-3">{t('noStores')}</p> : null}
        <div className={sides.length > 1 ? 'grid gap-6 md:grid-cols-2' : undefined}>
          {sides.map((side, index) => (
            <StoreChoice
              key={index}
              label={sides.length > 1 ? t('side', { side: index + 1 }) : t('attached')}
              stores={props.stores}
              chosen={side}
              onChange={(chosen) =>
                setSides(sides.map((each, at) => (at === index ? chosen : each)))
              }
            />
          ))}
        </div>
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={sides.length > 1}
            onChange={({ target }) => setSides(target.checked ? [...sides, []] : sides.slice(0, 1))}
          />
          {t('compare')}
        </label>
      </section>

      <section className="space-y-3" aria-labelledby="rules">
        <h2 id="rules" className="font-medium">
          {t('rules')}
        </h2>
        <fieldset>
          <legend className="text-sm font-medium">{t('approval')}</legend>
          {(['always_allow', 'always_ask'] as const).map((approval) => (
            <label key={approval} className="mr-6 inline-flex min-h-6 items-center gap-2 text-sm">
              <input
                type="radio"
                name="approval"
                checked={settings.approval === approval}
                onChange={() => change({ approval })}
              />
              {t(approval)}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend className="text-sm font-medium">{t('toolSet')}</legend>
          {TOOL_SETS.map((toolSet) => (
            <label key={toolSet} className="flex min-h-6 items-baseline gap-2 text-sm">
              <input
                type="radio"
                name="toolSet"
                checked={settings.toolSet === toolSet}
                onChange={() => change({ toolSet })}
              />
              <span>{t(`tools_${toolSet}`)}</span>
            </label>
          ))}
        </fieldset>
      </section>

      <section className="space-y-3" aria-labelledby="prompt">
        <h2 id="prompt" className="font-medium">
          {t('prompt')}
        </h2>
        <label className="block">
          <span className="text-sm font-medium">{t('instructions')}</span>
          <textarea
            rows={3}
            value={settings.instructions}
            onChange={({ target }) => change({ instructions: target.value })}
            className={`${FIELD} py-1`}
          />
        </label>
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={settings.keepTidy}
            onChange={({ target }) => change({ keepTidy: target.checked })}
          />
          {t('keepTidy')}
        </label>
        <Field
          id="topic"
          label={t('onlyTopic')}
          hint={t('onlyTopicHint')}
          maxLength={500}
          value={settings.onlyTopic}
          onChange={({ target }) => change({ onlyTopic: target.value })}
        />
        <MemoryPrompt
          settings={settings}
          stores={sides[0] ?? []}
          onChange={(memoryPrompt) => change({ memoryPrompt })}
        />
      </section>

      <details>
        <summary className="cursor-pointer text-sm">{t('limits')}</summary>
        <div className="mt-2 grid gap-3 md:grid-cols-3">
          <Field
            id="max-requests"
            label={t('maxRequests')}
            hint={t('maxRequestsHint')}
            type="number"
            min={1}
            max={1000}
            required
            value={settings.maxRequests}
            onChange={({ target }) => change({ maxRequests: target.valueAsNumber || 1 })}
          />
          <Field
            id="max-tokens"
            label={t('maxTokens')}
            type="number"
            min={1}
            max={200_000}
            required
            value={settings.maxTokens}
            onChange={({ target }) => change({ maxTokens: target.valueAsNumber || 1 })}
          />
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={settings.thinking === 'adaptive'}
              onChange={({ target }) => change({ thinking: target.checked ? 'adaptive' : 'off' })}
            />
            {t('thinking')}
          </label>
        </div>
      </details>

      <details>
        <summary className="cursor-pointer text-sm">{t('context')}</summary>
        <div className="mt-3">
          <ContextFields
            value={settings.context}
            installation={props.thresholds}
            onChange={(context) => change({ context })}
          />
        </div>
      </details>

      <section className="space-y-3" aria-labelledby="begin">
        <h2 id="begin" className="font-medium">
          {t('begin')}
        </h2>
        <Field
          id="title"
          label={t('title')}
          maxLength={255}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          autoComplete="off"
        />
        <label className="block">
          <span className="font-medium">{t('firstMessage')}</span>
          <textarea
            rows={3}
            value={firstMessage}
            onChange={({ target }) => setFirstMessage(target.value)}
            className={`${FIELD} py-1`}
          />
        </label>
      </section>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button type="submit" look="primary" disabled={isPending}>
        {isPending ? t('opening') : sides.length > 1 ? t('openBoth') : t('open')}
      </Button>
    </form>
  )
}

const attach = (storeId: string): Attachment => ({
  storeId,
  access: 'read_write',
  instructions: '',
})

/** The memory part of the prompt as it will be sent; a person may replace it. */
function MemoryPrompt({
  settings,
  stores,
  onChange,
}: {
  settings: ChosenSettings
  stores: Attachment[]
  onChange: (memoryPrompt: string | null) => void
}) {
  const t = useTranslations('NewSession')
  const [generated, setGenerated] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const load = () =>
    startTransition(async () => {
      const { toolSet, keepTidy, onlyTopic } = settings
      setGenerated(await previewPromptAction({ toolSet, keepTidy, onlyTopic, stores }))
    })
  const isOwn = settings.memoryPrompt !== null
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={load} disabled={isPending}>
          {t('showPrompt')}
        </Button>
        {generated !== null && !isOwn ? (
          <Button size="small" onClick={() => onChange(generated)}>
            {t('editPrompt')}
          </Button>
        ) : null}
        {isOwn ? (
          <Button size="small" onClick={() => onChange(null)}>
            {t('dropPrompt')}
          </Button>
        ) : null}
      </div>
      {isOwn ? (
        <textarea
          aria-label={t('memoryPrompt')}
          rows={12}
          value={settings.memoryPrompt ?? ''}
          onChange={({ target }) => onChange(target.value)}
          className={`${FIELD} py-1 font-mono text-xs`}
        />
      ) : generated === null ? null : (
        <pre
          tabIndex={0}
          aria-label={t('memoryPrompt')}
          className="max-h-80 overflow-auto border-l-2 border-line pl-3 font-mono text-xs whitespace-pre-wrap"
        >
          {generated || t('noPrompt')}
        </pre>
      )}
    </div>
  )
}

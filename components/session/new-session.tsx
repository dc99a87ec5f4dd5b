'use client'

import { BookOpen, ChevronRight, Gauge, Heading, Lock, type LucideIcon, Wrench } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useId, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { notDone } from '@/components/commands/action-result'
import { VisibleText } from '@/components/content/visible-line'
import { ContextFields } from '@/components/context/settings/context-fields'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { handText } from '@/components/ui/handed-text'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { sendByKeys } from '@/components/ui/send-by-keys'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import type { SessionSettings, ToolSet } from '@/lib/agent/session-settings'
import { plainName, plainText } from '@/lib/text/plain-text'
import type { StoreName } from '@/components/stores/store-names'
import { type Attachment, StoreChoice } from './store-choice'
import { createSessionAction, previewPromptAction } from './actions'
import { StillWaiting } from './still-waiting'
import { useTypedNumber } from '@/components/ui/use-typed-number'

export interface NewSessionProps {
  stores: readonly StoreName[]
  /** whether there are others, which are found by their names */
  hasMoreStores: boolean
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

const APPROVALS: readonly SessionSettings['approval'][] = ['always_ask', 'always_allow']

const FIELD = 'mt-1 block w-full rounded-control border border-control bg-sheet px-2'

/** The form for a session: what it is told, then its stores; the rest folded to its present values. */
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
      const outcome = await createSessionAction({ title, settings, sides, firstMessage }).catch(
        () => notDone(t('notOpened')),
      )
      if (!outcome.isDone) return setWhy(outcome.why)
      const [one = '', other] = outcome.value
      if (other === undefined) handText('session', '')
      router.push(
        other === undefined ? `/sessions/${one}` : `/sessions/compare?a=${one}&b=${other}`,
      )
    })

  const { compactAt } = settings.context
  const compaction = compactAt === 'off' ? null : (compactAt ?? props.thresholds.compaction)
  const contextValue =
    compaction === null ? t('contextUnsummarised') : t('contextValue', { percent: compaction })
  const isTwo = sides.length > 1
  const startLabel = isPending ? t('opening') : isTwo ? t('openBoth') : t('open')
  return (
    <form
      className="flex min-h-0 flex-1 flex-col lg:flex-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) submit()
      }}
      onKeyDown={sendByKeys}
    >
      <div className="min-w-0 flex-1 overflow-auto px-5 py-6 max-md:px-4">
        <div className="mx-auto max-w-[830px] space-y-6">
          <div className="space-y-2">
            <div className="rounded-sheet bg-sheet p-2 shadow-[0_0_0_1.5px_var(--control)] focus-within:shadow-[0_0_0_2px_var(--accent)]">
              <label className="block">
                <span className="sr-only">{t('firstMessage')}</span>
                <textarea
                  rows={3}
                  value={firstMessage}
                  placeholder={t('firstMessageHint')}
                  onChange={({ target }) => setFirstMessage(target.value)}
                  className="block field-sizing-content max-h-72 min-h-20 w-full resize-none bg-transparent px-2 py-1.5 text-read outline-none placeholder:text-ink-3"
                />
              </label>
              <div className="flex flex-wrap items-center gap-2">
                <label htmlFor={ids.model} className="flex min-w-0 items-center gap-2">
                  <span className="text-xs text-ink-3">{t('model')}</span>
                  <input
                    id={ids.model}
                    list={ids.models}
                    required
                    value={settings.model}
                    onChange={({ target }) => change({ model: target.value })}
                    className="h-7 w-52 min-w-0 rounded-control border border-control bg-sheet px-2 font-mono text-xs max-md:h-9"
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
                <SegmentedChoice
                  name="approval"
                  legend={t('approval')}
                  choices={APPROVALS.map((value) => ({ value, label: t(value) }))}
                  value={settings.approval}
                  onChoose={(approval) => change({ approval })}
                />
                <span className="ml-auto flex items-center gap-2">
                  <StillWaiting isPending={isPending} />
                  <Button type="submit" look="primary" isBusy={isPending}>
                    {startLabel} <Kbd>⌘↵</Kbd>
                  </Button>
                </span>
              </div>
            </div>
            {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
            {props.isPractice ? (
              <details className="text-ink-2">
                <summary className="flex cursor-pointer list-none flex-wrap gap-x-2">
                  {t('practice')}
                  <span className="underline decoration-line-2">{t('addKey')}</span>
                </summary>
                <p className="mt-1 text-ink-3">{t('addKeyHow')}</p>
              </details>
            ) : null}
            {props.modelsProblem === null ? null : (
              <p role="status" className="text-caution">
                {t('modelsProblem', { why: plainText(props.modelsProblem) })}
              </p>
            )}
          </div>

          <section aria-labelledby="stores" className="space-y-2">
            <div className="flex flex-wrap items-baseline gap-x-2">
              <h2 id="stores" className="font-semibold">
                {t('stores')}
              </h2>
              <p className="text-ink-3">{t('about')}</p>
            </div>
            {props.stores.length === 0 ? <p className="text-ink-3">{t('noStores')}</p> : null}
            <div className={isTwo ? 'grid gap-4 md:grid-cols-2' : undefined}>
              {sides.map((side, index) => (
                <StoreChoice
                  key={index}
                  label={isTwo ? t('side', { side: index + 1 }) : t('attached')}
                  isLabelHidden={!isTwo}
                  stores={props.stores}
                  hasMoreStores={props.hasMoreStores}
                  chosen={side}
                  onChange={(chosen) =>
                    setSides(sides.map((each, at) => (at === index ? chosen : each)))
                  }
                />
              ))}
            </div>
            <label className="flex min-h-6 items-center gap-2">
              <input
                type="checkbox"
                checked={isTwo}
                onChange={({ target }) =>
                  setSides(target.checked ? [...sides, []] : sides.slice(0, 1))
                }
              />
              {t('compare')}
            </label>
          </section>

          <div className="border-b border-line">
            <FoldedRow Icon={Wrench} title={t('toolSet')} value={t(`name_${settings.toolSet}`)}>
              <fieldset className="space-y-1">
                <legend className="sr-only">{t('toolSet')}</legend>
                {TOOL_SETS.map((toolSet) => (
                  <label key={toolSet} className="flex min-h-6 items-baseline gap-2">
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
            </FoldedRow>
            <FoldedRow
              Icon={BookOpen}
              title={t('prompt')}
              value={
                settings.instructions.trim() === '' ? t('noInstructions') : t('ownInstructions')
              }
            >
              <label className="block">
                <span className="font-medium">{t('instructions')}</span>
                <textarea
                  rows={3}
                  value={settings.instructions}
                  onChange={({ target }) => change({ instructions: target.value })}
                  className={`${FIELD} py-1`}
                />
              </label>
              <label className="flex min-h-6 items-center gap-2">
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
            </FoldedRow>
            <FoldedRow Icon={Gauge} title={t('context')} value={contextValue}>
              <ContextFields
                value={settings.context}
                installation={props.thresholds}
                onChange={(context) => change({ context })}
              />
            </FoldedRow>
            <FoldedRow
              Icon={Lock}
              title={t('limits')}
              value={t('limitsValue', { requests: settings.maxRequests })}
            >
              <div className="grid gap-3 md:grid-cols-3">
                <LimitField
                  id="max-requests"
                  label={t('maxRequests')}
                  hint={t('maxRequestsHint')}
                  max={1000}
                  value={settings.maxRequests}
                  onChange={(maxRequests) => change({ maxRequests })}
                />
                <LimitField
                  id="max-tokens"
                  label={t('maxTokens')}
                  max={200_000}
                  value={settings.maxTokens}
                  onChange={(maxTokens) => change({ maxTokens })}
                />
                <label className="flex items-center gap-2">
                  <input
                    type="checkbox"
                    checked={settings.thinking === 'adaptive'}
                    onChange={({ target }) =>
                      change({ thinking: target.checked ? 'adaptive' : 'off' })
                    }
                  />
                  {t('thinking')}
                </label>
              </div>
            </FoldedRow>
            <FoldedRow
              Icon={Heading}
              title={t('title')}
              value={title.trim() === '' ? t('titleFromMessage') : plainName(title)}
            >
              <label className="block">
                <span className="sr-only">{t('title')}</span>
                <input
                  maxLength={255}
                  value={title}
                  onChange={({ target }) => setTitle(target.value)}
                  autoComplete="off"
                  className={`${FIELD} h-8`}
                />
              </label>
            </FoldedRow>
          </div>
        </div>
      </div>
      <aside
        aria-label={t('seesFirst')}
        className="min-w-0 overflow-auto border-line bg-well px-4 py-4 max-lg:border-t lg:w-[27.5rem] lg:border-l"
      >
        <MemoryPrompt
          settings={settings}
          stores={sides[0] ?? []}
          onChange={(memoryPrompt) => change({ memoryPrompt })}
        />
      </aside>
    </form>
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

/** A group of settings, folded to what it is set to; it unfolds where a field is refused. */
function FoldedRow({
  Icon,
  title,
  value,
  children,
}: {
  Icon: LucideIcon
  title: string
  value: string
  children: ReactNode
}) {
  return (
    <details
      className="group border-t border-line"
      onInvalidCapture={({ currentTarget }) => (currentTarget.open = true)}
    >
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 px-1 hover:bg-hover">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform duration-(--m-1) group-open:rotate-90"
        />
        <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-2" />
        <span className="font-medium">{title}</span>
        <span className="ml-auto min-w-0 truncate pl-4 text-ink-3">{value}</span>
      </summary>
      <div className="space-y-3 pt-1 pb-4 pl-7">{children}</div>
    </details>
  )
}

const attach = (storeId: string): Attachment => ({
  storeId,
  access: 'read_write',
  instructions: '',
})

/** How long a person may still be typing, in milliseconds. */
const TYPING_MS = 250

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
  const generated = useGeneratedPrompt(settings, stores)
  const isOwn = settings.memoryPrompt !== null
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{t('seesFirst')}</h2>
        <span className="ml-auto">
          {isOwn ? (
            <Button size="small" onClick={() => onChange(null)}>
              {t('dropPrompt')}
            </Button>
          ) : generated ? (
            <Button size="small" onClick={() => onChange(generated)}>
              {t('editPrompt')}
            </Button>
          ) : null}
        </span>
      </div>
      {isOwn ? (
        <textarea
          aria-label={t('memoryPrompt')}
          rows={20}
          value={settings.memoryPrompt ?? ''}
          onChange={({ target }) => onChange(target.value)}
          className={`${FIELD} py-1 font-mono text-xs`}
        />
      ) : (
        <pre
          tabIndex={0}
          aria-label={t('memoryPrompt')}
          className="min-h-24 overflow-auto rounded-card bg-sheet px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap shadow-[0_0_0_1px_var(--line-2)]"
        >
          {generated === null ? '' : <VisibleText text={generated || t('noPrompt')} />}
        </pre>
      )}
    </div>
  )
}

/** The generated prompt for these settings and stores; null until the server has made the first. */
function useGeneratedPrompt(settings: ChosenSettings, stores: Attachment[]): string | null {
  const [generated, setGenerated] = useState<string | null>(null)
  const { toolSet, keepTidy, onlyTopic } = settings
  const wanted = JSON.stringify({ toolSet, keepTidy, onlyTopic, stores })
  useEffect(() => {
    let isStale = false
    const make = async () => {
      const made = await previewPromptAction(
        JSON.parse(wanted) as Parameters<typeof previewPromptAction>[0],
      ).catch(() => null)
      if (!isStale && made !== null) setGenerated(made)
    }
    const timer = setTimeout(() => void make(), TYPING_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [wanted])
  return generated
}

'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { notDone } from '@/components/commands/action-result'
import type { EditedSettings } from '@/components/session/settings/session-setting-rows'
import type { StoreName } from '@/components/stores/store-names'
import { Button } from '@/components/ui/button'
import { handText } from '@/components/ui/handed-text'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { sendByKeys } from '@/components/ui/send-by-keys'
import { Switch } from '@/components/ui/switch'
import type { ModelChoice as Model } from '@/lib/agent/list-models'
import type { SessionSettings } from '@/lib/agent/session-settings'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import { plainName, plainText } from '@/lib/text/plain-text'
import { titleOf } from '@/lib/text/title-of'
import { createSessionAction } from '../actions'
import { StillWaiting } from '../still-waiting'
import { Advanced } from './advanced'
import { OpeningPreview } from './opening-preview'
import { ModelChoice } from './model-choice'
import { type Attachment, StoreChoice } from './store-choice'

export interface NewSessionProps {
  stores: readonly StoreName[]
  /** whether there are others, which are found by their names */
  hasMoreStores: boolean
  models: readonly Model[]
  practiceModel: string
  /** reason why the server's models could not be listed, in words; null: they were */
  modelsProblem: string | null
  /** whether no key is set: the practice agent answers */
  isPractice: boolean
  /** a store that is attached from the beginning; null: the one for practice */
  chosenStore: string | null
  /** the store of the newest session; null: there is none */
  lastUsed: string | null
  /** settings of a session unless changed */
  defaults: SessionSettings
  /** of the installation */
  thresholds: ContextThresholds
}

const APPROVALS: readonly SessionSettings['approval'][] = ['always_ask', 'always_allow']

/** The form for a session: what it is told, its model and its stores; the rest is folded. */
export function NewSession(props: NewSessionProps) {
  const t = useTranslations('NewSession')
  const router = useRouter()
  const choice = useTranslations('StoreChoice')
  const [offered, setOffered] = useState(props.stores)
  const [sides, setSides] = useState<Attachment[][]>([[attach(props.chosenStore)]])
  const [defaults] = useState<EditedSettings>(() => ({
    ...props.defaults,
    onlyTopic: props.defaults.onlyTopic ?? '',
  }))
  const [settings, setSettings] = useState(defaults)
  const [title, setTitle] = useState('')
  const [firstMessage, setFirstMessage] = useState('')
  const [isOnBranch, setOnBranch] = useState(false)
  /** null: as the session is called */
  const [typedBranch, setTypedBranch] = useState<string | null>(null)
  const branch = typedBranch ?? branchName(title, firstMessage)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const change = (changed: Partial<EditedSettings>) => setSettings({ ...settings, ...changed })

  const submit = () =>
    startTransition(async () => {
      const outcome = await createSessionAction({
        title,
        settings,
        sides,
        firstMessage,
        branch: isOnBranch ? branch.trim() || branchName(title, firstMessage) : null,
      }).catch(() => notDone(t('notOpened')))
      if (!outcome.isDone) return setWhy(outcome.why)
      const [one = '', other] = outcome.value
      if (other === undefined) handText('session', '')
      router.push(
        other === undefined ? `/sessions/${one}` : `/sessions/compare?a=${one}&b=${other}`,
      )
    })

  const changeSide = (index: number, chosen: Attachment[]) =>
    setSides(sides.map((each, at) => (at === index ? chosen : each)))
  const nameOf = ({ storeId }: Attachment) =>
    storeId === null
      ? choice('practice')
      : plainName(offered.find(({ id }) => id === storeId)?.name ?? '')

  const isTwo = sides.length > 1
  const atRest = isOnBranch ? t('openOnBranch') : isTwo ? t('openBoth') : t('open')
  const startLabel = isPending ? t('opening') : atRest
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
                  rows={2}
                  autoFocus
                  value={firstMessage}
                  placeholder={t('firstMessageHint')}
                  onChange={({ target }) => setFirstMessage(target.value)}
                  className="block field-sizing-content max-h-72 min-h-14 w-full resize-none bg-transparent px-2 py-1.5 text-read outline-none placeholder:text-ink-3"
                />
              </label>
              <div className="flex flex-wrap items-center gap-2">
                <ModelChoice
                  models={props.models}
                  practiceModel={props.practiceModel}
                  value={settings.model}
                  onChoose={(model) => change({ model })}
                />
                <SegmentedChoice
                  name="approval"
                  legend={t('approval')}
                  choices={APPROVALS.map((value) => ({ value, label: t(value) }))}
                  value={settings.approval}
                  onChoose={(approval) => change({ approval })}
                />
                <span className="ml-auto flex items-center gap-2">
                  <StillWaiting isPending={isPending} />
                  <Button type="submit" variant="primary" isBusy={isPending}>
                    {startLabel} <Kbd>⌘↵</Kbd>
                  </Button>
                </span>
              </div>
            </div>
            {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
            {props.isPractice ? (
              <details className="text-ink-3">
                <summary className="flex cursor-pointer list-none flex-wrap gap-x-2">
                  {t('practice')}
                  <span className="text-ink-2 underline decoration-line-2">{t('addKey')}</span>
                </summary>
                <p className="mt-1">{t('addKeyHow')}</p>
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
            <div className={isTwo ? 'grid gap-4 md:grid-cols-2' : undefined}>
              {sides.map((side, index) => (
                <StoreChoice
                  key={index}
                  label={isTwo ? t('side', { side: index + 1 }) : t('attached')}
                  isLabelHidden={!isTwo}
                  stores={offered}
                  hasMoreStores={props.hasMoreStores}
                  lastUsed={props.lastUsed}
                  isOnBranch={isOnBranch}
                  onOffer={(store) =>
                    setOffered([store, ...offered.filter(({ id }) => id !== store.id)])
                  }
                  chosen={side}
                  onChange={(chosen) => changeSide(index, chosen)}
                />
              ))}
            </div>
          </section>

          <section
            aria-labelledby="on-branch"
            data-on={isOnBranch || undefined}
            className="flex items-start gap-3 rounded-card px-4 py-3 shadow-[inset_0_0_0_1px_var(--line-2)] data-on:bg-accent-bg data-on:shadow-none"
          >
            <div className="min-w-0">
              <h2 id="on-branch" className="-ml-1">
                <Switch isOn={isOnBranch} onChange={setOnBranch}>
                  <span className="text-sm font-semibold text-ink">{t('branchTitle')}</span>
                </Switch>
              </h2>
              <p className="text-ink-2">{t('branchAbout')}</p>
              {isOnBranch ? (
                <label className="mt-2 flex items-center gap-2">
                  {t('branchNamed')}
                  <input
                    value={branch}
                    maxLength={255}
                    onChange={({ target }) => setTypedBranch(target.value)}
                    className="h-7 w-64 rounded-control bg-sheet px-2 font-mono text-code shadow-[inset_0_0_0_1px_var(--control)]"
                  />
                </label>
              ) : null}
            </div>
          </section>

          <Advanced
            settings={settings}
            defaults={defaults}
            thresholds={props.thresholds}
            change={change}
            used={sides.flatMap((side, index) =>
              side.map((attachment) => ({
                attachment,
                name: nameOf(attachment),
                change: (instructions: string) =>
                  changeSide(
                    index,
                    side.map((each) => (each === attachment ? { ...each, instructions } : each)),
                  ),
              })),
            )}
            isTwo={isTwo}
            onTwo={(two) => setSides(two ? [...sides, []] : sides.slice(0, 1))}
            title={title}
            onTitle={setTitle}
          />
        </div>
      </div>
      <aside
        aria-label={t('seesFirst')}
        className="min-w-0 overflow-auto border-line bg-well px-4 py-4 max-lg:border-t lg:w-88 lg:border-l xl:w-[27.5rem]"
      >
        <OpeningPreview
          settings={settings}
          stores={sides[0] ?? []}
          onChange={(memoryPrompt) => change({ memoryPrompt })}
        />
      </aside>
    </form>
  )
}

/** As the session is called: `try-task-13`. */
function branchName(title: string, firstMessage: string): string {
  const name = title.trim() === '' ? titleOf(firstMessage) : title
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return ['try', ...words.slice(0, 4)].join('-').slice(0, 80)
}

const attach = (storeId: string | null): Attachment => ({
  storeId,
  access: 'read_write',
  instructions: '',
})

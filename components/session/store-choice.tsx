'use client'

import { useId, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleLabel } from '@/components/content/visible-label'
import { Button, buttonLook } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { plainName } from '@/lib/text/plain-text'
import type { StoreName } from '@/components/stores/store-names'
import { StorePicker } from '@/components/stores/store-picker'
import { createStoreAction } from '@/components/stores/actions'
import { cloneStoreAction } from './actions'

/** A store to be attached. */
export interface Attachment {
  storeId: string
  access: 'read_write' | 'read_only'
  instructions: string
}

export interface StoreChoiceProps {
  label: string
  /** whether the label is read out only */
  isLabelHidden: boolean
  stores: readonly StoreName[]
  /** whether there are others, which are found by their names */
  hasMoreStores: boolean
  chosen: readonly Attachment[]
  onChange: (chosen: Attachment[]) => void
}

/**
 * Default limit on a memory's content in a store created here, in bytes, the same as everywhere.
 */
const USUAL_CONTENT_BYTES = 102_400

const MAX_STORES = 8
const MAX_INSTRUCTIONS = 4096

/**
 * Which stores a session gets, and how its agent may use them; a store can be cloned or seeded
 * first.
 */
export function StoreChoice(props: StoreChoiceProps) {
  const { label, isLabelHidden, stores, hasMoreStores, chosen, onChange } = props
  const t = useTranslations('StoreChoice')
  const filter = useTranslations('StoreFilter')
  const id = useId()
  const [made, setMade] = useState<StoreName[]>([])
  const offers = [...made, ...stores.filter(({ id }) => made.every((each) => each.id !== id))]
  const attached = new Map(chosen.map((each) => [each.storeId, each]))
  const toggle = (storeId: string, isOn: boolean) =>
    onChange(
      isOn
        ? [...chosen, { storeId, access: 'read_write', instructions: '' }]
        : chosen.filter((each) => each.storeId !== storeId),
    )
  const change = (storeId: string, changed: Partial<Attachment>) =>
    onChange(chosen.map((each) => (each.storeId === storeId ? { ...each, ...changed } : each)))
  return (
    <fieldset className="min-w-0">
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1 font-medium'}>{label}</legend>
      <ul className="max-h-96 divide-y divide-line overflow-auto rounded-card shadow-[inset_0_0_0_1px_var(--line-2)]">
        {offers.map((store) => {
          const attachment = attached.get(store.id)
          return (
            <li key={store.id} className="space-y-2 px-3 py-2">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <label className="flex min-w-0 items-center gap-2">
                  <input
                    type="checkbox"
                    checked={attachment !== undefined}
                    disabled={!attachment && chosen.length >= MAX_STORES}
                    onChange={({ target }) => toggle(store.id, target.checked)}
                  />
                  <span className="truncate font-medium">
                    <VisibleLabel text={store.name} />
                  </span>
                </label>
                <span className="text-xs text-ink-3">
                  {t('memories', { count: store.memories })}
                </span>
                <span className="ml-auto flex items-center gap-2">
                  <a
                    href={`/stores/${store.id}/seed`}
                    target="_blank"
                    className={buttonLook({ look: 'quiet', size: 'small' })}
                  >
                    {t('seed')} <span className="sr-only">{t('inNewTab')}</span>
                  </a>
                  <CloneStore
                    store={store}
                    onCloned={(copy) => {
                      setMade([copy, ...made])
                      onChange([
                        ...chosen.filter((each) => each.storeId !== store.id),
                        { storeId: copy.id, access: 'read_write', instructions: '' },
                      ])
                    }}
                  />
                </span>
              </div>
              {attachment ? (
                <div className="flex flex-wrap items-center gap-3 pl-6">
                  <SegmentedChoice
                    name={`${id}-${store.id}`}
                    legend={t('access')}
                    choices={[
                      { value: 'read_write', label: t('readWrite') },
                      { value: 'read_only', label: t('readOnly') },
                    ]}
                    value={attachment.access}
                    onChoose={(access) => change(store.id, { access })}
                  />
                  <label className="min-w-48 flex-1">
                    <span className="sr-only">
                      {t('instructions', { name: plainName(store.name) })}
                    </span>
                    <input
                      value={attachment.instructions}
                      maxLength={MAX_INSTRUCTIONS}
                      placeholder={t('instructionsHint')}
                      onChange={({ target }) => change(store.id, { instructions: target.value })}
                      className="h-7 w-full rounded-control border border-control bg-sheet px-2"
                    />
                  </label>
                </div>
              ) : null}
            </li>
          )
        })}
      </ul>
      {hasMoreStores ? (
        <span className="mt-1 mr-2 inline-block">
          <StorePicker
            label={filter('another')}
            all={null}
            chosen={null}
            withArchived={false}
            onChoose={(store) => {
              if (!store) return
              setMade([store, ...made.filter(({ id }) => id !== store.id)])
              if (!attached.has(store.id) && chosen.length < MAX_STORES) toggle(store.id, true)
            }}
          />
        </span>
      ) : null}
      <NewStoreHere
        onMade={(store) => {
          setMade([store, ...made])
          onChange([...chosen, { storeId: store.id, access: 'read_write', instructions: '' }])
        }}
      />
    </fieldset>
  )
}

function CloneStore({
  store,
  onCloned,
}: {
  store: StoreName
  onCloned: (copy: StoreName) => void
}) {
  const t = useTranslations('StoreChoice')
  const noAnswer = useNoAnswer()
  const [isOpen, setOpen] = useState(false)
  const [withHistory, setWithHistory] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  if (!isOpen) {
    return (
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        {t('clone')}
        <span className="sr-only">{plainName(store.name)}</span>
      </Button>
    )
  }
  const run = () =>
    startTransition(async () => {
      const name = t('cloneName', { name: store.name })
      const outcome = await cloneStoreAction({ storeId: store.id, name, withHistory }).catch(
        noAnswer,
      )
      if (!outcome.isDone) return setWhy(outcome.why)
      setOpen(false)
      onCloned({ id: outcome.value, name, memories: store.memories })
    })
  return (
    <span className="flex flex-wrap items-center gap-2 text-xs">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <label className="flex items-center gap-1">
        <input
          type="checkbox"
          checked={withHistory}
          onChange={({ target }) => setWithHistory(target.checked)}
        />
        {t('withHistory')}
      </label>
      <Button size="small" disabled={isPending} onClick={run}>
        {isPending ? t('cloning') : t('cloneRun')}
      </Button>
    </span>
  )
}

/** Creates an empty store without leaving the form. */
function NewStoreHere({ onMade }: { onMade: (store: StoreName) => void }) {
  const t = useTranslations('StoreChoice')
  const noAnswer = useNoAnswer()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  if (!isOpen) {
    return (
      <Button look="quiet" size="small" className="mt-1" onClick={() => setOpen(true)}>
        {t('newStore')}
      </Button>
    )
  }
  const run = () =>
    startTransition(async () => {
      const input = { name: name.trim(), description: '', maxContentBytes: USUAL_CONTENT_BYTES }
      const outcome = await createStoreAction(input).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      setOpen(false)
      setName('')
      setWhy(null)
      onMade({ id: outcome.value, name: input.name, memories: 0 })
    })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <label className="min-w-48 flex-1">
        <span className="sr-only">{t('newName')}</span>
        <input
          value={name}
          autoFocus
          maxLength={255}
          placeholder={t('newName')}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Don't submit the form around it.
            event.preventDefault()
            if (name.trim() !== '') run()
          }}
          className="h-7 w-full rounded-control border border-control bg-sheet px-2"
        />
      </label>
      <Button size="small" disabled={isPending || name.trim() === ''} onClick={run}>
        {t('makeRun')}
      </Button>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </div>
  )
}

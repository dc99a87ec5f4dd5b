'use client'

import { useId, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleLabel } from '@/components/content/visible-label'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { StoreName } from '@/components/stores/store-names'
import { StorePicker } from '@/components/stores/store-picker'
import type { ResetTo } from '@/lib/store/branches/reset-store'
import { createStoreAction } from '@/components/stores/actions'
import { StoreFrom } from './store-from'

/** A store to be attached. */
export interface Attachment {
  /** null: the store for practice, which is made with the session */
  storeId: string | null
  access: 'read_write' | 'read_only'
  instructions: string
  /** the state that it is reset to before, or that its branch starts from; undefined: as it is */
  resetTo?: ResetTo | undefined
}

export interface StoreChoiceProps {
  label: string
  /** whether the label is read out only */
  isLabelHidden: boolean
  stores: readonly StoreName[]
  /** whether there are others, which are found by their names */
  hasMoreStores: boolean
  /** the store of the newest session; null: unknown */
  lastUsed: string | null
  /** adds a store that was made or found here to those that are offered */
  onOffer: (store: StoreName) => void
  /** whether the session is tried on branches of the stores that it may write to */
  isOnBranch: boolean
  chosen: readonly Attachment[]
  onChange: (chosen: Attachment[]) => void
}

const MAX_STORES = 8

/** Offered where there is no store yet. */
const PRACTICE = { id: null, name: '', memories: 0 } as const

type Offer = StoreName | typeof PRACTICE

/** Chooses the stores of a session, and whether its agent may write to them. */
export function StoreChoice(props: StoreChoiceProps) {
  const { label, isLabelHidden, stores, hasMoreStores, lastUsed, chosen, onOffer, onChange } = props
  const t = useTranslations('StoreChoice')
  const filter = useTranslations('StoreFilter')
  const id = useId()
  const attached = new Map(chosen.map((each) => [each.storeId, each]))
  // It stays in view while it is ticked, also once there is another.
  const offersPractice = stores.length === 0 || attached.has(null)
  const offers: readonly Offer[] = offersPractice ? [...stores, PRACTICE] : stores
  const toggle = (storeId: string | null, isOn: boolean) =>
    onChange(
      isOn
        ? [...chosen, { storeId, access: 'read_write', instructions: '' }]
        : chosen.filter((each) => each.storeId !== storeId),
    )
  const change = (storeId: string | null, changed: Partial<Attachment>) =>
    onChange(chosen.map((each) => (each.storeId === storeId ? { ...each, ...changed } : each)))
  return (
    <fieldset className="min-w-0">
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1 font-medium'}>{label}</legend>
      <ul className="max-h-96 divide-y divide-line overflow-auto rounded-card shadow-[inset_0_0_0_1px_var(--line-2)]">
        {offers.map((store) => {
          const attachment = attached.get(store.id)
          return (
            <li
              key={store.id}
              className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5"
            >
              <label className="flex min-w-0 items-center gap-2">
                <input
                  type="checkbox"
                  checked={attachment !== undefined}
                  disabled={!attachment && chosen.length >= MAX_STORES}
                  onChange={({ target }) => toggle(store.id, target.checked)}
                />
                <span className="truncate font-medium">
                  {store.id === null ? t('practice') : <VisibleLabel text={store.name} />}
                </span>
              </label>
              <span className="text-ink-3">
                {store.id === null
                  ? t('madeAtStart')
                  : t(store.id === lastUsed ? 'memoriesUsedLast' : 'memories', {
                      count: store.memories,
                    })}
              </span>
              {attachment ? (
                <>
                  <span className="ml-auto" />
                  {store.id === null ? null : (
                    <StoreFrom
                      storeId={store.id}
                      value={attachment.resetTo}
                      isBranched={props.isOnBranch && attachment.access === 'read_write'}
                      onChoose={(resetTo) => change(store.id, { resetTo })}
                    />
                  )}
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
                </>
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
              onOffer(store)
              if (!attached.has(store.id) && chosen.length < MAX_STORES) toggle(store.id, true)
            }}
          />
        </span>
      ) : null}
      <NewStoreHere
        onMade={(store) => {
          onOffer(store)
          onChange([...chosen, { storeId: store.id, access: 'read_write', instructions: '' }])
        }}
      />
    </fieldset>
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
      <Button variant="quiet" size="small" className="mt-1" onClick={() => setOpen(true)}>
        {t('newStore')}
      </Button>
    )
  }
  const run = () =>
    startTransition(async () => {
      const input = { name: name.trim() }
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

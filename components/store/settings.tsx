'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { PageSection } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { AskedAct, AskedOnce } from '@/components/ui/dialog'
import { Field as TextField } from '@/components/ui/field'
import { type Field, SettingsForm, type Values } from '@/components/ui/settings-form'
import type { Store } from '@/lib/store/model/model'
import { shownSize } from '@/lib/text/human-size'
import { plainName } from '@/lib/text/visible-text'
import { archive, remove, saveSettings } from './actions'
import { CopyStore } from './copy'

export interface StoreSettingsProps {
  store: Store
  usage: { memories: number; bytes: number; versions: number }
}

/** All that can be set in a store; each holds at once. What ends the store comes last. */
export function StoreSettings({ store, usage }: StoreSettingsProps) {
  const t = useTranslations('StoreSettings')
  const ofStore = useTranslations('Store')
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {store.archivedAt ? null : (
        <>
          <About store={store} />
          <Limits store={store} usage={usage} />
        </>
      )}
      <PageSection title={t('copyTitle')} note={t('copyNote')}>
        <div className="pt-2">
          <Button onClick={() => setAsked(true)}>{ofStore('copy')}</Button>
          {isAsked ? <CopyStore store={store} at={null} onClose={() => setAsked(false)} /> : null}
        </div>
      </PageSection>
      <End store={store} />
    </>
  )
}

function About({ store }: { store: Store }) {
  const t = useTranslations('StoreSettings')
  const save = useSave(store)
  const { name, description } = store
  const fields: Field[] = [
    { name: 'name', kind: 'text', words: t('name'), max: 255 },
    { name: 'description', kind: 'lines', words: t('description'), max: 1_024, none: '' },
  ]
  return (
    <PageSection title={t('about')} note={t('aboutNote')}>
      <SettingsForm
        fields={fields}
        values={{ name, description }}
        onSave={(changed) => save(textsIn(changed), among({ name, description }, changed))}
      />
      <p className="grid grid-cols-[14rem_minmax(0,1fr)] items-center gap-x-5 py-1.5 max-lg:grid-cols-[12rem_minmax(0,1fr)] max-md:grid-cols-1">
        {t('id')}
        <code className="font-mono text-code wrap-anywhere">
          {store.id} <CopyButton text={store.id} label={t('copyId')} />
        </code>
      </p>
    </PageSection>
  )
}

function Limits({ store, usage }: StoreSettingsProps) {
  const t = useTranslations('StoreSettings')
  const format = useFormatter()
  const save = useSave(store)
  const { limits } = store
  const none = t('noLimit')
  const most = (name: 'memories' | 'bytes' | 'versions'): Field => {
    const isBytes = name === 'bytes'
    const shown = (value: number) => (isBytes ? shownSize(format, value) : format.number(value))
    const used = shown(usage[name])
    const limit = limits[name]
    return {
      name,
      words: t(name),
      min: 1,
      none,
      kind: isBytes ? 'bytes' : 'number',
      beside: limit === null ? t('usedOnly', { used }) : t('used', { used, limit: shown(limit) }),
    }
  }
  const fields: Field[] = [
    most('memories'),
    most('bytes'),
    most('versions'),
    { name: 'memoryBytes', kind: 'bytes', words: t('memoryBytes'), min: 1, max: 1_048_576 },
    {
      name: 'viewCharacters',
      kind: 'number',
      words: t('viewCharacters'),
      about: t('viewCharactersAbout'),
      min: 1_000,
      max: 1_000_000,
      unit: t('characters'),
    },
  ]
  return (
    <PageSection title={t('limits')} note={t('limitsNote')}>
      <SettingsForm
        fields={fields}
        values={{ ...limits }}
        onSave={(changed) => save({ limits: changed }, { limits: among({ ...limits }, changed) })}
      />
    </PageSection>
  )
}

/** Those of some values that are changed: what else another changed meanwhile is no reason to refuse. */
function among<Value>(
  values: Readonly<Record<string, Value>>,
  changed: Values,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in changed))
}

/** The texts among what was changed; an emptied one is ''. */
const textsIn = (changed: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )

type Fields = Parameters<typeof saveSettings>[0]['now']

/** Saves what changed, as long as it is still what this page shows; one step takes it back. */
function useSave({ id: storeId }: Store) {
  const t = useTranslations('StoreSettings')
  const { run } = useAct(saveSettings, {
    done: () => t('saved'),
    undo:
      ({ now, was }) =>
      () =>
        saveSettings({ storeId, now: was, was: now }),
  })
  return (now: Fields, was: Fields) => run({ storeId, now, was })
}

function End({ store }: { store: Store }) {
  const t = useTranslations('StoreSettings')
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const [isOther, setOther] = useState(false)
  const deleting = useAct(remove, { to: () => '/stores' })
  const name = plainName(store.name)
  const close = () => {
    setAsked(false)
    setTyped('')
    setOther(false)
  }
  return (
    <PageSection title={t('end')}>
      <div className="flex flex-wrap gap-2 pt-2">
        {store.archivedAt ? null : (
          <AskedAct
            button={{ children: t('archive') }}
            title={t('archiveTitle', { name })}
            description={t('archiveAbout')}
            act={t('archiveAct')}
            does={archive}
            input={{ storeId: store.id }}
            done={() => t('archiveDone', { name })}
          />
        )}
        <Button variant="quiet-danger" onClick={() => setAsked(true)}>
          {t('delete')}
        </Button>
      </div>
      <AskedOnce
        title={t('deleteTitle', { name })}
        description={t('deleteAbout', { memories: store.memoryCount })}
        act={t('deleteAct')}
        isOpen={isAsked}
        onClose={close}
        by={deleting}
        onAct={() => {
          setOther(typed !== name)
          if (typed !== name) return
          void deleting.run({ storeId: store.id, sequence: store.lastSequence })
        }}
      >
        <TextField
          label={t('deleteName')}
          hint={name}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          problem={isOther && typed !== name ? t('otherName') : undefined}
          autoComplete="off"
        />
      </AskedOnce>
    </PageSection>
  )
}

'use client'

import { KeyRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { Button } from '@/components/ui/button'
import { Notice, WhyNot } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { ModelList } from '@/lib/sessions/models'
import type { WireSettings } from '@/lib/sessions/settings'
import { start } from './actions'
import { Advanced } from './advanced'
import { withValues } from './dotted'
import { handOn, messages, putBack } from './drafts'
import { ModelChoice } from './model-choice'
import { SeesFirst } from './sees-first'
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
  const field = useRef<HTMLTextAreaElement>(null)
  const text = messages.useDraft('') ?? ''
  // What was typed before the page came goes on at its end.
  useLayoutEffect(() => {
    const { length } = field.current?.value ?? ''
    field.current?.setSelectionRange(length, length)
  }, [])
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
    to: (id) => `/sessions/${id}`,
    done: handOn,
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
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <div className="min-w-0 flex-1 px-6 py-8 max-lg:flex-none max-md:px-4 max-md:py-4 lg:overflow-y-auto">
        <div className="mx-auto grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-5">
          {models.hasServer ? null : (
            <Notice tone="plain" Icon={KeyRound}>
              <strong className="font-semibold text-ink">{t('practiceAnswers')}</strong>{' '}
              {t('practiceAbout')} {t('addKey')}
            </Notice>
          )}
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
          <Advanced
            settings={settings}
            usual={usual}
            save={save}
            title={title}
            attached={attached}
            names={names}
            onTitle={setTitle}
            onAttached={setAttached}
          />
        </div>
      </div>
      <SeesFirst
        settings={settings}
        save={save}
        attached={shown}
        stores={isEmpty ? [{ name: t('firstStore'), description: '' }] : chosen}
      />
    </div>
  )
}

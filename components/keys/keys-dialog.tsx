import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { ALL_SECTIONS } from '@/components/frame/sections'
import { Field } from '@/components/ui/field'
import { DialogWindow } from '@/components/ui/dialog-window'
import { useHydrated } from '@/components/ui/time'
import { Kbd } from './kbd'
import { type BoundKey, useBoundKeys } from './use-key'

/** Keys of the frame, which act on every page. */
const EVERYWHERE = /^(?:mod\+k|\?|\\)$/

/** The keys that do something on the page as it is now, and those that do on every page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Keys')
  const ofFrame = useTranslations('Frame')
  const [text, setText] = useState('')
  const isOff = useHydrated() && document.documentElement.dataset.singleKeys === 'off'
  const isMeant = (label: string) => label.toLowerCase().includes(text.trim().toLowerCase())
  const keys = useBoundKeys().filter(({ label }) => isMeant(label))
  const ofPage = keys.filter(({ stroke }) => !EVERYWHERE.test(stroke))
  const everywhere = keys.filter(({ stroke }) => EVERYWHERE.test(stroke))
  const sections = ALL_SECTIONS.map(({ name, letter }) => ({
    letter,
    label: t('goToPage', { page: ofFrame(name) }),
  })).filter(({ label }) => isMeant(label))
  const isNothing = keys.length + sections.length === 0
  return (
    <DialogWindow title={t('title')} description={t('about')} onClose={onClose}>
      <Field
        label={t('find')}
        isLabelHidden
        placeholder={t('find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
      />
      {isOff ? <p className="mt-3 text-caution">{t('off')}</p> : null}
      <div aria-live="polite" className="mt-3 grid gap-x-8 gap-y-4 md:grid-cols-2">
        {isNothing ? <p className="text-ink-3">{t('none')}</p> : null}
        {ofPage.length === 0 && text !== '' ? null : (
          <Part title={t('ofPage')}>
            {ofPage.length === 0 ? (
              <p className="text-ink-3">{t('noneHere')}</p>
            ) : (
              rowsOf(ofPage, t)
            )}
          </Part>
        )}
        {everywhere.length + sections.length === 0 ? null : (
          <Part title={t('everywhere')}>
            {rowsOf(everywhere, t)}
            {sections.map(({ letter, label }) => (
              <KeyRow key={letter} label={label} keys={<Kbd stroke={`g>${letter}`} isRead />} />
            ))}
          </Part>
        )}
      </div>
    </DialogWindow>
  )
}

function rowsOf(keys: readonly BoundKey[], t: (key: 'inForms') => string): ReactNode {
  const labels = [...new Set(keys.map(({ label }) => label))]
  return labels.map((label) => {
    const alike = keys.filter((key) => key.label === label)
    return (
      <KeyRow
        key={label}
        label={label}
        about={alike.some(({ inForms }) => inForms) ? t('inForms') : undefined}
        keys={alike.map(({ stroke }) => (
          <Kbd key={stroke} stroke={stroke} isRead />
        ))}
      />
    )
  })
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-xs font-semibold text-ink-3">{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

function KeyRow({ label, about, keys }: { label: string; about?: string; keys: ReactNode }) {
  return (
    <li className="flex min-h-7 items-center gap-3">
      <span className="min-w-0 flex-1">
        {label} {about ? <span className="text-xs text-ink-3">{about}</span> : null}
      </span>
      <span className="flex shrink-0 gap-1">{keys}</span>
    </li>
  )
}

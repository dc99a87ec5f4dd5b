'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { useUnsaved } from '@/components/live/use-live'
import { saveMemory, type SavedFirst } from '@/components/memory/actions'
import { useActorLabel } from '@/components/ui/actor-mark'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { WhyNot } from '@/components/ui/notice'
import { withLineEndsOf } from '@/lib/text/line-ends'
import { type Draft, draftOf, keepDraft } from './draft'
import { EditedText } from './edited-text'
import { EditSize, byteLength } from './edit-size'

// What shows differences comes after the editor itself: nobody has changed anything by then.
const textDiff = () => import('@/components/lines/text-diff')
const merge = () => import('./merge')
const savedFirst = () => import('./saved-first')
const TextDiff = dynamic(() => textDiff().then((it) => it.TextDiff), { ssr: false })
const Merge = dynamic(() => merge().then((it) => it.Merge), { ssr: false })
const SavedFirstNotice = dynamic(() => savedFirst().then((it) => it.SavedFirstNotice), {
  ssr: false,
})

export interface EditMemoryProps {
  storeId: string
  memoryId: string
  path: string
  /** the version on the page, and its text */
  versionId: string
  content: string
  /** bytes */
  limit: number
  /** address of the memory's content */
  address: string
}

/**
 * Edits a memory: shows its size against the limit and the difference before saving, keeps what is not
 * saved as a draft, and lets two changes be merged where somebody saved first.
 */
export function EditMemory(props: EditMemoryProps) {
  const { storeId, memoryId, path, versionId, content, limit, address } = props
  const t = useTranslations('Edit')
  const m = useTranslations('Merge')
  const labelOf = useActorLabel()
  const router = useRouter()
  const [kept] = useState(() => draftOf(memoryId))
  const [base, setBase] = useState<Omit<Draft, 'text'>>(kept ?? { versionId, base: content })
  /** the text that the editor was given last, and what became of it */
  const [start, setStart] = useState(kept?.text ?? content)
  const [text, setText] = useState(start)
  const [isDiff, setDiff] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [first, setFirst] = useState<SavedFirst | null>(null)
  const [isMerging, setMerging] = useState(false)
  // What is typed last may not be rendered yet when it is saved.
  const typed = useRef(text)
  useLayoutEffect(() => {
    typed.current = text
    keepDraft(memoryId, text === base.base ? null : { ...base, text })
  }, [memoryId, base, text])
  const isChanged = text !== base.base
  const bytes = useMemo(() => byteLength(text), [text])
  useUnsaved(isChanged)
  useEffect(() => {
    // The server may be out of reach when they are needed.
    for (const load of [textDiff, merge, savedFirst]) load().catch(() => undefined)
  }, [])

  const leave = () => router.push(address)
  const saving = useAct(saveMemory, {
    done: () => {
      keepDraft(memoryId, null)
      leave()
      return t('savedPlain')
    },
    stale: (now) => 'text' in now && setFirst(now),
  })
  const begin = (from: Omit<Draft, 'text'>, next: string) => {
    setBase(from)
    setStart(next)
    setText(next)
    setFirst(null)
    setMerging(false)
    setDiff(false)
  }
  const save = (what = typed.current, on = base) => {
    if (saving.isBusy || what === on.base || byteLength(what) > limit) return
    void saving.run({ storeId, memoryId, shown: on.versionId, base: on.base, content: what })
  }
  const cancel = () => (typed.current === base.base ? leave() : setAsked(true))
  useKey('mod+enter', t('save'), () => save(), { when: isChanged, inForms: true, bar: true })
  useKey('escape', t('cancel'), cancel, { when: !isAsked, inForms: true, bar: true })

  if (first && isMerging) {
    const theirs = { versionId: first.versionId, base: first.text }
    return (
      <Merge
        key={first.versionId}
        regions={first.regions}
        names={{ theirs: `${labelOf(first.by)}, v${first.ordinal}`, mine: m('mine') }}
        save={t('save')}
        isBusy={saving.isBusy}
        onSave={(merged) => save(merged, theirs)}
        onBack={(merged) => begin(theirs, merged)}
      />
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
        <EditSize bytes={bytes} limit={limit} />
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button
            aria-pressed={isDiff}
            disabled={!isChanged}
            onClick={() => {
              setStart(text)
              setDiff(!isDiff)
            }}
          >
            {isDiff ? t('edit') : t('diff')}
          </Button>
          <Button
            variant={first === null ? 'primary' : 'secondary'}
            disabled={!isChanged || bytes > limit}
            isBusy={saving.isBusy}
            onClick={() => save()}
          >
            {saving.isBusy ? t('saving') : t('save')}
            <Kbd stroke="mod+enter" />
          </Button>
        </div>
      </div>
      {bytes > limit ? (
        <p role="alert" className="border-b border-line px-4 py-1.5 text-removed">
          {t('over', { over: bytes - limit })}
        </p>
      ) : null}
      {kept !== null && isChanged && base.base === kept.base && first === null ? (
        <div
          role="note"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-caution-line bg-caution-bg px-4 py-1.5"
        >
          <p className="min-w-0 flex-1">{t('draftBack')}</p>
          <Button
            size="small"
            variant="quiet"
            onClick={() => begin({ versionId, base: content }, content)}
          >
            {t('discard')}
          </Button>
        </div>
      ) : null}
      {first ? (
        <SavedFirstNotice
          first={first}
          base={base.base}
          onMerge={() => {
            const on = { versionId: first.versionId, base: first.text }
            if (first.merged === null) setMerging(true)
            else begin(on, first.merged)
          }}
          onMine={() => {
            const on = { versionId: first.versionId, base: first.text }
            begin(on, typed.current)
            setDiff(true)
          }}
          onTheirs={() => begin({ versionId: first.versionId, base: first.text }, first.text)}
        />
      ) : saving.why === null ? null : (
        <div className="px-4 pb-2">
          <WhyNot why={saving.why} />
        </div>
      )}
      {isDiff ? (
        <div className="min-h-0 flex-1 overflow-auto">
          <TextDiff before={base.base} after={text} path={path} layout="unified" />
        </div>
      ) : (
        <>
          <EditedText
            label={t('label')}
            text={start}
            onChange={(edited) => {
              typed.current = withLineEndsOf(base.base, edited)
              setText(typed.current)
            }}
            onSave={() => save()}
          />
          {/* The editor holds only the lines in sight. */}
          <pre className="hidden px-4 font-mono wrap-anywhere whitespace-pre-wrap print:block">
            {text}
          </pre>
        </>
      )}
      <Dialog
        title={t('leaveTitle')}
        description={t('leaveAbout')}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
      >
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button
            variant="quiet-danger"
            onClick={() => {
              setText(base.base)
              keepDraft(memoryId, null)
              leave()
            }}
          >
            {t('discard')}
          </Button>
          <Button onClick={leave}>{t('leaveDraft')}</Button>
          <Button variant="primary" ref={focusIt} onClick={() => setAsked(false)}>
            {t('goOn')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

/** What loses nothing is the first answer. */
const focusIt = (button: HTMLElement | null) => button?.focus()

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { VisibleText } from '@/components/lines/visible-text'
import { useUnsaved } from '@/components/live/use-live'
import { saveMemory } from '@/components/memory/actions'
import type { SavedFirst } from '@/lib/store/saved-first'
import { useActorLabel } from '@/components/ui/actor-mark'
import { Button } from '@/components/ui/button'
import { NoticeBar, WhyNot } from '@/components/ui/notice'
import { withLineEndsOf } from '@/lib/text/line-ends'
import { plainName } from '@/lib/text/visible-text'
import { type Draft, edits } from './drafts'
import { EditedText } from './edited-text'

// What shows differences comes after the editor itself: nobody has changed anything by then.
const merge = () => import('./merge')
const changes = () => import('./saved-first')
const Merge = dynamic(() => merge().then((it) => it.Merge), { ssr: false })
const Changes = dynamic(() => changes().then((it) => it.Changes), { ssr: false })
const SavedFirstNotice = dynamic(() => changes().then((it) => it.SavedFirstNotice), { ssr: false })

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
  /** two of its versions that are to be merged; an edit that was begun before comes first */
  conflict: SavedFirst | null
}

/** What an edit began with. */
type Base = Pick<Draft, 'versionId' | 'base'>

/**
 * Edits a memory: shows its size against the limit and the difference before saving, keeps what is not
 * saved as a draft, and lets two changes be merged where somebody saved first.
 */
export function EditMemory(props: EditMemoryProps) {
  const { storeId, memoryId, path, versionId, content, limit, address, conflict } = props
  const t = useTranslations('Edit')
  const m = useTranslations('Merge')
  const format = useFormatter()
  const labelOf = useActorLabel()
  const router = useRouter()
  const [kept] = useState(() => edits.draftOf(memoryId))
  const [base, setBase] = useState<Base>(kept ?? { versionId, base: content })
  /** the text that the editor was given last, and what became of it */
  const [start, setStart] = useState(kept?.text ?? content)
  const [text, setText] = useState(start)
  // It takes a moment for a long text, which nobody waits for while they type.
  const printed = useDeferredValue(text)
  const [isDiff, setDiff] = useState(false)
  const [first, setFirst] = useState(kept ? null : conflict)
  const [isMerging, setMerging] = useState(first !== null)
  // What is typed last may not be rendered yet when it is saved.
  const typed = useRef(text)
  const sent = useRef({ text, over: base })
  useLayoutEffect(() => {
    typed.current = text
    edits.keep(memoryId, text === base.base ? null : { ...base, storeId, path, text })
  }, [storeId, memoryId, path, base, text])
  const isChanged = text !== base.base
  const bytes = useMemo(() => byteLength(text), [text])
  useUnsaved(isChanged)
  useEffect(() => {
    // The server may be out of reach when they are needed.
    for (const load of [merge, changes]) load().catch(() => undefined)
  }, [])

  /** What is not saved is a draft by now. */
  const leave = () => router.push(address)
  // What was typed meanwhile is not saved yet.
  const isAllSent = () => typed.current === sent.current.text
  const saving = useAct(saveMemory, {
    to: () => (isAllSent() ? address : null),
    done: ({ versionId: id }) => {
      if (isAllSent()) edits.keep(memoryId, null)
      else setBase({ versionId: id, base: sent.current.text })
      return t('savedPlain')
    },
    undo: ({ versionId: id }) => {
      const { text: saved, over } = sent.current
      const back = { storeId, memoryId, shown: id, base: saved, content: over.base }
      return id === over.versionId ? null : () => saveMemory(back)
    },
    stale: (now) => 'text' in now && setFirst(now),
  })
  const begin = (from: Base, next: string) => {
    setBase(from)
    setStart(next)
    setText(next)
    setFirst(null)
    setMerging(false)
    setDiff(false)
    saving.forget()
  }
  const save = (what = typed.current, on = base) => {
    // Who decides for what stands there decides, too.
    const isSame = what === on.base && !isMerging
    if (saving.isBusy || isSame || byteLength(what) > limit) return
    sent.current = { text: what, over: on }
    void saving.run({ storeId, memoryId, shown: on.versionId, base: on.base, content: what })
  }
  useKey('mod+enter', t('save'), () => save(), { when: isChanged, inForms: true, bar: true })
  useKey('escape', t('cancel'), leave, { inForms: true, bar: true })

  const theirs = first && { versionId: first.versionId, base: first.text }
  if (theirs && isMerging) {
    const nameOf = ({ by, ordinal }: Pick<SavedFirst, 'by' | 'ordinal'>) =>
      `${plainName(labelOf(by))}, v${ordinal}`
    return (
      <>
        <WhyNot why={saving.why} />
        <Merge
          key={theirs.versionId}
          regions={first.regions}
          names={{ theirs: nameOf(first), mine: first.mine ? nameOf(first.mine) : m('mine') }}
          save={t('save')}
          isBusy={saving.isBusy}
          onSave={(merged) => {
            typed.current = merged
            save(merged, theirs)
          }}
          onBack={(merged) => begin(theirs, merged)}
        />
      </>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
        <p className={bytes > limit ? 'text-removed' : 'text-ink-3 tabular-nums'}>
          {t('size', { bytes: format.number(bytes), limit: format.number(limit) })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={leave}>
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
            stroke="mod+enter"
          >
            {saving.isBusy ? t('saving') : t('save')}
          </Button>
        </div>
      </div>
      {bytes > limit ? (
        <p role="alert" className="border-b border-line px-4 py-1.5 text-removed">
          {t('over', { over: bytes - limit })}
        </p>
      ) : null}
      {kept !== null && isChanged && base.base === kept.base && first === null ? (
        <NoticeBar
          tone="caution"
          acts={
            <Button
              size="small"
              variant="quiet"
              onClick={() => begin({ versionId, base: content }, content)}
            >
              {t('discard')}
            </Button>
          }
        >
          {t('draftBack')}
        </NoticeBar>
      ) : null}
      {theirs ? (
        <SavedFirstNotice
          first={first}
          base={base.base}
          onMerge={() => {
            if (first.merged !== null) return begin(theirs, first.merged)
            saving.forget()
            setMerging(true)
          }}
          onMine={() => {
            begin(theirs, typed.current)
            setDiff(true)
          }}
          onTheirs={() => begin(theirs, first.text)}
        />
      ) : saving.why === null ? null : (
        <div className="px-4 pb-2">
          <WhyNot why={saving.why} />
        </div>
      )}
      {isDiff ? (
        <div className="min-h-0 flex-1 overflow-auto">
          <Changes before={base.base} after={text} path={path} />
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
            <VisibleText text={printed} />
          </pre>
        </>
      )}
    </div>
  )
}

/** The size of a text in bytes of UTF-8, as it is stored. */
const byteLength = (text: string) => new TextEncoder().encode(text).length

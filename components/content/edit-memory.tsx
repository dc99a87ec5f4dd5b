'use client'

import { useRouter } from 'next/navigation'
import { ServerOff } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VersionDiff } from '@/components/diff/comparison-lazy'
import { Button } from '@/components/ui/button'
import { loadDialogs } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { useWarningOnLeave } from '@/components/ui/use-warning-on-leave'
import { ErrorNotice } from '@/components/ui/notice'
import type { MergeRegion } from '@/lib/text/merge'
import { withLineEndsOf } from '@/lib/text/line-ends'
import { draftOf, dropDraft, keepDraft } from './drafts'
import { EditConflict } from './edit-conflict'
import { byteLength, EditSize } from './edit-size'
import { EditedText } from './edited-text'
import { focusView } from './focus-view'
import { LeaveQuestion } from './leave-question'
import { MergeEditor } from './merge-editor-lazy'
import { type MergeSides, MergeSidesContext } from './merge-sides'
import { PrintedText } from './printed-text'
import { saveMemoryAction } from './actions'

/** Somebody else saved first. */
interface Conflict {
  theirs: string
  /** who saved, and when, in words */
  by: string
  /** both changes together; null: they do not fit */
  merged: string | null
  regions: readonly MergeRegion[]
}

/** Wait before a text that could not be sent is sent again; milliseconds. */
const RETRY_INTERVAL_MS = 4_000

export interface EditMemoryProps {
  storeId: string
  memoryId: string
  /** the content when the page was rendered; an edit follows it until something is typed */
  content: string
  /** bytes */
  limit: number
  /**
   * for undoing changes whose lines others changed since: those lines as others made them
   * (`theirs`), against the lines without both (`ours`)
   */
  taken?: readonly MergeRegion[]
  /**
   * for deciding about a change that a watched folder overtook: its version; `taken` are then both
   * sides' lines
   */
  settles?: string
  /** what the sides of `taken` are */
  sides?: MergeSides
  /** address of the memory's content */
  address: string
  /** of a merge: the address that says what was done, without the version that it wrote */
  mergedAt?: string
}

/**
 * Edits a memory: shows the size against the limit and the difference before saving, resolves
 * conflicts, and keeps what is not saved as a draft.
 */
export function EditMemory(props: EditMemoryProps) {
  const { storeId, memoryId, content, limit, taken, settles, sides, address, mergedAt } = props
  const t = useTranslations('Edit')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const keepsDraft = taken === undefined
  const [kept] = useState(() => (keepsDraft ? draftOf(memoryId) : null))
  const [base, setBase] = useState(kept?.base ?? content)
  const [start, setStart] = useState(kept?.text ?? content)
  const [text, setText] = useState(start)
  const [isDiff, setDiff] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(
    taken ? { theirs: content, by: '', merged: null, regions: taken } : null,
  )
  const [isUnanswered, setUnanswered] = useState(false)
  const [isPending, startTransition] = useTransition()
  // What is typed last may not be rendered yet when it is saved, or the editor is left.
  const typed = useRef(text)
  useLayoutEffect(() => {
    typed.current = text
  }, [text])
  const bytes = useMemo(() => byteLength(text), [text])
  const isChanged = text !== base
  const over = bytes - limit
  const [isOverTold, setOverTold] = useState(false)
  const [isAsked, setAsked] = useState(false)
  // Of drafts it is warned wherever the reader goes.
  useWarningOnLeave(isChanged && !keepsDraft)
  useEffect(() => {
    if (!keepsDraft) return
    if (isChanged) keepDraft(memoryId, { base, text })
    else dropDraft(memoryId)
  }, [keepsDraft, isChanged, memoryId, base, text])

  const isLeft = useRef(false)
  useEffect(
    () => () => {
      // Once the content replaces the editor, the focus is on the link back to it.
      if (isLeft.current) requestAnimationFrame(() => focusView('edit'))
    },
    [],
  )
  const leave = () => {
    isLeft.current = true
    router.push(address)
  }
  const cancel = () => {
    if (typed.current === base) leave()
    else setAsked(true)
  }
  const [discards, setDiscards] = useState(0)
  const discard = () => {
    setStart(base)
    setText(base)
    // The editor that takes over from the field would bring back what was typed there.
    setDiscards((count) => count + 1)
    dropDraft(memoryId)
    leave()
  }
  useEffect(() => {
    // The question on leaving is not to wait for the network.
    if (isChanged) void loadDialogs().catch(() => {})
  }, [isChanged])

  const run = (from: string, what = typed.current) => {
    if (isPending) return
    startTransition(async () => {
      if (!isUnanswered) setWhy(null)
      const outcome = await saveMemoryAction({
        storeId,
        memoryId,
        base: from,
        content: what,
        settles,
      }).catch(noAnswer)
      setUnanswered(!outcome.isDone && outcome.isUnanswered === true)
      if (!outcome.isDone) setWhy(outcome.why)
      else if (outcome.value.kind === 'conflict') setConflict(outcome.value)
      else {
        setText(what)
        setBase(what)
        if (mergedAt === undefined) leave()
        else router.push(`${mergedAt}${outcome.value.versionId}`)
      }
    })
  }
  const tryAgain = useEffectEvent(() => run(base))
  useEffect(() => {
    if (!isUnanswered || isPending) return
    const again = setTimeout(() => tryAgain(), RETRY_INTERVAL_MS)
    return () => clearTimeout(again)
  }, [isUnanswered, isPending])
  const take = (next: string, from: string) => {
    setBase(from)
    setStart(next)
    setText(next)
    setConflict(null)
    setDiff(false)
  }
  // What somebody saved meanwhile: who has typed nothing yet goes on from there.
  const [seen, setSeen] = useState(content)
  if (content !== seen) {
    setSeen(content)
    if (keepsDraft && !isChanged && !isPending) take(content, content)
  }
  const save = () => {
    if (typed.current === base || isPending) return
    const isOver = byteLength(typed.current) > limit
    setOverTold(isOver)
    if (!isOver) run(base)
  }
  if (conflict && conflict.merged === null) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <MergeSidesContext
          value={
            (conflict.regions === taken ? sides : undefined) ?? {
              theirs: { name: null, about: conflict.by },
              mine: { name: null, about: t('mineAbout') },
            }
          }
        >
          <MergeEditor
            key={conflict.theirs}
            regions={conflict.regions}
            about={t(
              conflict.regions !== taken
                ? 'conflict'
                : settles === undefined
                  ? 'taken'
                  : 'overtaken',
            )}
            isSaving={isPending}
            onSave={(merged) => run(conflict.theirs, merged)}
            onBack={(merged) => take(merged, conflict.theirs)}
          />
        </MergeSidesContext>
      </div>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const isSave = ['s', 'Enter'].includes(event.key) && (event.ctrlKey || event.metaKey)
    if (!isSave && event.key !== 'Escape') return
    event.preventDefault()
    if (isSave) save()
    else cancel()
  }
  return (
    <>
      <PrintedText text={content} />
      <LeaveQuestion
        isAsked={isAsked}
        onStay={() => setAsked(false)}
        onDiscard={discard}
        onKeep={keepsDraft ? leave : null}
      />
      <div className="edit-memory flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          <EditSize bytes={bytes} limit={limit} />
          <div className="flex gap-2">
            <Button variant="quiet" aria-keyshortcuts="Escape" onClick={cancel}>
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
              variant={conflict === null ? 'primary' : 'secondary'}
              disabled={!isPending && !isChanged}
              isBusy={isPending}
              onClick={save}
            >
              {isPending ? t('saving') : t('save')}
              <span aria-hidden className="max-lg:hidden">
                <Kbd>⌘↵</Kbd>
              </span>
            </Button>
          </div>
        </div>
        {isOverTold && over > 0 ? <ErrorNotice>{t('over', { over })}</ErrorNotice> : null}
        {kept !== null && isChanged && base === kept.base ? (
          <Remark text={t('draftBack')}>
            <Button
              size="small"
              onClick={() => {
                if (isAsked) discard()
                else take(content, content)
              }}
            >
              {t('discard')}
            </Button>
          </Remark>
        ) : null}
        {keepsDraft && isChanged && content !== base && conflict === null ? (
          <Remark text={t('changedMeanwhile')} />
        ) : null}
        {isUnanswered ? (
          <Unanswered text={text} isBusy={isPending} onTry={() => run(base)} />
        ) : null}
        {why === null || isUnanswered ? null : <ErrorNotice>{why}</ErrorNotice>}
        {conflict && conflict.merged !== null ? (
          <EditConflict
            base={base}
            theirs={conflict.theirs}
            by={conflict.by}
            fits
            onMerge={() => take(conflict.merged ?? '', conflict.theirs)}
            onMine={() => {
              setBase(conflict.theirs)
              setConflict(null)
              setDiff(true)
              setStart(text)
            }}
            onTheirs={() => take(conflict.theirs, conflict.theirs)}
          />
        ) : null}
        {isDiff ? (
          <VersionDiff before={base} after={text} />
        ) : (
          <EditedText
            key={discards}
            label={t('label')}
            text={start}
            onChange={(edited) => {
              typed.current = withLineEndsOf(base, edited)
              setText(typed.current)
            }}
            onSave={save}
          />
        )}
      </div>
    </>
  )
}

/** A notice above the text that is being edited. */
function Remark({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-caution-line bg-caution-bg px-4 py-1.5">
      <p role="status">{text}</p>
      {children}
    </div>
  )
}

/** Says that the server does not answer: the text is safe, and is sent again and again. */
function Unanswered({ text, isBusy, onTry }: { text: string; isBusy: boolean; onTry: () => void }) {
  const t = useTranslations('Edit')
  const [isCopied, setCopied] = useState(false)
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-caution-line bg-caution-bg px-4 py-2"
    >
      <ServerOff size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-caution" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">{t('unanswered')}</strong> {t('unansweredSafe')}
      </p>
      <div className="flex gap-2">
        <Button variant="primary" size="small" isBusy={isBusy} onClick={onTry}>
          {t('tryNow')}
        </Button>
        <Button
          variant="quiet"
          size="small"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {t(isCopied ? 'copied' : 'copyMine')}
        </Button>
      </div>
    </div>
  )
}

'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useRef, useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VersionDiff } from '@/components/diff/version-diff'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { withLineEndsOf } from '@/lib/text/line-ends'
import { focusView } from './focus-view'
import { saveMemoryAction } from './actions'

const MonacoText = dynamic(() => import('./monaco-text').then((module) => module.MonacoText), {
  ssr: false,
})

export interface EditMemoryProps {
  storeId: string
  memoryId: string
  /** the content when the page was rendered; a running edit does not follow it */
  content: string
  /** bytes */
  limit: number
  /**
   * when undoing changes whose lines others changed since: the text without both, and the text
   * without only the untouched ones
   */
  taken?: { forced: string; partial: string }
  /** where the content is shown */
  address: string
}

/**
 * Edits a memory: shows the size against the limit and the difference before saving, and resolves
 * conflicts.
 */
export function EditMemory(props: EditMemoryProps) {
  const { storeId, memoryId, content, limit, taken, address } = props
  const t = useTranslations('Edit')
  const format = useFormatter()
  const router = useRouter()
  const [base, setBase] = useState(content)
  const [start, setStart] = useState(taken?.forced ?? content)
  const [text, setText] = useState(start)
  const [isDiff, setDiff] = useState(taken !== undefined)
  const [why, setWhy] = useState<string | null>(null)
  const [conflict, setConflict] = useState<{ theirs: string; merged: string | null } | null>(null)
  const [isPending, startTransition] = useTransition()
  const bytes = useMemo(() => new TextEncoder().encode(text).length, [text])
  const isChanged = text !== base
  useWarningOnLeave(isChanged)

  const isSaved = useRef(false)
  useEffect(
    () => () => {
      // Once the content replaces the editor, the focus is on the link back to it.
      if (isSaved.current) requestAnimationFrame(() => focusView('edit'))
    },
    [],
  )

  const run = (from: string) => {
    if (isPending) return
    startTransition(async () => {
      setWhy(null)
      const outcome = await saveMemoryAction({ storeId, memoryId, base: from, content: text })
      if (!outcome.isDone) setWhy(outcome.why)
      else if (outcome.value.kind === 'conflict') setConflict(outcome.value)
      else {
        isSaved.current = true
        setBase(text)
        router.push(address)
      }
    })
  }
  const take = (next: string, from: string) => {
    setBase(from)
    setStart(next)
    setText(next)
    setConflict(null)
    setDiff(false)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <p role="status" className={bytes > limit ? 'text-removed' : 'text-ink-3'}>
          {t('size', { bytes: format.number(bytes), limit: format.number(limit) })}
        </p>
        <div className="flex gap-2">
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
            look="primary"
            disabled={!isPending && (!isChanged || bytes > limit)}
            isBusy={isPending}
            onClick={() => run(base)}
          >
            {isPending ? t('saving') : t('save')}
          </Button>
        </div>
      </div>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      {taken ? (
        <Taken
          taken={taken}
          now={content}
          onChoose={(chosen) => {
            setStart(chosen)
            setText(chosen)
          }}
        />
      ) : null}
      {conflict ? (
        <Conflict
          conflict={conflict}
          onMerge={(merged) => take(merged, conflict.theirs)}
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
        <MonacoText
          label={t('label')}
          text={start}
          onChange={(edited) => setText(withLineEndsOf(base, edited))}
          onSave={() => {
            if (isChanged && bytes <= limit && !isPending) run(base)
          }}
        />
      )}
    </div>
  )
}

/** Offers texts to start from when others changed the lines to be undone. */
function Taken({
  taken,
  now,
  onChoose,
}: {
  taken: { forced: string; partial: string }
  now: string
  onChoose: (text: string) => void
}) {
  const t = useTranslations('Edit')
  return (
    <div className="space-y-2 border-b border-caution px-4 py-2">
      <p className="text-caution">{t('taken')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChoose(taken.forced)}>{t('takenAll')}</Button>
        <Button onClick={() => onChoose(taken.partial)}>{t('takenPart')}</Button>
        <Button onClick={() => onChoose(now)}>{t('takenNone')}</Button>
      </div>
    </div>
  )
}

function Conflict({
  conflict,
  onMerge,
  onMine,
  onTheirs,
}: {
  conflict: { theirs: string; merged: string | null }
  onMerge: (merged: string) => void
  onMine: () => void
  onTheirs: () => void
}) {
  const t = useTranslations('Edit')
  const { merged } = conflict
  return (
    <div role="alert" className="space-y-2 border-b border-caution px-4 py-2">
      <p className="text-caution">{merged === null ? t('conflict') : t('conflictFits')}</p>
      <div className="flex flex-wrap gap-2">
        {merged === null ? null : (
          <Button look="primary" onClick={() => onMerge(merged)}>
            {t('merge')}
          </Button>
        )}
        <Button onClick={onMine}>{t('mine')}</Button>
        <Button onClick={onTheirs}>{t('theirs')}</Button>
      </div>
    </div>
  )
}

/** Makes the browser ask before a page with unsaved text is closed. */
function useWarningOnLeave(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}

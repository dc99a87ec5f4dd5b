'use client'

import { Check, CircleCheck, CircleHelp, RotateCcw, Wrench } from 'lucide-react'
import { useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleText } from '@/components/content/visible-line'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { useFocusHandOn } from '@/components/ui/use-focus-hand-on'
import { removeCommentAction, updateCommentAction } from './actions'
import { RemarkField } from './remark-field'
import { RemarkRow } from './remark-row'
import type { ThreadView } from './thread-view'

/** A comment with its replies, and what can be done about it. A resolved one is folded. */
export function Thread({ thread }: { thread: ThreadView }) {
  const t = useTranslations('Comment')
  const acts = useThreadActs(thread.id)
  const root = useRef<HTMLElement>(null)
  const isResolved = thread.status === 'resolved'
  const [isUnfolded, setUnfolded] = useState(false)
  // What is deleted leaves the focus with the hunk, or with what else it was about.
  useFocusHandOn(root, '[data-hunk], [data-comments]', (around) => around as HTMLElement)
  const [first, ...replies] = thread.remarks
  const hasOthers = replies.some(({ isMine }) => !isMine)
  const toggle = () => {
    setUnfolded(isResolved)
    acts.update({ status: isResolved ? 'open' : 'resolved' })
  }
  const isFolded = isResolved && !isUnfolded
  return (
    <section
      ref={root}
      aria-label={t('threadOn', { where: thread.where })}
      id={thread.id}
      data-thread={thread.id}
      className="overflow-hidden rounded-card border border-line-2 bg-sheet font-sans text-sm"
    >
      <div className="flex flex-wrap items-center gap-1.5 px-3 pt-2 text-xs text-ink-3 last:pb-2">
        <Signs thread={thread} />
        <span className="min-w-0">{thread.where}</span>
        <span className="ml-auto flex shrink-0 gap-1">
          {isResolved ? (
            <Button
              variant="quiet"
              size="small"
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {isUnfolded ? t('fold') : t('unfold', { count: thread.remarks.length })}
            </Button>
          ) : null}
          {isResolved || thread.disposition === 'fix' ? null : (
            <Button
              variant="quiet"
              size="small"
              isBusy={acts.isBusy}
              onClick={() => acts.update({ disposition: 'fix' })}
            >
              <Wrench size={13} aria-hidden /> {t('askFix')}
            </Button>
          )}
          <Button variant="quiet" size="small" isBusy={acts.isBusy} onClick={toggle}>
            {isResolved ? <RotateCcw size={13} aria-hidden /> : <Check size={14} aria-hidden />}
            {isResolved ? t('reopen') : t('resolve')}
          </Button>
        </span>
      </div>
      {isFolded ? null : (
        <>
          <OutdatedLines thread={thread} />
          {first ? (
            <RemarkRow
              remark={first}
              isBusy={acts.isBusy}
              onEdit={(text) => acts.saved({ text })}
              onRemove={hasOthers ? null : () => acts.remove()}
            />
          ) : null}
          {replies.map((reply) => (
            <RemarkRow
              key={reply.id}
              remark={reply}
              isBusy={acts.isBusy}
              onEdit={(text) => acts.saved({ text, remarkId: reply.id })}
              onRemove={() => acts.remove(reply.id)}
            />
          ))}
          <div className="bg-well px-3 py-2">
            <RemarkField
              // A new field once the reply is among the others.
              key={thread.remarks.length}
              label={t('reply')}
              isLabelHidden
              rows={1}
              save={t('reply')}
              isBusy={acts.isBusy}
              onSave={(reply) => acts.update({ reply })}
            />
          </div>
        </>
      )}
      {acts.why === null ? null : (
        <div className="p-2">
          <ErrorNotice>{acts.why}</ErrorNotice>
        </div>
      )}
    </section>
  )
}

/** Badges for what a thread asks for and how far that is. */
function Signs({ thread }: { thread: ThreadView }) {
  const t = useTranslations('Comment')
  const { disposition, status, answer, isOutdated } = thread
  return (
    <>
      {status === 'resolved' ? (
        <Badge tone="added" Icon={CircleCheck}>
          {t('resolved')}
        </Badge>
      ) : null}
      {disposition === 'fix' ? (
        <Badge tone="caution" Icon={Wrench}>
          {t('fix')}
        </Badge>
      ) : null}
      {disposition === 'question' ? (
        <Badge tone="accent" Icon={CircleHelp}>
          {t('question')}
        </Badge>
      ) : null}
      {answer === null ? null : (
        <Link href={answer} className="rounded-full hover:underline">
          <Badge tone="added">{t('answered')}</Badge>
        </Link>
      )}
      {isOutdated ? <Badge>{t('outdated')}</Badge> : null}
    </>
  )
}

/** The lines that it was about, where they are gone. */
function OutdatedLines({ thread: { isOutdated, was } }: { thread: ThreadView }) {
  const t = useTranslations('Comment')
  if (!isOutdated) return null
  if (was === null) return <p className="px-3 pt-1 text-xs text-ink-3">{t('redacted')}</p>
  return (
    <figure className="px-3 pt-1">
      <figcaption className="text-xs text-ink-3">{t('gone')}</figcaption>
      <pre
        tabIndex={0}
        className="mt-1 max-h-40 overflow-auto rounded-control bg-well px-2 py-1 font-mono text-xs whitespace-pre-wrap"
      >
        <VisibleText text={was} />
      </pre>
    </figure>
  )
}

type Update = Omit<Parameters<typeof updateCommentAction>[0], 'commentId'>

function useThreadActs(commentId: string) {
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isBusy, startTransition] = useTransition()
  const saved = (update: Update) =>
    new Promise<boolean>((resolve) => {
      startTransition(async () => {
        const outcome = await updateCommentAction({ commentId, ...update }).catch(noAnswer)
        setWhy(outcome.isDone ? null : outcome.why)
        resolve(outcome.isDone)
      })
    })
  return {
    why,
    isBusy,
    saved,
    update: (update: Update) => void saved(update),
    remove: (remarkId?: string) =>
      startTransition(async () => {
        const outcome = await removeCommentAction({ commentId, remarkId }).catch(noAnswer)
        if (!outcome.isDone) setWhy(outcome.why)
      }),
  }
}

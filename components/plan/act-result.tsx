'use client'

import { Split, Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button, buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { useLetterKey } from '@/components/ui/use-letter-key'
import type { ActOutcome, LeftMemory } from './act-outcome'
import type { PlannedAct } from './actions'

export interface ActResultProps {
  kind: PlannedAct['kind'] | 'merge' | 'review'
  storeId: string
  /** of the version that was restored */
  ordinal?: number
  outcome: ActOutcome
  /** address of merging one memory by hand, without its id; null: that is not offered */
  mergeHref?: string | null
  /** a sentence about what it did not touch, below its heading; omit if there is none */
  note?: string | undefined
  /** what comes next, before what was changed; omit if that does */
  next?: ReactNode
  /** undoes it at once; omit where the plan of that is shown first */
  undo?: { run: () => void; isPending: boolean }
  /** what else can be done about it; omit if there is nothing */
  after?: ReactNode
}

/** What an act did, what it left and why, and the way to undo it. Its heading takes the focus. */
export function ActResult(props: ActResultProps) {
  const { kind, storeId, ordinal = 0, outcome, mergeHref = null, note, next, undo, after } = props
  const { memories, changed, left, named, undoHref } = outcome
  const t = useTranslations('Undo')
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const store = `/stores/${storeId}`
  useLetterKey('z', () => {
    if (undoHref === null) return
    if (undo) undo.run()
    else router.push(undoHref)
  })
  const [only, ...others] = changed
  const isOne = only !== undefined && others.length === 0
  return (
    <div className="min-h-0 flex-1 space-y-6 overflow-auto px-5 py-5 max-md:px-4">
      <div className="space-y-3">
        <h2 ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
          {t(`done_${kind}`, { count: memories, ordinal })}
        </h2>
        {note === undefined ? null : <p className="text-caution">{note}</p>}
        <p className="flex flex-wrap gap-2">
          {next}
          <Link
            href={isOne ? `${store}?memory=${only.memoryId}` : store}
            className={buttonVariants({ variant: next === undefined ? 'primary' : 'secondary' })}
          >
            {t(isOne ? 'openMemory' : 'openStore')}
          </Link>
          {undoHref === null ? null : undo ? (
            <Button aria-keyshortcuts="z" isBusy={undo.isPending} onClick={undo.run}>
              <UndoWords words={t('undoNow')} />
            </Button>
          ) : (
            <Link href={undoHref} aria-keyshortcuts="z" className={buttonVariants()}>
              <UndoWords words={t('undoThis')} />
            </Link>
          )}
          {after}
        </p>
      </div>
      {left === 0 ? null : (
        <section aria-labelledby="act-left">
          <h3 id="act-left" className="flex items-center gap-2 font-semibold text-caution">
            <Split size={15} aria-hidden />
            {t('leftAlone', { count: left })}
          </h3>
          <ul aria-labelledby="act-left" className="max-w-3xl">
            {named.map((memory) => (
              <Left key={memory.memoryId} memory={memory} store={store} mergeHref={mergeHref} />
            ))}
          </ul>
          {left > named.length ? (
            <p className="py-1 text-ink-3">{t('more', { count: left - named.length })}</p>
          ) : null}
        </section>
      )}
      {memories === 0 || (isOne && kind !== 'review') ? null : (
        <section aria-labelledby="act-changed">
          <h3 id="act-changed" className="font-semibold">
            {t('changed')} <span className="font-normal text-ink-3 tabular-nums">{memories}</span>
          </h3>
          <ul aria-labelledby="act-changed" className="max-w-3xl">
            {changed.map(({ memoryId, path }) => (
              <li key={memoryId} className="border-b border-line py-1.5 last:border-b-0">
                <MemoryLink href={`${store}?memory=${memoryId}`} path={path} />
              </li>
            ))}
          </ul>
          {memories > changed.length ? (
            <p className="py-1 text-ink-3">{t('more', { count: memories - changed.length })}</p>
          ) : null}
        </section>
      )}
    </div>
  )
}

function UndoWords({ words }: { words: string }) {
  return (
    <>
      <Undo2 size={15} aria-hidden /> {words} <Kbd>Z</Kbd>
    </>
  )
}

function Left({
  memory: { memoryId, path, why, canBeMerged },
  store,
  mergeHref,
}: {
  memory: LeftMemory
  store: string
  mergeHref: string | null
}) {
  const t = useTranslations('Undo')
  const changes = useTranslations('Changes')
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-line py-1.5 last:border-b-0">
      <MemoryLink href={`${store}?memory=${memoryId}`} path={path} />
      <span className="text-ink-2">{t(`reason_${why}`)}</span>
      {canBeMerged && mergeHref !== null ? (
        <Link href={`${mergeHref}${memoryId}`} className="text-accent hover:underline">
          {changes('merge')}
        </Link>
      ) : null}
    </li>
  )
}

function MemoryLink({ href, path }: { href: string; path: string }) {
  const t = useTranslations('Undo')
  return (
    <Link href={href} className="min-w-0 font-mono text-code break-all hover:underline">
      {path === '' ? t('gone') : <VisiblePath path={path} />}
    </Link>
  )
}

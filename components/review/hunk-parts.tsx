import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PathThatFits, VisibleLabel, VisiblePath } from '@/components/lines/visible-text'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { ChangeLetter } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import { groupedBy } from '@/lib/text/lists'
import { plainName } from '@/lib/text/visible-text'
import type { Block, Unit } from './decisions'
import type { ShownHunk } from './shown'
import { memoryAddress } from './words'

// Few hunks have something to look at.
const FlagCard = dynamic(() => import('@/components/flags/card').then((it) => it.FlagCard))

/** Of which memory a hunk is, or of how many. */
export function BlockTitle({ block: { memories, units } }: { block: Block }) {
  const t = useTranslations('Review')
  const [memory, ...others] = memories
  const { from, to } = memory.versions
  return others.length > 0 ? (
    <>
      <span aria-hidden className="rounded-full bg-track px-2 text-xs leading-6 font-semibold">
        ×{memories.length}
      </span>
      <h2 className="font-semibold">
        {t(units[0]?.isSame === false ? 'alikeIn' : 'sameIn', { count: memories.length })}
      </h2>
    </>
  ) : (
    <>
      <ChangeLetter kind={memory.kind} />
      <h2 className="min-w-0 font-mono text-code font-medium wrap-anywhere">
        <Link href={memoryAddress(memory)} className="hover:underline">
          <VisiblePath path={memory.path.slice(1)} />
        </Link>
      </h2>
      <span className="rounded-mark px-1 text-xs text-ink-2 tabular-nums shadow-[0_0_0_1px_var(--line-2)]">
        {from === null || memory.kind === 'created' ? t('new') : `v${from} → v${to}`}
      </span>
    </>
  )
}

/** Who wrote it first, and how many others. */
export function Writers({ hunk: { writers } }: { hunk: ShownHunk }) {
  const t = useTranslations('Review')
  const nameOf = useActorName()
  const [first, ...others] = writers
  if (!first) return null
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
      <ActorMark writer={first.by} size="small" />
      <span className="truncate">
        <VisibleLabel text={nameOf(first.by)} />, <Moment time={first.createdAt} shows="clock" />
        {others.length > 0 ? ` ${t('others', { count: others.length })}` : null}
      </span>
    </span>
  )
}

/** The memories in which the same hunk is, some at first; where numbers differ, with what each says. */
export function Places({ unit: { key, memories, isSame } }: { unit: Unit }) {
  const t = useTranslations('Review')
  const [isWhole, setWhole] = useState(false)
  const rest = memories.length - MOST_NAMED
  return (
    <ul className="flex flex-wrap gap-1.5 px-4 pb-2 pl-12">
      {memories.slice(0, isSame && !isWhole ? MOST_NAMED : undefined).map((memory) => (
        <li key={memory.id} className={isSame ? 'min-w-0' : 'flex w-full min-w-0 gap-2'}>
          <Link
            href={memoryAddress(memory)}
            className="block max-w-72 truncate rounded-mark bg-track px-1.5 font-mono text-xs leading-6 text-ink-2 hover:text-ink"
          >
            <PathThatFits path={memory.path} />
          </Link>
          {isSame ? null : (
            <span className="min-w-0 wrap-anywhere">
              <VisibleLabel text={memory.hunks.find((each) => each.key === key)?.says ?? ''} />
            </span>
          )}
        </li>
      ))}
      {isSame && rest > 0 ? (
        <li>
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {t('morePlaces', { count: rest })}
          </Button>
        </li>
      ) : null}
    </ul>
  )
}

const MOST_NAMED = 4

/** What is to be known of lines that went: where they are now, and that a person wrote them. */
export function About({ hunk: { moved, yours, peoples } }: { hunk: ShownHunk }) {
  const t = useTranslations('Review')
  const places = groupedBy(moved, ({ side, path }) => `${side}${path}`)
  const words = [
    ...(yours > 0 ? [t('yours', { count: yours })] : []),
    ...(peoples > 0 ? [t('peoples', { count: peoples })] : []),
    ...[...places.values()].map((lines) => {
      const told = { count: lines.length, path: plainName(lines[0].path) }
      return t(lines[0].side === 'added' ? 'movedFrom' : 'movedTo', told)
    }),
  ]
  return words.map((each) => (
    <p key={each} className="px-4 pt-1 pb-2 pl-12 text-xs text-ink-2 wrap-anywhere max-md:pl-4">
      {each}
    </p>
  ))
}

interface FlagNotesProps {
  unit: Unit
  onDone: () => void
}

/** What was found in a hunk's added lines, rule by rule, under them. */
export function FlagNotes({ unit: { hunk, memories }, onDone }: FlagNotesProps) {
  const [memory] = memories
  if (hunk.flags.length === 0) return null
  const { storeId, id: memoryId, versions } = memory
  return (
    <div className="grid gap-2 py-2 pr-4 pl-12 max-md:px-3">
      {[...groupedBy(hunk.flags, ({ rule }) => rule)].map(([rule, flags]) => (
        <FlagCard
          key={rule}
          of={{ storeId, memoryId, versionId: versions.id, rule }}
          flags={flags}
          onDone={onDone}
        />
      ))}
    </div>
  )
}

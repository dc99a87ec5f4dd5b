import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Moment } from '@/components/ui/time'
import { type Block, type Decisions } from './decisions'
import { Hunk, type HunkProps, type Look } from './hunk'
import { BlockTitle } from './hunk-parts'
import { plainName } from '@/lib/text/visible-text'
import type { HunkLines, ShownMemory } from './shown'
import { memoryAddress } from './words'

export interface MemoryChangeProps extends Pick<HunkProps, 'onAct' | 'onText'> {
  block: Block
  made: Decisions
  first: Readonly<Record<string, HunkLines>>
  /** the hunk that has the focus, and the one that is edited */
  current: string | null
  edited: string | null
  looksOf: (key: string) => ReadonlySet<Look>
}

/** A memory's hunks under its head, or one hunk of several memories. Each stays itself whatever comes beside it. */
export function memoryChange(props: MemoryChangeProps): ReactNode[] {
  const { block, made, first, current, edited, looksOf, ...on } = props
  const { key, memories, units } = block
  // One hunk needs no head of its own.
  const isOne = units.length === 1
  return [
    isOne ? null : <BlockHead key={`head ${key}`} block={block} made={made} />,
    memories.length === 1 ? <Between key={`between ${key}`} memory={memories[0]} /> : null,
    ...units.map((unit) => (
      <Hunk
        key={unit.key}
        unit={unit}
        block={isOne ? block : null}
        decision={made.get(unit.key)}
        first={first[unit.key]}
        looks={looksOf(unit.key)}
        isCurrent={unit.key === current}
        isEdited={unit.key === edited}
        {...on}
      />
    )),
  ]
}

function BlockHead({ block, made }: Pick<MemoryChangeProps, 'block' | 'made'>) {
  const t = useTranslations('Review')
  const { units } = block
  const decided = units.filter(({ key }) => made.has(key)).length
  return (
    <header className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1.5">
      <BlockTitle block={block} />
      <span className="ml-auto text-xs text-ink-2 tabular-nums">
        {t('hunksDecided', { decided, count: units.length })}
      </span>
    </header>
  )
}

/** What people did since, which is not asked about, and where nothing is known of what they saw. */
function Between({ memory }: { memory: ShownMemory }) {
  const t = useTranslations('Review')
  const nameOf = useActorName()
  const { last, lines } = memory.people
  return (
    <>
      {memory.isLeftUnknown ? (
        <div className="px-4 py-2">
          <Notice tone="caution">{t('leftUnknown')}</Notice>
        </div>
      ) : null}
      {last && lines > 0 ? (
        <div className="flex min-h-9 flex-wrap items-center gap-2 border-b border-line bg-well px-4 py-1">
          <ActorMark writer={last.by} size="small" />
          <span>
            {t.rich('between', {
              count: lines,
              isYou: String(last.by.id === 'user_local'),
              name: plainName(nameOf(last.by)),
              b: (text) => <b className="font-semibold">{text}</b>,
            })}
          </span>
          <span className="text-ink-3">
            <Moment time={last.createdAt} shows="clock" />
          </span>
          <Link
            href={`${memoryAddress(memory)}&version=${last.id}&diff=before`}
            className="ml-auto text-ink-2 hover:underline"
          >
            {t('show')}
          </Link>
        </div>
      ) : null}
    </>
  )
}

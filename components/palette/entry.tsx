'use client'

import { FileText, Library, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { MarkedParts } from '@/components/search/match-lines'
import { ActorMark } from '@/components/ui/actor-mark'
import { classNames } from '@/components/ui/class-names'
import { Kbd } from '@/components/ui/kbd'
import { actorMark } from '@/lib/store/model/actor-mark'
import { MarkedName } from './marked-name'
import type { Place } from './places'

/** Groups of rows in the order in which they are shown, named in the texts under `Palette`. */
export type Group =
  | 'lately'
  | 'here'
  | 'goTo'
  | 'do'
  | 'commands'
  | 'awaited'
  | 'memories'
  | 'sessions'
  | 'stores'
  | 'pages'
  | 'acts'
  | 'search'

/** A row of the palette. */
export interface Entry {
  key: string
  group: Group
  icon: ReactNode
  label: ReactNode
  /** beside the label, where that alone says too little */
  note?: ReactNode
  /** at the row's end: the store of a memory */
  at?: string | undefined
  /** the keys that do the same without the palette */
  strokes?: readonly string[]
  run: () => void
}

export function RowIcon({ Icon }: { Icon: LucideIcon }) {
  return <Icon size={16} strokeWidth={1.75} aria-hidden />
}

/** A picture that an act has on the page. */
export function CopiedIcon({ icon }: { icon: Element }) {
  return (
    <span
      aria-hidden
      className="contents [&>svg]:size-4"
      ref={(holder) => {
        const copy = icon.cloneNode(true)
        if (copy instanceof Element) copy.removeAttribute('class')
        holder?.replaceChildren(copy)
      }}
    />
  )
}

/** Returns the row of a place: its picture, its name, and what tells it from others. */
export function placeRow(
  place: Place,
  words: readonly string[],
  names: {
    session: (place: { id: string; title: string | null }) => string
    practice: string
    memories: (count: number) => string
  },
): Pick<Entry, 'icon' | 'label' | 'note' | 'at'> {
  if (place.kind === 'store') {
    return {
      icon: <RowIcon Icon={Library} />,
      label: <MarkedName text={place.name} words={words} />,
      note: names.memories(place.memoryCount),
    }
  }
  if (place.kind === 'session') {
    const name = names.session(place)
    const look = actorMark({
      kind: 'session',
      id: place.agentId,
      name: place.model ?? names.practice,
    })
    return {
      icon: (
        <span aria-hidden className="flex">
          <ActorMark look={look} label="" size="small" />
        </span>
      ),
      label: <MarkedName text={name} words={words} />,
      note: place.model ?? names.practice,
    }
  }
  const [, folder = '/', file = place.path] = /^(.*\/)([^/]+)$/.exec(place.path) ?? []
  return {
    icon: <RowIcon Icon={FileText} />,
    label: <MarkedName text={file} words={place.excerpt === null ? words : []} />,
    note:
      place.excerpt === null ? (
        <FolderName folder={folder} words={words} />
      ) : (
        <q>
          <MarkedParts parts={place.excerpt} />
        </q>
      ),
    at: place.storeName,
  }
}

function FolderName({ folder, words }: { folder: string; words: readonly string[] }) {
  return folder === '/' ? null : <MarkedName text={folder} words={words} />
}

export interface RowProps {
  id: string
  entry: Entry
  isActive: boolean
  onHover: () => void
}

export function Row({ id, entry, isActive, onHover }: RowProps) {
  const { icon, label, note, at, strokes = [], run } = entry
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onHover}
      onClick={run}
      className={classNames(
        'mx-2 flex h-8 cursor-pointer items-center gap-3 rounded-control px-3 max-md:h-11',
        isActive && 'bg-selected',
      )}
    >
      <span className="grid w-5 shrink-0 place-items-center text-ink-3">{icon}</span>
      <span
        className={classNames('truncate font-medium', note ? 'max-w-[70%] shrink-0' : 'min-w-0')}
      >
        {label}
      </span>{' '}
      {note ? <span className="min-w-0 truncate text-ink-3">{note}</span> : null}{' '}
      {at === undefined ? null : (
        <span className="ml-auto max-w-[30%] shrink-0 truncate pl-2 text-xs text-ink-3">
          <VisibleLabel text={at} />
        </span>
      )}
      {strokes.length === 0 ? null : (
        <span aria-hidden className="ml-auto flex shrink-0 gap-1 pl-2 max-md:hidden">
          {strokes.map((stroke) => (
            <Kbd key={stroke}>{stroke}</Kbd>
          ))}
        </span>
      )}
    </div>
  )
}

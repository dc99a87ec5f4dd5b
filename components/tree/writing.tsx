import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { plainName } from '@/lib/text/visible-text'
import { folderOf, movesInto, nameOf, type PathMove, type TreeRow } from './listing'

/** A path being written: of a new memory, the new name of a row, or where rows go. */
interface Writing {
  kind: 'create' | 'rename' | 'move'
  /** the rows that it is for */
  paths: readonly string[]
  text: string
}

/** What is done with what was written; each answers whether it was done. */
export interface DoWritten {
  create: (path: string) => Promise<boolean>
  move: (moves: readonly PathMove[]) => Promise<boolean>
  /** nothing is written any more */
  leave: () => void
  /** the one row that was written about is at this path now */
  follow: (path: string) => void
}

export interface TreeWriting {
  create: (folder: string) => void
  rename: (path: string) => void
  /** `folder`: where several of them may go */
  move: (paths: readonly string[], folder: string) => void
  /** stands for the name of a row while that is written; else null */
  nameField: (row: TreeRow) => ReactNode | null
  /** for a path that is written above the tree; else null */
  pathField: ReactNode | null
}

/** The fields of the tree. What was typed stays where it was not done. */
export function useWriting(work: DoWritten): TreeWriting {
  const t = useTranslations('Tree')
  const [writing, write] = useState<Writing | null>(null)
  const leave = () => {
    write(null)
    work.leave()
  }
  // Enter is pressed twice sooner than the server answers once.
  const isSent = useRef(false)
  const submit = async (text: string) => {
    if (writing === null || isSent.current) return
    const moves = movesOf(writing, text)
    const [only, ...others] = moves
    const isNew = writing.kind === 'create'
    if (text === '' || (!isNew && only === undefined)) return leave()
    isSent.current = true
    const isDone = await (isNew ? work.create(text) : work.move(moves))
    isSent.current = false
    if (!isDone) return
    leave()
    if (only !== undefined && others.length === 0) work.follow(only.to)
  }
  const fieldFor = ({ text }: Writing, label: string, marked?: number) => (
    <PathField
      label={label}
      value={text}
      marked={marked}
      onCancel={leave}
      onSubmit={(typed) => void submit(typed)}
    />
  )
  return {
    create: (folder) => write({ kind: 'create', paths: [], text: folder }),
    rename: (path) => write({ kind: 'rename', paths: [path], text: nameOf(path) }),
    move: (paths, folder) => {
      const [only, ...others] = paths
      if (only === undefined) return
      write({ kind: 'move', paths, text: others.length === 0 ? bare(only) : folder })
    },
    nameField: ({ path }) => {
      if (writing?.kind !== 'rename' || writing.paths[0] !== path) return null
      const name = nameOf(path)
      const dot = name.lastIndexOf('.')
      const label = t('newName', { name: plainName(name) })
      return fieldFor(writing, label, dot > 0 ? dot : name.length)
    },
    pathField:
      writing === null || writing.kind === 'rename' ? null : (
        <div key={writing.kind} className="border-b border-line px-2.5 pb-2">
          <p className="mb-1 text-xs text-ink-3">{t(titleOf(writing))}</p>
          {fieldFor(writing, t(titleOf(writing)))}
        </div>
      ),
  }
}

function titleOf({ kind, paths }: Writing) {
  if (kind === 'create') return 'createAt'
  return paths.length === 1 ? 'moveTo' : 'moveAllTo'
}

const bare = (path: string) => path.replace(/\/+$/, '')

/** What it takes to do what was written: of one row its new name or path, of several the folder for all. */
function movesOf({ kind, paths }: Writing, text: string): PathMove[] {
  const [from, ...others] = paths
  if (from === undefined) return []
  if (others.length > 0) return movesInto(text.endsWith('/') ? text : `${text}/`, paths)
  const slash = from.endsWith('/') ? '/' : ''
  const to = (kind === 'rename' ? folderOf(from) : '') + bare(text) + slash
  return to === from ? [] : [{ from, to }]
}

interface PathFieldProps {
  label: string
  value: string
  /** characters that are marked at first, so that typing replaces them; none: the cursor is at the end */
  marked?: number
  onSubmit: (value: string) => void
  onCancel: () => void
}

/** A field for a name or a path: Enter submits, Escape cancels. */
function PathField({ label, value, marked, onSubmit, onCancel }: PathFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [from, to] = marked === undefined ? [value.length, value.length] : [0, marked]
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(from, to)
  }, [from, to])
  return (
    <input
      ref={input}
      data-written
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        // What is typed are no keys of the tree.
        event.stopPropagation()
        if (event.key === 'Escape') onCancel()
        if (event.key !== 'Enter') return
        // The row that the focus goes to is a link, which the same key would open.
        event.preventDefault()
        onSubmit(text.trim())
      }}
      onClick={(event) => event.stopPropagation()}
      className="h-6 w-full min-w-0 rounded-mark bg-sheet px-1 font-mono text-xs shadow-[inset_0_0_0_1px_var(--control)]"
    />
  )
}

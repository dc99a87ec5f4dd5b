'use client'

import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { LineRange } from '@/lib/text/line-range'

export interface LinesFieldProps {
  within: LineRange
  lines: LineRange
  onChoose: (lines: LineRange) => void
}

/** Chooses a range of lines. A single line needs no choice. */
export function LinesField({ within, lines, onChoose }: LinesFieldProps) {
  const t = useTranslations('Comment')
  if (within.from === within.to) {
    return <span className="text-xs text-ink-2">{t('lines', { count: 1, ...within })}</span>
  }
  const choose = (from: number, to: number) => {
    const [first, last] = [inside(within, from), inside(within, to)]
    onChoose({ from: Math.min(first, last), to: Math.max(first, last) })
  }
  return (
    <fieldset className="flex items-center gap-1.5 text-xs text-ink-2">
      <legend className="sr-only">{t('linesLabel')}</legend>
      <LineNumber
        label={t('firstLine')}
        value={lines.from}
        within={within}
        onChoose={(from) => choose(from, Math.max(from, lines.to))}
      />
      <LineNumber
        label={t('lastLine')}
        value={lines.to}
        within={within}
        onChoose={(to) => choose(Math.min(lines.from, to), to)}
      />
    </fieldset>
  )
}

interface LineNumberProps {
  label: string
  value: number
  within: LineRange
  onChoose: (line: number) => void
}

function LineNumber({ label, value, within, onChoose }: LineNumberProps) {
  // What is being typed may be no line yet: it counts when it is left, or by Enter.
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    setTyped(null)
    const line = typed === null || typed.trim() === '' ? value : Number(typed)
    if (Number.isInteger(line) && line !== value) onChoose(line)
  }
  return (
    <label className="flex items-center gap-1.5">
      {label}
      <input
        type="number"
        value={typed ?? value}
        min={within.from}
        max={within.to}
        className="h-6 w-16 rounded-control border border-control bg-sheet px-1.5 tabular-nums max-md:h-8"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          // With ⌘ the comment is sent by the same key, with these lines.
          flushSync(take)
        }}
      />
    </label>
  )
}

const inside = ({ from, to }: LineRange, line: number) => Math.min(Math.max(line, from), to)

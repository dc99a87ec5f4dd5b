'use client'

import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'next-intl'
import { clampWidth, keep, NARROWEST, type PaneWidths, WIDEST } from '@/components/frame/kept'

export interface PanesProps {
  /** the list to choose from, left */
  tree: ReactNode
  middle: ReactNode
  /** what stands beside the chosen, right; omit for two panes */
  history?: ReactNode
  /** names of the panes, read out */
  names: { tree: string; middle: string; history?: string }
  /** whether something is asked for besides the tree: on a phone it takes the tree's place */
  isChosen?: boolean
  /** whether nothing can be chosen */
  isEmpty?: boolean
  /** as last set in this browser */
  widths: PaneWidths
}

/**
 * Three panes side by side, stacked on a phone. The borders between them move by pointer or arrow
 * keys; a cookie stores the widths, so that the first paint has them.
 */
export function Panes({ tree, middle, history, names, isChosen, isEmpty, widths }: PanesProps) {
  const t = useTranslations('Common')
  const [current, setCurrent] = useState(widths)
  const treeId = useId()
  const historyId = useId()
  const move = (next: PaneWidths) => {
    setCurrent(next)
    keep('panes', `${next.tree}-${next.history}`)
  }
  const style = {
    '--tree': `${current.tree}px`,
    '--history': history ? `${current.history}px` : '0px',
  } as CSSProperties
  return (
    <div
      className="panes min-h-0 flex-1"
      data-chosen={isChosen || undefined}
      data-empty={isEmpty || undefined}
      style={style}
    >
      <nav id={treeId} aria-label={names.tree} className="pane bg-well">
        {tree}
      </nav>
      <Border
        label={t('widthOf', { pane: names.tree })}
        controls={treeId}
        width={current.tree}
        grows={1}
        onMove={(tree) => move({ ...current, tree })}
      />
      <section aria-label={names.middle} tabIndex={-1} className="pane flex flex-col outline-none">
        {middle}
      </section>
      {history ? (
        <>
          <Border
            label={t('widthOf', { pane: names.history ?? '' })}
            controls={historyId}
            width={current.history}
            grows={-1}
            onMove={(width) => move({ ...current, history: width })}
          />
          <aside id={historyId} aria-label={names.history} className="pane">
            {history}
          </aside>
        </>
      ) : null}
    </div>
  )
}

interface BorderProps {
  label: string
  controls: string
  /** of the pane that it resizes, in pixels */
  width: number
  /** whether that pane grows when the border moves right, or left */
  grows: 1 | -1
  onMove: (width: number) => void
}

const STEP = 16
const LONG_STEP = 64

/** The window splitter of the ARIA Authoring Practices. */
function Border({ label, controls, width, grows, onMove }: BorderProps) {
  const [start, setStart] = useState<{ x: number; width: number } | null>(null)
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      className="pane-border"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setStart({ x: event.clientX, width })
      }}
      onPointerMove={(event) => {
        if (start) onMove(clampWidth(start.width + grows * (event.clientX - start.x)))
      }}
      onPointerUp={() => setStart(null)}
      onPointerCancel={() => setStart(null)}
      onKeyDown={(event) => {
        const step = event.shiftKey ? LONG_STEP : STEP
        const to = {
          ArrowLeft: width - grows * step,
          ArrowRight: width + grows * step,
          Home: NARROWEST,
          End: WIDEST,
        }[event.key]
        if (to === undefined) return
        event.preventDefault()
        onMove(clampWidth(to))
      }}
    />
  )
}

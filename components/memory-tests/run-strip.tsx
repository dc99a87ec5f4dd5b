import type { TestRun } from '@/lib/memory-tests/model/memory-test'
import { ageStep } from '@/lib/store/model/age-step'

export interface RunStripProps {
  /** each with its place, from 1; one a place */
  marks: readonly { run: Pick<TestRun, 'id' | 'status' | 'createdAt'>; place: number }[]
  /** places that there are */
  places: number
  now: number
  /** the same in words */
  label: string
}

/**
 * One mark a state of the store that was asked about, where it stands among the store's changes: low where
 * it passed, in ink that dries with age; tall where it failed, half and striped where it was mixed, dotted
 * where it was not run.
 */
export function RunStrip({ marks, places, now, label }: RunStripProps) {
  return (
    <span
      role="img"
      aria-label={label}
      className="runs forced-color-adjust-none"
      style={{ gridTemplateColumns: `repeat(${places}, minmax(0, 7px))` }}
    >
      {marks.map(({ run: { id, status, createdAt }, place }) => {
        const ink = { background: `var(--age-${ageStep(createdAt, now)})` }
        const at = { gridColumn: place }
        return (
          <i
            key={id}
            className={`run-${status}`}
            style={status === 'passed' ? { ...at, ...ink } : at}
          />
        )
      })}
    </span>
  )
}

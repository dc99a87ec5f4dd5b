import type { TestRun } from '@/lib/memory-tests/model/memory-test'
import { ageStep } from '@/lib/store/model/age-step'

export interface RunStripProps {
  /** newest first */
  runs: readonly Pick<TestRun, 'id' | 'status' | 'createdAt'>[]
  now: number
  /** the same in words */
  label: string
}

/**
 * One mark a run, the newest right: low where it passed, in ink that dries with age; tall where it
 * failed, half and striped where it was mixed, dotted where it was not run.
 */
export function RunStrip({ runs, now, label }: RunStripProps) {
  return (
    <span role="img" aria-label={label} className="runs forced-color-adjust-none">
      {runs.toReversed().map(({ id, status, createdAt }) => {
        const ink = { background: `var(--age-${ageStep(createdAt, now)})` }
        return (
          <i key={id} className={`run-${status}`} style={status === 'passed' ? ink : undefined} />
        )
      })}
    </span>
  )
}

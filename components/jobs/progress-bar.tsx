import { useFormatter } from 'use-intl'
import type { JobAnswer } from '@/lib/wire/job'

/** Shows a job's progress in words, in per cent once that is known, and as a bar. */
export function ProgressBar({ job, words }: { job: JobAnswer; words: string }) {
  const format = useFormatter()
  const share = job.total > 0 ? job.progress / job.total : null
  return (
    <label className="block">
      <span className="flex justify-between gap-4">
        <span role="status" className="font-medium">
          {words}
        </span>
        {share === null ? null : (
          <span className="text-ink-3 tabular-nums">
            {format.number(share, { style: 'percent' })}
          </span>
        )}
      </span>
      <progress
        className="progress mt-2"
        {...(share === null ? {} : { value: job.progress, max: job.total })}
      />
    </label>
  )
}

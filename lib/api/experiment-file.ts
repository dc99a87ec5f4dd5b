import { experimentCsv } from '@/lib/experiments/experiment-csv'
import type { ShownExperiment } from '@/lib/experiments/read-experiments'
import { wireExperiment } from './resources/experiment'
import { answerHeaders } from './respond'

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json' } as const

export type ExperimentFormat = keyof typeof TYPES

/** A run of an experiment as a file. */
export function experimentFile(
  shown: ShownExperiment,
  { format, requestId }: { format: ExperimentFormat; requestId: string },
): Response {
  const text =
    format === 'csv' ? experimentCsv(shown) : `${JSON.stringify(wireExperiment(shown), null, 2)}\n`
  return new Response(text, {
    headers: {
      ...answerHeaders(requestId),
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="${shown.experiment.id}.${format}"`,
    },
  })
}

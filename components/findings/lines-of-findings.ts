import 'server-only'
import type { Finding } from '@/lib/review/model/finding'
import { withSecretsOrAllMasked } from '@/lib/scan/masked-secrets'
import { maskedIn } from '@/lib/text/masked-line'
import { rangeIn } from './found-line'

/**
 * The lines of some findings as lists show them, by the findings' ids: all that is secret in them is
 * masked, also what another finding is about. What could not be looked at in time is masked whole.
 * `lines`: as they stand in the memories.
 */
export async function linesOfFindings(
  findings: readonly Finding[],
  lines: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const quoted = findings.flatMap((finding) => {
    const line = lines.get(finding.id)
    return line === undefined ? [] : [{ finding, line }]
  })
  const masked = await withSecretsOrAllMasked(quoted.map(({ line }) => line))
  return new Map(
    quoted.map(({ finding, line }, index) => {
      const shown = masked[index] ?? ''
      if (finding.category !== 'secret') return [finding.id, shown]
      const { from, to } = rangeIn(line, finding)
      return [finding.id, maskedIn(shown, from, to)]
    }),
  )
}

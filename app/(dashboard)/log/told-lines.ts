import type { ToldChange } from '@/lib/store/events/tell-changes'
import { withSecretsOrAllMasked } from '@/lib/scan/masked-secrets'
import { withShortMasks } from '@/lib/text/masked-line'

/**
 * Returns the changes' excerpts with the secrets in their lines masked: nobody asked to see them
 * there.
 */
export async function withToldLinesMasked(
  told: ReadonlyMap<string, ToldChange>,
): Promise<Map<string, ToldChange>> {
  const lines = [...told.values()].flatMap(({ line }) => line?.text ?? [])
  const masked = (await withSecretsOrAllMasked(lines))[Symbol.iterator]()
  return new Map(
    [...told].map(([id, change]) => {
      if (change.line === null) return [id, change]
      const { value = '' } = masked.next()
      return [id, { ...change, line: { ...change.line, text: withShortMasks(value) } }]
    }),
  )
}

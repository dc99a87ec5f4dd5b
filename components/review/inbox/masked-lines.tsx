import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { withSecretsMasked } from '@/lib/scan/masked-secrets'
import { MaskedRows, type MaskedRowsProps } from './masked-rows'

/**
 * Lines below those shown that are scanned, too: a secret of several lines is recognised by its
 * end.
 */
const LOOKED_AHEAD = 100

/**
 * Lines of a difference as a preview shows them: what is secret in them, taken away or brought, is
 * masked, for nobody asked to see it there. What could not be looked at in time is not shown.
 */
export async function MaskedLines(props: Omit<MaskedRowsProps, 'masked'>) {
  const looked = props.lines.slice(0, props.most + LOOKED_AHEAD)
  const masked = await withSecretsMasked(looked.map(({ text }) => text))
  if (masked !== null) return <MaskedRows {...props} masked={masked} />
  const t = await texts()
  return <p className="px-3 py-2 text-ink-3">{t('Review.notLookedAt')}</p>
}
